import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { models } from "./models/index.ts";
import { refVoice2 } from "./models/refvoice-2.ts";
import { streamSpeechV8 } from "./models/streamspeech-v8.ts";
import { estimatePrice, estimateSeconds, settlePrice } from "./prices.ts";

/** Characters whose kind the document names, in all four weights of code units and scripts. */
const character = fc.constantFrom("a", " ", "。", "😀", "\u0301", "я", "夜", "𠀀", "あ", "ア", "ー", "ｱ", "한", "ㄱ");
const text = fc.array(character, { maxLength: 300 });

describe("the estimate of seconds (section 8, Billing)", () => {
  const sixteenths = (characters: readonly string[]) =>
    characters.reduce((sum, item) => sum + (/[夜𠀀あアーｱ한ㄱ]/u.test(item) ? 4 : 1), 0);

  test("is the rounded sum of its characters, and at least 1", () => {
    fc.assert(
      fc.property(text, (characters) => {
        expect(estimateSeconds(characters.join(""))).toBe(Math.max(1, Math.ceil(sixteenths(characters) / 16)));
      }),
    );
  });

  test("does not depend on the order", () => {
    fc.assert(
      fc.property(text, (characters) => {
        expect(estimateSeconds([...characters].reverse().join(""))).toBe(estimateSeconds(characters.join("")));
      }),
    );
  });

  test("of two texts together is at most the sum of both, and at most one second of rounding less than it", () => {
    fc.assert(
      fc.property(text, text, (first, second) => {
        const apart = estimateSeconds(first.join("")) + estimateSeconds(second.join(""));
        const together = estimateSeconds([...first, ...second].join(""));
        expect(together).toBeLessThanOrEqual(apart);
        expect(together).toBeGreaterThanOrEqual(apart - 1);
      }),
    );
  });

  test("is exactly additive where nothing has to be rounded", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 50 }), (characters, seconds) => {
        const base = characters.join("");
        fc.pre(base !== "");
        expect(estimateSeconds(base + "a".repeat(16 * seconds))).toBe(estimateSeconds(base) + seconds);
      }),
    );
  });
});

test("tokens are code points, and add up", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.array(character), (first, second) => {
      const price = estimatePrice(streamSpeechV8, `${first}|${second.join("")}`);
      expect(price).toEqual({ kind: "tokens", tokens: Array.from(first).length + 1 + second.length });
    }),
  );
});

test("only a valid duration_seconds corrects a price, duration never does", () => {
  const odd = fc.oneof(fc.anything(), fc.double());
  fc.assert(
    fc.property(fc.constantFrom(...models), odd, odd, fc.boolean(), (model, length, running, present) => {
      const estimate = estimatePrice(model, "你好", 2);
      const answer = { duration: running, ...(present ? { duration_seconds: length } : {}) };
      const settled = settlePrice(model, estimate, answer, 2);
      const valid = present && typeof length === "number" && Number.isFinite(length) && length > 0;
      if (valid && model === refVoice2) {
        expect(settled).toMatchObject({ kind: "money", seconds: length, basis: "duration_seconds" });
      } else {
        expect(settled).toBe(estimate);
      }
    }),
  );
});

test("the amount is the formula times the multiplier, to the smallest unit that it can have", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 0, max: 20 }), (seconds, multiplier) => {
      const price = estimatePrice(refVoice2, "夜".repeat(seconds * 4), multiplier);
      expect(price).toMatchObject({ seconds, amount: Number(`${(15 + 2 * seconds) * multiplier}e-3`) });
    }),
  );
});
