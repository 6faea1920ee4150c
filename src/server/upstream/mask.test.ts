import fc from "fast-check";
import { expect, test } from "vitest";
import { createEchoMask, createMask } from "./mask.ts";

const secret = "aabaabaac";

function run(chunks: readonly string[], hidden = secret): string {
  const mask = createMask(hidden);
  const out = chunks.map((chunk) => mask.push(Buffer.from(chunk)));
  return Buffer.concat([...out, mask.end()]).toString();
}

test("the secret becomes asterisks wherever chunks are cut", () => {
  const letters = fc.constantFrom("a", "b", "c", "aab", secret, "é");
  fc.assert(
    fc.property(fc.array(fc.array(letters)), (parts) => {
      const chunks = parts.map((part) => part.join(""));
      expect(run(chunks)).toBe(chunks.join("").replaceAll(secret, "*".repeat(secret.length)));
    }),
  );
});

test("nothing is held back but a beginning of the secret", () => {
  const mask = createMask(secret);
  expect(mask.push(Buffer.from("data: token\n\n")).toString()).toBe("data: token\n\n");
  expect(mask.push(Buffer.from("xaab")).toString()).toBe("x");
  expect(mask.push(Buffer.from("z")).toString()).toBe("aabz");
});

test("parts of a refused key become asterisks wherever chunks are cut, and ordinary words stay", () => {
  const key = "sk-live-7f3a9d21c4";
  const said = `{"message":"Incorrect key ${key.slice(0, 8)}...${key.slice(-4)}, or SK-LIVE. Find it.","code":"invalid_api_key"}`;
  const masked = `{"message":"Incorrect key ********...****, or *******. Find it.","code":"invalid_api_key"}`;
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(said.length)), (cuts) => {
      const at = [0, ...cuts.sort((one, other) => one - other), said.length];
      const mask = createEchoMask(key);
      const out = at.slice(1).map((end, index) => mask.push(Buffer.from(said, "latin1").subarray(at[index], end)));
      const latin = Buffer.concat([...out, mask.end()]).toString("latin1");
      expect(latin).toBe(Buffer.from(masked, "latin1").toString("latin1"));
    }),
  );
});

test("a short secret is looked for only where it is no word and no number", () => {
  for (const short of ["key", "secret", "k-1", "123456"]) expect(run([`it is ${short}`], short)).toBe(`it is ${short}`);
  expect(run(['{"message":"Bearer my-', 'key","key":"my-key"}'], "my-key")).toBe(
    '{"message":"Bearer ******","key":"******"}',
  );
});
