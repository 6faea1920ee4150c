import fc from "fast-check";
import { expect, test } from "vitest";
import { identify, parseKeys } from "./keys.ts";

const keyring = parseKeys("all-models, some=cloud-tts|refvoice-2,none=");

test.each([
  ["Bearer all-models", ["cloud-tts", "streamspeech-v8", "refvoice-2"]],
  ["bearer all-models", ["cloud-tts", "streamspeech-v8", "refvoice-2"]],
  ["BEARER  some ", ["cloud-tts", "refvoice-2"]],
  ["Bearer none", []],
])("%s may use %j", (authorization, expected) => {
  const caller = identify(keyring, authorization);
  expect(["cloud-tts", "streamspeech-v8", "refvoice-2"].filter((id) => caller?.mayUse(id))).toEqual(expected);
});

test.each([
  undefined,
  "",
  "Bearer",
  "Bearer ",
  "Bearer wrong",
  "Basic all-models",
  "all-models",
  "Bearer all-models x",
])("%j is nobody", (authorization) => {
  expect(identify(keyring, authorization)).toBeUndefined();
});

test("a caller's id does not hold the key", () => {
  expect(identify(keyring, "Bearer all-models")?.id).toMatch(/^[0-9a-f]{64}$/);
});

test("every key that can be sent is found again, and no other", () => {
  const key = fc.stringMatching(/^[\x21-\x2b\x2d-\x3c\x3e-\x7e]{1,40}$/);
  fc.assert(
    fc.property(key, key, (one, other) => {
      const ring = parseKeys(`${one}=`);
      expect(identify(ring, `Bearer ${one}`)).toBeDefined();
      if (other !== one) expect(identify(ring, `Bearer ${other}`)).toBeUndefined();
    }),
  );
});

test.each([
  ["", "entry 1"],
  ["good,,good", "entry 2"],
  ["with space", "entry 1"],
  ["=cloud-tts", "entry 1"],
  ["secret-key=cloud-tss", "entry 1 names an unknown model"],
  ["good,secret-key==", 'entry 2 has more than one "=". A key itself can\'t hold'],
  ["secret-key==cloud-tts", 'entry 1 has more than one "="'],
])("%j is refused and no key is repeated", (text, message) => {
  expect(() => parseKeys(text)).toThrow(message);
  expect(() => parseKeys(text)).not.toThrow("secret-key");
});
