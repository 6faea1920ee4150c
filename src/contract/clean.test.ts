import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanText, cleanValue, isClean, removed } from "./clean.ts";

describe("what must not leave", () => {
  it.each([
    ["https://me:pa55word@host.example/a.mp3", `https://${removed}@host.example/a.mp3`],
    [
      "https://h.example/a.mp3?X-Amz-Credential=AKIA%2F2026&X-Amz-Signature=abc123",
      `https://h.example/a.mp3?${removed}`,
    ],
    ["https://h.example/a.mp3?sig=x%3D&se=2026-01-01", `https://h.example/a.mp3?${removed}`],
    ["https://h.example/#access_token=abc", `https://h.example/#${removed}`],
    ["https://h.example/?next=https%3A%2F%2Fu%3Ap%40other.example%2F", `https://h.example/?${removed}`],
    ["/v1/audio/speech/tasks/task_1/content?whatever=1", `/v1/audio/speech/tasks/task_1/content?${removed}`],
    ["Authorization: Bearer abcdef123456", `Authorization: ${removed}`],
    ["Your header was Bearer qa-key", `Your header was Bearer ${removed}`],
    ['{"message":"Bearer my_key."}', `{"message":"Bearer ${removed}."}`],
    ["sent Bearer abcdef123456 to it", `sent Bearer ${removed} to it`],
    ["Incorrect API key provided: sk-proj-12345678.", `Incorrect API key provided: ${removed}.`],
    ["Set-Cookie: session=abc; Path=/", `Set-Cookie: ${removed}`],
    ['{"api_key":"hunter2"}', `{"api_key":"${removed}"}`],
    ['{"password": 12345}', `{"password": "${removed}"}`],
    ['{"set-cookie":["a=1","b=2"],"x":["a=1"]}', `{"set-cookie":["${removed}","${removed}"],"x":["a=1"]}`],
    ['{"a":"sk\\u002dabcdefgh1"}', `{"a":"${removed}"}`],
    ['{"content_url":"https://h/x?a=b"}', `{"content_url":"https://h/x?${removed}"}`],
    ['{"url":"https:\\/\\/u:p@h\\/x"', `{"url":"https://${removed}@h/x"`],
    ['cut off: "https:\\/\\/u:p@h\\/x', `cut off: "https:\\/\\/${removed}@h\\/x`],
  ])("%s", (text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned);
    expect(isClean(text)).toBe(false);
  });

  it.each([
    "The bearer of this letter may pass; the secret is out: nobody asked for a token.",
    "Bearer of bad news. Bearer. A Bearer token is missing.",
    "Really? Yes; a=b is an equation, and x?y:z is not.",
    "/v1/audio/speech/websocket?model=streamspeech-v8",
    "https://h.example/voice.mp3?take=2",
    '{"model":"streamspeech-v8","input":"她说：“你好。” \\u4e2d 1.50","Speed":1.0}',
    "mail me@host.example or see http://host.example/@me",
    "task_0123456789abcdef0123456789abcdef",
  ])("leaves alone: %s", (text) => expect(cleanText(text)).toBe(text));

  it("is the same in values: headers, forms, JSON in strings, deep inside of it", () => {
    const start = new Uint8Array([1, 2]);
    const value = {
      headers: [
        ["set-cookie", "a=b"],
        ["x-request-id", "req_1"],
      ],
      start,
      tokens: 12,
      raw: '{"error":{"message":"key sk-abcdefgh12"}}',
      words: [{ word: "Bearer" }, { token: "hello" }],
      deep: { Authorization: "anything", password: 5 },
    };
    expect(cleanValue(value)).toEqual({
      ...value,
      headers: [
        ["set-cookie", removed],
        ["x-request-id", "req_1"],
      ],
      raw: `{"error":{"message":"key ${removed}"}}`,
      deep: { Authorization: removed, password: removed },
    });
  });
});

/** Secrets as services make them. */
const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const secret = fc
  .array(fc.constantFrom(...letters), { minLength: 18, maxLength: 40 })
  .map((characters) => `Zq7${characters.join("")}`);

describe("planted secrets", () => {
  const shapes: readonly ((secret: string) => string)[] = [
    (key) => `sk-${key}`,
    (key) => `Bearer ${key}`,
    (key) => `https://someone:${key}@host.example/a.wav`,
    (key) => `https://host.example/a.wav?x=1&X-Amz-Signature=${key}`,
    (key) => `https://host.example/a.wav?unheard=${key}`,
    (key) => `cookie: session=${key}; b=1`,
    (key) => JSON.stringify({ authorization: key }),
    (key) => JSON.stringify({ error: { message: `Wrong key: sk-${key}` } }),
    (key) => JSON.stringify({ inner: JSON.stringify({ api_key: key }) }),
  ];

  it("never come out, whatever stands around them, and what was cleaned stays as it is", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 60 });
    fc.assert(
      fc.property(text, text, secret, fc.constantFrom(...shapes), fc.boolean(), (before, after, key, shape, inJson) => {
        const planted = `${before} ${shape(key)} ${after}`;
        const cleaned = cleanText(inJson ? JSON.stringify({ planted }) : planted);
        expect(cleaned).not.toContain(key);
        expect(cleanText(cleaned)).toBe(cleaned);
        if (inJson) expect(() => JSON.parse(cleaned)).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });

  it("is quick with half a million characters, and with quotes that never close", () => {
    for (const text of ['{"a":"'.repeat(80_000), "?a=".repeat(160_000), '\\"'.repeat(200_000), "a//".repeat(160_000)]) {
      expect(typeof cleanText(text)).toBe("string");
    }
  });
});
