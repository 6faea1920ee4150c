import { describe, expect, test } from "vitest";
import { toneMp3, toneWav } from "../../audio/players/tone.fixture.ts";
import { joinBytes } from "../../contract/bytes.ts";
import { harEntries } from "../archive/har.ts";
import { leavingTake, readJson, readTake, writeJson, writeTake } from "../archive/take-files.ts";
import { reportTake } from "../archive/takes-report.ts";
import { answerOfTake } from "../exchanges/answer.ts";
import { takeOfAnswer } from "./take-of-answer.fixture.ts";

/** 出错了 and a line's end, seven bytes of GBK. */
const gbk = Uint8Array.of(0xb3, 0xf6, 0xb4, 0xed, 0xc1, 0xcb, 0x0a);
const mp3 = await toneMp3({ seconds: 4 });
const tagged = joinBytes([Uint8Array.of(0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0), mp3]);

const answer = (body: BodyInit, type: string, status = 200) =>
  new Response(body, { status, headers: { "content-type": type } });
const bytesOf = async (blob: Blob | undefined) => new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer());

describe("sound under a header of something else", () => {
  test.each([
    ["MP3 as JSON", mp3, "application/json", "mp3"],
    ["MP3 as text", mp3, "text/plain; charset=utf-8", "mp3"],
    ["WAV as HTML", toneWav(1), "text/html", "wav"],
    ["MP3 with a tag as a film", tagged, "video/mpeg", "mp3"],
    ["MP3 with a tag as a picture", tagged, "image/png", "mp3"],
  ] as const)("%s is kept whole, and its take says what the header said", async (_, bytes, type, codec) => {
    const { row, details, sound } = await takeOfAnswer(answer(bytes, type));
    expect(row).toMatchObject({ status: "failed", sound: "whole", format: { codec } });
    expect(row.failure).toMatchObject({ kind: "mislabelled", message: `content-type: ${type}`, cost: "possible" });
    expect(await bytesOf(sound?.blob)).toEqual(bytes);
    expect(details.error).toMatchObject({ name: "SpeechRequestError", refusal: "mislabelled", status: 200 });
  });

  test("that breaks off is kept as far as it came", async () => {
    const response = new Response(mp3, {
      headers: { "content-type": "application/json", "content-length": String(mp3.length + 1) },
    });
    const { row, sound } = await takeOfAnswer(response);
    expect(row).toMatchObject({ status: "failed", sound: "partial", failure: { kind: "incomplete" } });
    expect(sound?.blob.size).toBe(mp3.length);
  });
});

describe("an error in another charset", () => {
  test("of 7 bytes is shown decoded and saved as the 7 bytes that came", async () => {
    const { row, details } = await takeOfAnswer(answer(gbk, "text/plain; charset=GBK", 500));
    expect(row.failure).toMatchObject({ kind: "service_failed", message: "出错了" });
    expect(answerOfTake(row, details).text).toEqual({ text: "出错了\n", bytes: gbk, truncated: false });
  });

  test("leaves in archives byte for byte, and comes back from a file so", async () => {
    const { row, details } = await takeOfAnswer(answer(gbk, "text/plain; charset=GBK", 500));
    const leaving = leavingTake(row, details);
    const { content } = JSON.parse(harEntries(leaving, "http://localhost", false)[0] ?? "").response;
    expect(content).toMatchObject({ size: 7, encoding: "base64", text: Buffer.from(gbk).toString("base64") });
    const files = writeTake(leaving);
    const back = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, readJson(writeJson(file))]));
    expect(readTake(back)?.details.error?.bytes).toEqual(gbk);
  });

  test("leaves without its bytes where a key stands in them", async () => {
    const secret = Buffer.concat([gbk, Buffer.from("Authorization: Bearer sk-0123456789abcdef")]);
    const { row, details } = await takeOfAnswer(answer(secret, "text/plain; charset=gbk", 401));
    const { error } = leavingTake(row, details).details;
    expect(error?.bytes).toBeUndefined();
    expect(error?.raw).toContain("出错了");
    expect(JSON.stringify(error)).not.toContain("0123456789abcdef");
  });

  test("that nobody knows is read as UTF-8", async () => {
    const { row, details } = await takeOfAnswer(answer("Später.", "text/plain; charset=klingon", 503));
    expect(row.failure?.message).toBe("Später.");
    expect(answerOfTake(row, details).text?.bytes).toBeUndefined();
  });
});

test("bytes that are neither text nor sound are saved as they came, and the beginning of many", async () => {
  const noise = Uint8Array.from({ length: 100_000 }, (_, at) => (at * 7 + 129) & 255);
  const { row, details } = await takeOfAnswer(answer(noise, "application/json"));
  expect(row.failure?.kind).toBe("not_audio");
  expect(answerOfTake(row, details).text).toMatchObject({ bytes: noise.slice(0, 65_536), truncated: true });
});

describe("noise that passes for MP3", () => {
  /** Bytes that begin as a frame does; none of them follow one another. */
  const noise = Uint8Array.from({ length: 20_000 }, (_, at) =>
    at < 4 ? ([0xff, 0xfb, 0x90, 0xc0][at] ?? 0) : (at * 31) & 0x7f,
  );

  test.each(["audio/mpeg", "application/octet-stream"])(
    "as %s isn't a take that is done, and what came is kept",
    async (type) => {
      const { row, sound } = await takeOfAnswer(answer(noise, type));
      expect(row).toMatchObject({ status: "failed", sound: "whole", failure: { kind: "not_audio", cost: "possible" } });
      expect(await bytesOf(sound?.blob)).toEqual(noise);
    },
  );

  test("isn't said of sound with a picture in its tag, nor of sound with some damage", async () => {
    const picture = Uint8Array.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0x10, 0, 0, ...new Uint8Array(262_144)]);
    for (const body of [
      [picture, mp3],
      [mp3.slice(0, 9_001), noise.slice(0, 3_000), mp3.slice(9_001)],
    ]) {
      const { row } = await takeOfAnswer(answer(new Blob(body), "audio/mpeg"));
      expect(row.status).toBe("complete");
    }
  });
});

describe("an answer without any sound isn't a take that is done", () => {
  const said = "upstream quota exceeded, try again tomorrow";

  test.each(["audio/mpeg", "audio/wav", "audio/pcm"])("text as %s is shown as what was said", async (type) => {
    const { row, details, sound } = await takeOfAnswer(answer(said, type));
    expect(row).toMatchObject({ status: "failed", sound: "none", httpStatus: 200 });
    expect(row.failure).toMatchObject({ kind: "not_audio", message: said, cost: "possible" });
    expect(answerOfTake(row, details).text).toMatchObject({ text: said, truncated: false });
    expect(sound).toBeUndefined();
  });

  test.each([
    ["a tag alone", "audio/mpeg", Uint8Array.of(0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 35, ...new Uint8Array(35))],
    ["a WAV file's head alone", "audio/wav", toneWav(0)],
    ["a part of a WAV file's head", "audio/wav", toneWav(1).slice(0, 40)],
  ] as const)("%s is kept as it came", async (_, type, bytes) => {
    const { row, sound } = await takeOfAnswer(answer(bytes, type));
    expect(row).toMatchObject({ status: "failed", sound: "whole", failure: { kind: "not_audio", cost: "possible" } });
    expect(await bytesOf(sound?.blob)).toEqual(bytes);
  });
});

describe("what the service sent and what the playground's server added", () => {
  const headers = {
    "content-type": "application/json",
    "x-request-id": "ours",
    "playground-added": "x-request-id",
    "x-content-type-options": "nosniff",
    "x-upstream-headers": '[["server","gateway/2"],["via","1.1 edge"],["x-trace-id","t-1"],["set-cookie","sid=*"]]',
  };
  const theirs = [
    ["content-type", "application/json"],
    ["server", "gateway/2"],
    ["via", "1.1 edge"],
    ["x-trace-id", "t-1"],
    ["set-cookie", "sid=*"],
  ];
  const refused = () => takeOfAnswer(new Response('{"error":"No."}', { status: 400, headers }));

  test("stand apart in an HTTP archive and in a zip, and come back from there as they were", async () => {
    const { row, details } = await refused();
    const leaving = leavingTake(row, details);
    const entry = JSON.parse(harEntries(leaving, "http://localhost", false)[0] ?? "");
    const named = (list: { name: string; value: string }[]) => list.map(({ name, value }) => [name, value]);
    expect(named(entry.response.headers)).toEqual(theirs);
    expect(named(entry._playground.headers).map(([name]) => name)).toEqual([
      "playground-added",
      "x-content-type-options",
      "x-request-id",
      "x-upstream-headers",
    ]);
    const files = writeTake(leaving);
    const back = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, readJson(writeJson(file))]));
    expect(new Map(readTake(back)?.details.headers)).toEqual(new Map(leaving.details.headers));
  });

  test("stand apart in a report", async () => {
    const { row, details } = await refused();
    const texts = {
      language: "en",
      title: "",
      about: "",
      script: "",
      request: "Request",
      answer: "Answer",
      headers: "Sent",
      playgroundHeaders: "Added",
      soundLeftOut: "",
      figures: () => [],
      heading: () => ({ title: "", state: "", note: "" }),
    };
    const { after } = reportTake(leavingTake(row, details), texts, undefined);
    const [, sent = "", added = ""] =
      /<summary>Sent<\/summary><pre[^>]*>([^<]*)[\s\S]*<summary>Added<\/summary><pre[^>]*>([^<]*)/.exec(after) ?? [];
    expect(sent).toContain("x-trace-id: t-1");
    expect(sent).not.toContain("nosniff");
    expect(added).toContain("x-content-type-options: nosniff");
  });
});
