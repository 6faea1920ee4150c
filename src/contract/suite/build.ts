import type { Check, CheckRequest, CheckStep, CostClass } from "../checks/check.ts";
import type { Expectation } from "../checks/expectation.ts";

/** A JSON request by POST; a body that is text goes as it stands. */
export function post(path: string, body: object | string): CheckRequest {
  return { transport: "http", method: "POST", path, body: typeof body === "string" ? body : JSON.stringify(body) };
}

export const speak = (body: object | string): CheckRequest => post("/v1/audio/speech", body);
export const makeTask = (body: object | string): CheckRequest => post("/v1/audio/speech/tasks", body);

export function read(path: string, range?: string): CheckRequest {
  return { transport: "http", method: "GET", path, ...(range === undefined ? {} : { range }) };
}

/** One text frame over the WebSocket. */
export function overSocket(frame: object | string, model = "streamspeech-v8"): CheckRequest {
  return {
    transport: "websocket",
    path: `/v1/audio/speech/websocket?model=${model}`,
    frames: [typeof frame === "string" ? frame : JSON.stringify(frame)],
  };
}

export const status = (least: number, most = least): Expectation => ({ kind: "status", least, most });
export const codec = (...is: string[]): Expectation => ({ kind: "codec", is });
export const header = (name: string, matches?: string): Expectation => ({
  kind: "header",
  name,
  ...(matches === undefined ? {} : { matches }),
});
export const json = (
  path: string,
  rest: Omit<Expectation & { readonly kind: "json" }, "kind" | "path"> = {},
): Expectation => ({ kind: "json", path, ...rest });
export const figure = (
  of: (Expectation & { readonly kind: "figure" })["of"],
  least?: number,
  most?: number,
): Expectation => ({ kind: "figure", of, least, most });
export const compared = (
  of: (Expectation & { readonly kind: "compared" })["of"],
  step: string,
  least?: number,
  most?: number,
): Expectation => ({ kind: "compared", of, step, least, most });
/** What the embedded service chose where the document is silent. */
export const beyond = <Some extends Expectation>(expectation: Some): Some & { readonly beyond: true } => ({
  ...expectation,
  beyond: true,
});
const says = (field: "type" | "param" | "code", is: string): Expectation =>
  beyond({ kind: "error", field, is } satisfies Expectation);

/**
 * A refusal: the document names no status, so that any error of the client's counts; the embedded service's own choices are
 * judged there only.
 */
export function refused(
  own: { readonly status?: number; readonly param?: string; readonly code?: string; readonly type?: string } = {},
): readonly Expectation[] {
  const { status: chosen = 400, param, code, type = "invalid_request_error" } = own;
  return [
    status(400, 499),
    beyond(status(chosen)),
    says("type", type),
    ...(param === undefined ? [] : [says("param", param)]),
    ...(code === undefined ? [] : [says("code", code)]),
  ];
}

/** Sound in an answer to POST; the type that it is given isn't documented. */
export function sound(codecName: "mp3" | "wav" | "pcm_s16le" | "pcm_mulaw"): readonly Expectation[] {
  const type = { mp3: "^audio/mpeg", wav: "^audio/(x-)?wav", pcm_s16le: "^audio/", pcm_mulaw: "^audio/" }[codecName];
  return [status(200), codec(codecName), beyond(header("content-type", type)), figure("duration", 0.2, 60)];
}

/** A task was made: that it is answered with 200 isn't documented. */
export function made(): readonly Expectation[] {
  return [status(200, 299), beyond(status(200))];
}

/** One request and what is expected of it. */
export function step(name: string, request: CheckRequest, ...expect: readonly Expectation[]): CheckStep {
  return { name, request, expect: [...expect] };
}

/** A step whose task is waited for. */
export function followed(name: string, request: CheckRequest, ...expect: readonly Expectation[]): CheckStep {
  return { ...step(name, request, ...expect), follow: true };
}

/** A rule by its id, which begins with its section: `2.3/both-modes`. */
export function check(
  id: string,
  en: string,
  zh: string,
  cost: CostClass,
  ...steps: readonly [CheckStep, ...CheckStep[]]
): Check {
  return { id, section: id.split("/")[0] ?? id, rule: { en, zh }, cost, steps };
}

/** A rule that only the embedded service set itself. */
export function ownCheck(...parts: Parameters<typeof check>): Check {
  return { ...check(...parts), beyond: true };
}

/** `text` made `length` characters long by spaces before its last word: long for a limit, quick to speak. */
export function padded(length: number, first = "Good", last = "morning."): string {
  return first + " ".repeat(length - first.length - last.length) + last;
}
