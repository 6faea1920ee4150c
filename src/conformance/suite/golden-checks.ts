import * as z from "zod/mini";
import { expand } from "../../contract/expand.ts";
import { isJsonObject } from "../../contract/json.ts";
import type { Localized } from "../../contract/language.ts";
import { findModel } from "../../contract/models/index.ts";
import { endpoints } from "../../contract/routes.ts";
import type { Check, CheckRequest } from "../checks/check.ts";
import { check, makeTask, overSocket, ownCheck, refused, refusedFrame, refusedSocket, speak, step } from "./build.ts";

/** What is read of a file of requests that were written down by hand from the document (`golden`). */
const fileSchema = z.object({
  kind: z.string(),
  cases: z.array(
    z.object({
      section: z.string(),
      input: z.unknown(),
      expect: z.unknown(),
    }),
  ),
});
const inputSchema = z.object({
  model: z.string(),
  endpoint: z.enum(endpoints),
  body: z.optional(z.unknown()),
  text: z.optional(z.string()),
});
const expectSchema = z.object({
  problems: z.array(z.looseObject({ param: z.string(), code: z.string() })).check(z.minLength(1)),
});

/**
 * Checks of every request that a golden file says is refused: written by hand from the document, so that they find a
 * contract that is wrong. Whatever is accepted costs, and is checked by rules of their own.
 *
 * @param text the file as it stands.
 */
export function checksOfGolden(name: string, text: string): readonly Check[] {
  const { kind, cases } = fileSchema.parse(JSON.parse(text));
  if (kind !== "request") return [];
  return cases.flatMap(({ section, input, expect }, at) => {
    const refusal = expectSchema.safeParse(expect);
    const sent = inputSchema.safeParse(input);
    const problem = refusal.success ? refusal.data.problems[0] : undefined;
    if (problem === undefined || !sent.success) return [];
    const request = requestOf(sent.data);
    if (request === undefined) return [];
    const own = section === "beyond";
    const place = own ? sectionOf(sent.data.model, problem.param) : (section.split(" ")[0] ?? section);
    const { param, code } = problem;
    const expected = !isObjectText(request)
      ? refused()
      : param === "model"
        ? request.transport === "websocket"
          ? refusedSocket({ param })
          : refused({ param })
        : request.transport === "websocket"
          ? refusedFrame(1_008, param, code)
          : refused({ param, code });
    const { en, zh } = ruleOf(sent.data.model, param, code);
    const checkOf = own ? ownCheck : check;
    return [checkOf(`${place}/golden-${name}-${at + 1}`, en, zh, step("request", request, ...expected))];
  });
}

function requestOf({ model, endpoint, body, text }: z.infer<typeof inputSchema>): CheckRequest | undefined {
  const sent =
    text === undefined ? JSON.stringify(named(expand(body), model, endpoint === "websocket")) : namedText(text, model);
  if (sent === undefined) return undefined;
  // One that can't be had would be a second fault, for which a service may refuse.
  const whole = sent.replace(unheard, "{{reference}}");
  if (endpoint === "websocket") return overSocket(whole, model);
  return endpoint === "tasks" ? makeTask(whole) : speak(whole);
}

/** The same in a text that no value could hold, such as one with `1e999`. */
function namedText(text: string, model: string): string {
  return /^\{(?!.*"model")/su.test(text) ? text.replace("{", `{"model":${JSON.stringify(model)},`) : text;
}

/** Whether a request holds a JSON object that every service reads: of anything else none need name a field. */
function isObjectText(request: CheckRequest): boolean {
  const sent = request.transport === "websocket" ? request.frames[0] : request.body;
  // A service may well read nothing that would reach its objects' prototypes.
  return sent?.startsWith("{") === true && !sent.includes("__proto__");
}

/** Addresses of recordings that nobody has, as the golden files name them. */
const unheard = /https:\/\/voices\.example\/[\w-]+\.wav/g;

/** Some files leave the model out of the body, because it stands beside it. */
function named(body: unknown, model: string, isFrame: boolean): unknown {
  return isFrame || !isJsonObject(body) || Object.hasOwn(body, "model") ? body : { model, ...body };
}

/** The document is silent there: the check stands with the field that it is about, or with the routes. */
function sectionOf(model: string, param: string): string {
  const fields = findModel(model)?.fields ?? [];
  const field = fields.find(
    ({ places, websocketName }) => websocketName === param || places.some(({ path }) => path.join(".") === param),
  );
  return field?.section ?? (param === "model" ? "1" : "4");
}

const ruleTexts: Readonly<Record<string, (param: string) => Localized>> = {
  missing: (param) => ({ en: `${param} is required.`, zh: `${param} 为必填。` }),
  empty: (param) => ({ en: `${param} must not be empty.`, zh: `${param} 不得为空。` }),
  wrong_type: (param) => ({ en: `${param} of another type is refused.`, zh: `${param} 类型不符时被拒绝。` }),
  out_of_range: (param) => ({ en: `${param} outside of its range is refused.`, zh: `${param} 超出范围时被拒绝。` }),
  value_not_allowed: (param) => ({
    en: `${param} takes none but the documented values.`,
    zh: `${param} 只接受文档列出的取值。`,
  }),
  text_too_long: (param) => ({ en: `${param} beyond its limit is refused.`, zh: `${param} 超出长度上限时被拒绝。` }),
  not_an_address: (param) => ({ en: `${param} must be an HTTP(S) address.`, zh: `${param} 必须是 HTTP(S) 地址。` }),
  not_applicable: (param) => ({ en: `${param} doesn't apply there.`, zh: `${param} 在此处不适用。` }),
  conflict: (param) => ({ en: `${param} must not contradict another field.`, zh: `${param} 不得与其他字段矛盾。` }),
};

function ruleOf(model: string, param: string, code: string): Localized {
  const rule = ruleTexts[code]?.(param) ?? { en: `${param} is refused.`, zh: `${param} 会被拒绝。` };
  return { en: `${model}: ${rule.en}`, zh: `${model}：${rule.zh}` };
}
