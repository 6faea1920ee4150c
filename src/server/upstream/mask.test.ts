import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { echoMask, type Mask, secretMask } from "./mask.ts";

const secret = "aabaabaac";

/** What a mask makes of `said`, cut into chunks at `cuts`. */
function run(mask: Mask, said: string, cuts: readonly number[] = []): string {
  const bytes = Buffer.from(said, "latin1");
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((one, other) => one - other), bytes.length];
  const out = at.slice(1).map((end, index) => mask.push(bytes.subarray(at[index], end)));
  return Buffer.concat([...out, mask.end()]).toString("latin1");
}
const hide = (said: string, hidden = secret, cuts: readonly number[] = []) =>
  run(secretMask(hidden).begin(), said, cuts);

const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
const key = fc.oneof(
  fc.string({ unit: visible, minLength: 8, maxLength: 120 }),
  fc.base64String({ minLength: 12, maxLength: 80 }),
  fc.array(fc.constantFrom("a", "b", "-", "/", '"', "%"), { minLength: 8, maxLength: 40 }).map((all) => all.join("")),
);
const cuts = fc.array(fc.nat(400), { maxLength: 12 });
const around = fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) });

/** How a service may write what it repeats; `text` are the characters before and behind, which Base64 takes in. */
const writings: readonly (readonly [string, (part: string) => string])[] = [
  ["as it is", (part) => part],
  ["in capitals", (part) => part.toUpperCase()],
  ["in small letters", (part) => part.toLowerCase()],
  ["as JSON writes it", (part) => JSON.stringify(part).slice(1, -1)],
  ["as PHP writes JSON", (part) => JSON.stringify(part).slice(1, -1).replaceAll("/", "\\/")],
  [
    "as Go writes JSON",
    (part) =>
      JSON.stringify(part)
        .slice(1, -1)
        .replace(/[<>&]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`),
  ],
  ["in a query", encodeURIComponent],
  ["in an address", encodeURI],
  ["in hexadecimal digits", (part) => Buffer.from(part).toString("hex")],
  ["in large hexadecimal digits", (part) => Buffer.from(part).toString("hex").toUpperCase()],
  ["in Base64", (part) => Buffer.from(part).toString("base64")],
  ["in Base64 behind one byte", (part) => Buffer.from(`:${part}:`).toString("base64")],
  ["in Base64 behind two", (part) => Buffer.from(`: ${part}: `).toString("base64")],
  ["in Base64 behind its scheme", (part) => Buffer.from(`Bearer ${part}`).toString("base64")],
  ["in Base64 for addresses", (part) => Buffer.from(`: ${part}`).toString("base64url")],
];

/** Whether `text` still shows eight characters of the key in a row, in any writing. */
function shows(text: string, hidden: string): boolean {
  const lower = text.toLowerCase();
  for (let at = 0; at + 8 <= hidden.length; at++) {
    const part = hidden.slice(at, at + 8);
    const forms = writings.slice(3, 9).map(([, write]) => write(part));
    for (const before of ["", ":", ": "]) {
      // Without the characters at both ends, which its neighbours decide as well.
      const whole = Buffer.from(before + part).toString("base64");
      const start = Math.ceil((8 * before.length) / 6);
      const decided = whole.slice(start, Math.floor((8 * (before.length + 8)) / 6));
      forms.push(decided, decided.replaceAll("+", "-").replaceAll("/", "_"));
    }
    if ([part, ...forms].some((form) => lower.includes(form.toLowerCase()))) return true;
  }
  return false;
}

describe("a key of any kind never comes through,", () => {
  test.each(writings)(
    "whole or in a part of eight characters and more, written %s, wherever chunks are cut",
    (_, write) => {
      fc.assert(
        fc.property(key, fc.nat(), fc.nat(), around, around, cuts, (hidden, from, more, before, behind, cut) => {
          const start = from % (hidden.length - 7);
          const part = hidden.slice(start, start + 8 + (more % (hidden.length - start - 7)));
          const said = before + write(part) + behind;
          const heard = hide(said, hidden, cut);
          expect(heard).toHaveLength(said.length);
          expect(shows(heard, hidden)).toBe(false);
        }),
        { numRuns: 200 },
      );
    },
  );

  test("and two that overlap are hidden both", () => {
    expect(hide("aabaabaacaabaabaac aabaabaabaac")).toBe(`${"*".repeat(18)} ${"*".repeat(12)}`);
  });

  test("and a whole one is hidden whole wherever chunks are cut", () => {
    const letters = fc.constantFrom("x", "é", "baac", secret, secret.toUpperCase());
    fc.assert(
      fc.property(fc.array(letters), cuts, (parts, cut) => {
        const said = parts.join(" ");
        expect(hide(said, secret, cut)).toBe(said.replace(/\w{9}/g, "*".repeat(9)));
      }),
    );
  });

  test("and a cut shows three characters of a part at most", () => {
    const letters = fc.constantFrom("a", "b", "c", "aab", secret, "é", "616162", "YWFiYWFi");
    fc.assert(
      fc.property(fc.array(letters), cuts, (parts, cut) => {
        const said = parts.join("");
        const whole = hide(said);
        const pieces = hide(said, secret, cut);
        for (const [run] of whole.matchAll(/\*+/g)) expect(run.length).toBeGreaterThanOrEqual(8);
        const shown = [...pieces].map((character, at) => (character === whole[at] ? " " : "x")).join("");
        expect(shown).not.toContain("xxxx");
      }),
    );
  });
});

test("bytes that hold no part of the key pass as they are, wherever chunks are cut", () => {
  fc.assert(
    fc.property(key, fc.oneof(around, fc.lorem({ maxCount: 40 })), cuts, (hidden, said, cut) => {
      fc.pre(!shows(said, hidden));
      expect(hide(said, hidden, cut)).toBe(said);
    }),
  );
});

test("seven characters of a key in a row stay, eight don't", () => {
  const hidden = "sk-live-7f3a9d21c4";
  expect(hide("at 7f3a9d2 and e-7f3a9d", hidden)).toBe("at 7f3a9d2 and ********");
});

test("a key of ordinary words hides these words wherever they stand", () => {
  expect(hide('{"text":"load-testing, testing"}', "my-key-for-testing")).toBe('{"text":"load********, testing"}');
});

test("nothing is held back but what may become a part of the secret", () => {
  const mask = secretMask(secret).begin();
  expect(mask.push(Buffer.from("data: token\n\n")).toString()).toBe("data: token\n\n");
  expect(mask.push(Buffer.from("!aab")).toString()).toBe("!");
  expect(mask.push(Buffer.from("!baa")).toString()).toBe("aab!b");
  expect(mask.push(Buffer.from("c!")).toString()).toBe("aac!");
});

test("parts of a refused key become asterisks wherever chunks are cut, and ordinary words stay", () => {
  const hidden = "sk-live-7f3a9d21c4";
  const parts = `${hidden.slice(0, 8)}...${hidden.slice(-4)}`;
  const said = `{"message":"Incorrect key ${parts}, or SK-LIVE. Find it.","code":"invalid_api_key"}`;
  const masked = `{"message":"Incorrect key ********...****, or *******. Find it.","code":"invalid_api_key"}`;
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(said.length)), (cut) => {
      expect(run(echoMask(hidden).begin(), said, cut)).toBe(masked);
    }),
  );
});

test("a short secret is looked for only where it is no word and no number, and only whole", () => {
  for (const short of ["key", "secret", "k-1", "123456"]) expect(hide(`it is ${short}`, short)).toBe(`it is ${short}`);
  const said = '{"message":"Bearer my-key","key":"my-key","part":"my-ke"}';
  for (const cut of [[], [22], [19, 24]]) {
    expect(hide(said, "my-key", cut)).toBe('{"message":"Bearer ******","key":"******","part":"my-ke"}');
  }
});

test("a body of 8 MB full of what looks like the key holds nobody up", () => {
  const hidden = "sk-live-7f3a9d21c4";
  const mask = secretMask(hidden).begin();
  const chunk = Buffer.from("sk-live~".repeat(8_192));
  const begun = process.cpuUsage().user;
  for (let piece = 0; piece < 128; piece++) mask.push(chunk);
  // In milliseconds of this process's own time, for 128 pieces that come one after the other.
  expect((process.cpuUsage().user - begun) / 1_000 / 128).toBeLessThan(10);
});
