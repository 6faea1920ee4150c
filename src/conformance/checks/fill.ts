import type { CheckRequest } from "./check.ts";
import type { Expectation } from "./expectation.ts";

/**
 * What `{{name}}` stands for, by its name. `{{name?}}` is the query of the address that it stands for, with its mark.
 */
export type Variables = Readonly<Record<string, string>>;

const placeholder = /\{\{(\w+)(\??)\}\}/g;

/** The names that a text needs and `variables` don't have. */
export function missingIn(text: string, variables: Variables): readonly string[] {
  return [...text.matchAll(placeholder)].flatMap(([, name = ""]) => (Object.hasOwn(variables, name) ? [] : [name]));
}

/** A text with its placeholders filled; those without a value stay. */
function fillText(text: string, variables: Variables, write: (value: string) => string = String): string {
  return text.replace(placeholder, (whole, name: string, query: string) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value === undefined) return whole;
    const mark = value.indexOf("?");
    return write(query === "" ? value : mark < 0 ? "" : value.slice(mark));
  });
}

/** A request as it goes out. Inside of JSON, values are written so that it stays JSON. */
export function fillRequest(request: CheckRequest, variables: Variables): CheckRequest {
  const inJson = (text: string) => fillText(text, variables, (value) => JSON.stringify(value).slice(1, -1));
  const path = fillText(request.path, variables);
  if (request.transport === "websocket") return { ...request, path, frames: request.frames.map(inJson) };
  const { body, range } = request;
  return {
    ...request,
    path,
    ...(body === undefined ? {} : { body: inJson(body) }),
    ...(range === undefined ? {} : { range: fillText(range, variables) }),
  };
}

/** An expectation as it is judged, each of its texts filled in. Inside of a pattern, values stand for themselves. */
export function fillExpectation(expectation: Expectation, variables: Variables): Expectation {
  const fill = (key: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((each) => fill(key, each));
    if (typeof value !== "string") return value;
    return fillText(value, variables, key === "matches" ? escapePattern : String);
  };
  const filled = Object.entries(expectation).map(([key, value]) => [key, fill(key, value)]);
  return Object.fromEntries(filled) as Expectation;
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
