import { rawSubtypes } from "../../contract/raw-media-types.ts";
import {
  type Check,
  type CheckRequest,
  type CheckStep,
  type CostClass,
  expectsRefusal,
  speechIn,
} from "../checks/check.ts";
import type { Expectation } from "../checks/expectation.ts";

/** A JSON request by POST; a body that is text goes as it stands. */
export function post(path: string, body: object | string): CheckRequest {
  return { transport: "http", method: "POST", path, body: typeof body === "string" ? body : JSON.stringify(body) };
}

/** A usual request to Model B, but for what is changed. */
export const modelB = (changes: object = {}) => ({
  model: "streamspeech-v8",
  input: "Good morning, dear listeners.",
  voice: "Autumn",
  ...changes,
});

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
/** A header that may be left out, but mustn't say something else. */
export const headerIfAny = (name: string, matches: string): Expectation => ({
  kind: "header",
  name,
  matches,
  optional: true,
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
 * A refusal: the document names no status, so that any error of the client's counts; the embedded service's own choices
 * are judged there only.
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

/** A WebSocket that isn't taken, or is closed without sound: the document doesn't say how it is refused. */
export function refusedSocket(own: Parameters<typeof refused>[0] = {}): readonly Expectation[] {
  const [, ...ours] = refused(own);
  return [{ kind: "status", least: 400, most: 499, orClosed: true }, ...ours];
}

/** A frame that gets no sound: an error or nothing, and a close frame of the service's. */
export function refusedFrame(code: number, param?: string, errorCode?: string): readonly Expectation[] {
  return [
    { kind: "frames", is: "e?" },
    figure("close_code", 1_000, 4_999),
    beyond({ kind: "frames", is: "e" } satisfies Expectation),
    beyond(figure("close_code", code, code)),
    ...(param === undefined ? [] : [says("param", param)]),
    ...(errorCode === undefined ? [] : [says("code", errorCode)]),
  ];
}

type CodecName = "mp3" | "wav" | "pcm_s16le" | "pcm_mulaw";

/** What a sound may be called that isn't called something else: types that say nothing are allowed. */
const namesOf: Readonly<Record<CodecName, string>> = {
  mp3: "^(audio/(x-)?(mpeg|mp3)|(application|binary)/octet-stream)",
  wav: "^(audio/(x-|vnd\\.)?wave?|(application|binary)/octet-stream)",
  pcm_s16le: namesOfRaw("pcm_s16le"),
  pcm_mulaw: namesOfRaw("pcm_mulaw"),
};

function namesOfRaw(codecName: "pcm_s16le" | "pcm_mulaw"): string {
  return `^(audio/(${rawSubtypes.either}|${rawSubtypes[codecName]})\\s*(;|$)|(application|binary)/octet-stream)`;
}
const ownTypes: Readonly<Record<CodecName, string>> = {
  mp3: "^audio/mpeg",
  wav: "^audio/(x-)?wav",
  pcm_s16le: "^audio/",
  pcm_mulaw: "^audio/",
};

/** Letters a second at which people speak, and services at their usual speed. */
const usualPace = [4, 24] as const;

/** The file of a sound: whole, of that codec, and not called something else. How it is called isn't documented. */
export function soundFile(codecName: CodecName): readonly Expectation[] {
  return [
    status(200),
    codec(codecName),
    headerIfAny("content-type", namesOf[codecName]),
    beyond(header("content-type", ownTypes[codecName])),
    figure("stray", 0, 0),
    figure("channels", 1, 2),
    figure("sample_rate", 8_000, 48_000),
  ];
}

/** Speech at whatever speed: a voice is heard, at its own loudness, once. */
export function spoken(): readonly Expectation[] {
  return [figure("peak", 0.02), figure("pitch", 50, 500), figure("halves", -1, 0.9)];
}

/** Speech in an answer to POST, at the usual speed. */
export function sound(codecName: CodecName): readonly Expectation[] {
  return [...soundFile(codecName), figure("duration", 0.2, 60), ...spoken(), figure("pace", ...usualPace)];
}

/** Speech in an answer to POST, at a speed that was asked for. */
export function soundAtSpeed(codecName: CodecName): readonly Expectation[] {
  return [...soundFile(codecName), figure("duration", 0.2, 60), ...spoken()];
}

/** From here on two sounds are one and the same, in another encoding at most. */
export const sameSound = 0.995;

/** The same text is about as long wherever it is spoken. */
export function asLongAs(stepName: string): Expectation {
  return compared("duration", stepName, 0.6, 1.6);
}

/** A task was made: that it is answered with 200 isn't documented. */
export function made(): readonly Expectation[] {
  return [status(200, 299), beyond(status(200))];
}

export function step(name: string, request: CheckRequest, ...expect: readonly Expectation[]): CheckStep {
  return { name, request, expect: [...expect] };
}

/** A step whose task is waited for. */
export function followed(name: string, request: CheckRequest, ...expect: readonly Expectation[]): CheckStep {
  return { ...step(name, request, ...expect), follow: true };
}

/** A task that isn't taken, or fails: the document doesn't say when a task is refused. */
export function refusedTask(name: string, body: object, own: Parameters<typeof refused>[0]): CheckStep {
  const [, ...ours] = refused(own);
  return followed(name, makeTask(body), { kind: "task", is: "failed", orRefused: true }, ...ours);
}

/** A step that is sent once in a run, whichever checks have it. */
export function shared(...parts: Parameters<typeof step>): CheckStep {
  return { ...step(...parts), shared: true };
}

/** A step that only stands beside others: the rule isn't judged by it. */
export function control(...parts: Parameters<typeof step>): CheckStep {
  return { ...shared(...parts), control: true };
}

/** A rule by its id, which begins with its section: `2.3/both-modes`. */
export function check(id: string, en: string, zh: string, ...steps: readonly CheckStep[]): Check {
  return { id, section: id.split("/")[0] ?? id, rule: { en, zh }, cost: costOf(steps), steps };
}

/** More characters than the few words that are usually spoken. */
const manyCharacters = 100;

function costOf(steps: readonly CheckStep[]): CostClass {
  const judged = steps.filter((step) => step.control !== true && !expectsRefusal(step));
  const spoken = judged.flatMap(({ request }) => speechIn(request));
  if (spoken.length === 0) return "free";
  return spoken.some((speech) => speech !== "unknown" && speech.text.length > manyCharacters) ? "large" : "small";
}

/** A rule that only the embedded service set itself. */
export function ownCheck(...parts: Parameters<typeof check>): Check {
  return { ...check(...parts), beyond: true };
}

/** A text of `length` characters, most of them spaces before its last word: long for a limit, quick to speak. */
export function padded(length: number): string {
  return `${"Good".padEnd(length - "morning.".length)}morning.`;
}
