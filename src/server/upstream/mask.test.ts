import fc from "fast-check";
import { expect, test } from "vitest";
import { createMask } from "./mask.ts";

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

test("a secret shorter than eight bytes isn't looked for", () => {
  expect(run(["the key is key"], "key")).toBe("the key is key");
});
