import { describe, expect, test } from "vitest";
import { interfaceLanguages } from "./language.ts";
import { describeProblem, type Problem, type ProblemCode } from "./problems.ts";

const where = { param: "extra_body.voice", section: "2.4" };
const remedy = { en: "Send one of them.", zh: "请只发送其中一个。" };

/** One example of each code, with what its sentence must name; a new code fails to compile until it is here. */
const examples: { readonly [Code in ProblemCode]: readonly [Problem & { readonly code: Code }, readonly string[]] } = {
  missing: [{ ...where, code: "missing" }, []],
  empty: [{ ...where, code: "empty" }, ["1"]],
  wrong_type: [{ ...where, code: "wrong_type", expected: "number", sent: "1" }, ['"1"']],
  out_of_range: [{ ...where, code: "out_of_range", minimum: -1, maximum: 1.5, sent: 2 }, ["-1", "1.5", "2"]],
  value_not_allowed: [
    { ...where, code: "value_not_allowed", allowed: ["16k", "32k"], sent: "1k" },
    ["16k", "32k", '"1k"'],
  ],
  text_too_long: [{ ...where, code: "text_too_long", limit: 1000, characters: 1001 }, ["1000", "1001"]],
  not_an_address: [{ ...where, code: "not_an_address", sent: "Mei" }, ['"Mei"', "http"]],
  not_applicable: [
    { ...where, code: "not_applicable", where: "async", appliesTo: ["stream", "speech"] },
    ["async", "stream", "speech"],
  ],
  conflict: [{ ...where, code: "conflict", others: ["Codec"], remedy }, ["Codec"]],
};

describe.each(interfaceLanguages)("in %s", (language) => {
  test.each(Object.values(examples))("$code names the field and what to do", (problem, names) => {
    const sentence = describeProblem(problem, language);
    expect(sentence).toContain(problem.param);
    for (const name of names) expect(sentence).toContain(name);
    expect(sentence).toMatch(language === "en" ? /^[\x20-\x7e]+\.$/ : /[\u4e00-\u9fff].*。$/);
    if (problem.code === "conflict") expect(sentence).toContain(remedy[language]);
  });

  test("a range of one value is said as that value", () => {
    const sentence = describeProblem({ ...where, code: "out_of_range", minimum: 1, maximum: 1, sent: 2 }, language);
    expect(sentence.match(/1/g)).toHaveLength(1);
  });

  test.each(["string", "number", "boolean", "object"] as const)("names the type %s", (expected) => {
    const sentence = describeProblem({ ...where, code: "wrong_type", expected, sent: null }, language);
    expect(sentence).toContain("null");
    expect(sentence).not.toContain("undefined");
  });
});

test("a field is named as its form names it", () => {
  const problem: Problem = { ...where, code: "out_of_range", minimum: -1, maximum: 1, sent: 2 };
  expect(describeProblem(problem, "en", "Speed")).toBe("Speed must be from -1 to 1, not 2.");
  expect(describeProblem(problem, "zh", "语速")).toBe("“语速”须为 -1 到 1，当前为 2。");
  expect(describeProblem({ ...problem, minimum: 0, sent: 1.5 }, "zh", "悲伤")).toBe("“悲伤”须为 0–1，当前为 1.5。");
  expect(describeProblem({ ...where, code: "missing" }, "zh", "语速")).toBe("缺少“语速”：此模型必须提供。");
});

test.each([
  ["a whole book", "x".repeat(500_000)],
  ["half an emoji at the cut", "😀".repeat(200)],
  ["a long list", Array.from({ length: 10_000 }, (_, index) => index)],
  ["a list deeper than JSON can be written", JSON.parse("[".repeat(200_000) + "]".repeat(200_000))],
  ["an object deeper than JSON can be written", JSON.parse(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`)],
])("%s that was sent is cut short", (_what, sent) => {
  const sentence = describeProblem({ ...where, code: "wrong_type", expected: "number", sent }, "en");
  expect(sentence.length).toBeLessThan(250);
  expect(sentence).toContain("…");
  // Throws on half a surrogate pair.
  expect(encodeURIComponent(sentence)).not.toBe("");
});

test.each([Number.POSITIVE_INFINITY, Number.NaN])("%s is named as what it is, not as JSON's null", (sent) => {
  expect(describeProblem({ ...where, code: "wrong_type", expected: "number", sent }, "en")).toContain(String(sent));
});
