import { isJsonObject, parseJson } from "../../contract/json.ts";
import type { Localized } from "../../contract/language.ts";
import type { Check } from "../checks/check.ts";

/** The most of a body that stands in a name, in UTF-16 units. */
const mostOfBody = 90;

/**
 * Gives checks of one rule names of their own: what differs between their requests stands behind the rule. First the
 * route, then the body without its model, and where a name holds only the same beginning of long bodies, a number.
 */
export function distinguish(checks: readonly Check[]): readonly Check[] {
  let named = checks;
  for (const traitOf of traits) {
    const groups = new Map<string, Check[]>();
    for (const check of named) groups.set(nameOf(check), [...(groups.get(nameOf(check)) ?? []), check]);
    const numbers = new Map<string, number>();
    named = named.map((check) => {
      const group = groups.get(nameOf(check)) ?? [];
      if (group.length < 2) return check;
      const at = (numbers.get(nameOf(check)) ?? 0) + 1;
      numbers.set(nameOf(check), at);
      const differs = new Set(group.map((each, index) => traitOf(each, index + 1).en)).size > 1;
      return differs ? withTrait(check, traitOf(check, at)) : check;
    });
  }
  return named;
}

/** What may differ: parts of a name, the plainest first. */
const traits: readonly ((check: Check, number: number) => Localized)[] = [
  (check) => ({ en: ` (${routeOf(check)})`, zh: `（${routeOf(check)}）` }),
  (check) => ({ en: ` Sent: ${bodyOf(check)}`, zh: `发送：${bodyOf(check)}` }),
  (_, number) => ({ en: ` #${number}`, zh: ` #${number}` }),
];

function nameOf({ rule }: Check): string {
  return rule.en;
}

function withTrait(check: Check, trait: Localized): Check {
  const { en, zh } = check.rule;
  return { ...check, rule: { en: `${en}${trait.en}`, zh: `${zh}${trait.zh}` } };
}

/** The last part of the path, which names the route: `speech`, `tasks` or `websocket`. */
function routeOf({ steps: [first] }: Check): string {
  const [path = ""] = first?.request.path.split("?") ?? [];
  return path.split("/").at(-1) ?? path;
}

/** What is sent, without what every request of the group has. */
function bodyOf({ steps: [first] }: Check): string {
  const request = first?.request;
  const text = (request?.transport === "websocket" ? request.frames[0] : request?.body) ?? "";
  const shown = withoutModel(text);
  return shown.length <= mostOfBody ? shown : `${shown.slice(0, mostOfBody)}…`;
}

function withoutModel(text: string): string {
  const value = parseJson(text);
  if (!isJsonObject(value)) return text;
  const { model: _, ...rest } = value;
  return JSON.stringify(rest);
}
