import { shorten } from "./characters.ts";
import type { InterfaceLanguage, Localized } from "./language.ts";

/**
 * What can be wrong with a request. `param` names the field as it was sent (or as it should be sent when it is
 * missing), so that a person finds it in their own body.
 */
export type Problem = {
  readonly param: string;
  /** The section of the document that says so, or that describes the field where none does. */
  readonly section: string;
  /** Set where the document doesn't say so: it is the embedded service's own choice to refuse that. */
  readonly undocumented?: true;
} & (
  | { readonly code: "missing" }
  | { readonly code: "empty" }
  | { readonly code: "wrong_type"; readonly expected: ExpectedType; readonly sent: unknown }
  | { readonly code: "out_of_range"; readonly minimum: number; readonly maximum: number; readonly sent: number }
  | { readonly code: "value_not_allowed"; readonly allowed: readonly string[]; readonly sent: unknown }
  | { readonly code: "text_too_long"; readonly limit: number; readonly characters: number }
  | { readonly code: "not_an_address"; readonly sent: string }
  | { readonly code: "not_applicable"; readonly where: string; readonly appliesTo: readonly string[] }
  | { readonly code: "conflict"; readonly others: readonly string[]; readonly remedy: Localized }
);

export type ProblemCode = Problem["code"];
type ExpectedType = "string" | "number" | "boolean" | "object";

/** What JSON values are called in a sentence. */
export const typeNames: Readonly<Record<ExpectedType | "integer" | "array", Localized>> = {
  string: { en: "a string", zh: "字符串" },
  number: { en: "a number", zh: "数值" },
  integer: { en: "an integer", zh: "整数" },
  boolean: { en: "true or false", zh: "true 或 false" },
  object: { en: "an object", zh: "对象" },
  array: { en: "a list", zh: "列表" },
};

/**
 * A problem as one sentence that names the field and the remedy.
 *
 * @param name what the field is called there; its name in the request when absent.
 */
export function describeProblem(problem: Problem, language: InterfaceLanguage, name = problem.param): string {
  if (name === problem.param || language === "en") return sentences[language]({ ...problem, param: name });
  // Spaces stand around what is written in Latin letters, which a form's name in quotation marks isn't.
  return sentences.zh({ ...problem, param: `“${name}”` }).replace(/ (?=“)|(?<=”) /gu, "");
}

const sentences: Readonly<Record<InterfaceLanguage, (problem: Problem) => string>> = {
  en: (problem) => {
    const { param } = problem;
    switch (problem.code) {
      case "missing":
        return `${param} is missing: this model needs it.`;
      case "empty":
        return `${param} is empty: it needs at least 1 character.`;
      case "wrong_type":
        return `${param} must be ${typeNames[problem.expected].en}, not ${quote(problem.sent)}.`;
      case "out_of_range":
        return problem.minimum === problem.maximum
          ? `${param} must be ${problem.minimum}, not ${problem.sent}.`
          : `${param} must be from ${problem.minimum} to ${problem.maximum}, not ${problem.sent}.`;
      case "value_not_allowed":
        return `${param} must be ${oneOf(problem.allowed)}, not ${quote(problem.sent)}.`;
      case "text_too_long":
        return `${param} has ${problem.characters} characters; at most ${problem.limit} are allowed here.`;
      case "not_an_address":
        return `${param} must be a public http or https address of a recording, not ${quote(problem.sent)}.`;
      case "not_applicable":
        return (
          `${param} does not apply to ${problem.where}; ` +
          `it applies to ${problem.appliesTo.join(", ")}. Leave it out.`
        );
      case "conflict":
        return `${param} contradicts ${problem.others.join(", ")}. ${problem.remedy.en}`;
    }
  },
  zh: (problem) => {
    const { param } = problem;
    switch (problem.code) {
      case "missing":
        return `缺少 ${param}：此模型必须提供。`;
      case "empty":
        return `${param} 为空：至少需要 1 个字符。`;
      case "wrong_type":
        return `${param} 须为${typeNames[problem.expected].zh}，当前为 ${quote(problem.sent)}。`;
      case "out_of_range":
        return problem.minimum === problem.maximum
          ? `${param} 须为 ${problem.minimum}，当前为 ${problem.sent}。`
          : `${param} 须为 ${problem.minimum}${problem.minimum < 0 ? " 到 " : "–"}${problem.maximum}，当前为 ${problem.sent}。`;
      case "value_not_allowed":
        return `${param} 只能是 ${problem.allowed.join("、")}，当前为 ${quote(problem.sent)}。`;
      case "text_too_long":
        return `${param} 有 ${problem.characters} 个字符；此处最多 ${problem.limit} 个。`;
      case "not_an_address":
        return `${param} 须为录音的公开 http 或 https 地址，当前为 ${quote(problem.sent)}。`;
      case "not_applicable":
        return `${param} 不适用于 ${problem.where}，只适用于 ${problem.appliesTo.join("、")}。请去掉它。`;
      case "conflict":
        return `${param} 与 ${problem.others.join("、")} 矛盾。${problem.remedy.zh}`;
    }
  },
};

function oneOf(values: readonly string[]): string {
  return `${values.length > 1 ? "one of " : ""}${values.join(", ")}`;
}

/** A sent value for a message: JSON, cut short so that a whole book never ends up in an error. */
function quote(value: unknown): string {
  const text = typeof value === "number" ? String(value) : stringify(value);
  return shorten(text, 60);
}

function stringify(value: unknown): string {
  try {
    // A path of Windows is shown as it was typed.
    return (JSON.stringify(value) ?? String(value)).replaceAll("\\\\", "\\");
  } catch {
    // JSON.parse reads nesting that is too deep for JSON.stringify.
    return Array.isArray(value) ? "[…]" : "{…}";
  }
}
