import { expect, test } from "vitest";
import { countAnswers } from "./load.ts";

const answer = "HTTP/1.1 200 OK\r\nServer: x\r\nContent-Length: 5\r\n\r\nhello";

test("answers are counted wherever they are cut, also in a head or between two", () => {
  const bytes = Buffer.from(answer.repeat(3));
  for (let size = 1; size <= bytes.length; size++) {
    let answers = 0;
    const count = countAnswers(5, () => answers++);
    for (let at = 0; at < bytes.length; at += size) {
      const part = bytes.subarray(at, at + size);
      count(part, part.length);
    }
    expect([size, answers]).toEqual([size, 3]);
  }
});

test("an answer that isn't whole doesn't count", () => {
  let answers = 0;
  const bytes = Buffer.from(answer.slice(0, -1));
  countAnswers(5, () => answers++)(bytes, bytes.length);
  expect(answers).toBe(0);
});

test.each([
  [answer.replace("200", "502"), "wasn't 200"],
  [answer.replace(": 5", ": 6"), "length wasn't 5"],
  [answer.replace("Content-Length: 5", "Transfer-Encoding: chunked"), "length wasn't 5"],
])("%j ends the load with the reason", (text, reason) => {
  const bytes = Buffer.from(text);
  expect(() => countAnswers(5, () => {})(bytes, bytes.length)).toThrow(reason);
});
