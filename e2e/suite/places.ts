import { property } from "../../src/contract/json.ts";
import type { Asked, Recorded } from "./recording.ts";

/** Which answers a mutation is about. */
export type Place = (asked: Asked, answer: Recorded) => boolean;

const speech = "/v1/audio/speech";
const tasks = "/v1/audio/speech/tasks";

const statusOf = (answer: Recorded): number | undefined =>
  answer.kind === "http" ? answer.answer.status : answer.kind === "refused" ? answer.error.status : undefined;
const isSound = (answer: Recorded): boolean =>
  answer.kind === "http" && answer.answer.status === 200 && answer.answer.body.type.startsWith("audio/");

/** A field of the request's body. */
export const sent = ({ body }: Asked, name: string): unknown => property(body, name);

function spoken(model: string, more: (asked: Asked) => boolean = () => true): Place {
  return (asked, answer) =>
    asked.method === "POST" &&
    asked.path === speech &&
    sent(asked, "model") === model &&
    isSound(answer) &&
    more(asked);
}

const isStream = (asked: Asked) => sent(asked, "stream") === true;
const codecOf = (asked: Asked) => sent(asked, "Codec") ?? sent(asked, "codec");
const route = (name: string) => (asked: Asked) => asked.path.split("?")[0]?.endsWith(`/${name}`) === true;
const [isContent, isTimes] = [route("content"), route("timestamps")];
const isTask = ({ method, path }: Asked) => method === "GET" && /\/tasks\/[^/]+$/.test(path);

/** Sound by which it is answered. */
export const sounds = {
  "Model A": spoken("cloud-tts"),
  "Model B, speech": spoken("streamspeech-v8", (asked) => !isStream(asked)),
  "Model B, stream": spoken(
    "streamspeech-v8",
    (asked) => isStream(asked) && codecOf(asked) === undefined && sent(asked, "response_format") !== "pcm",
  ),
  "Model B, PCM": spoken("streamspeech-v8", (asked) => codecOf(asked) === "pcm_s16le"),
  "Model B, mu-law": spoken("streamspeech-v8", (asked) => codecOf(asked) === "pcm_mulaw"),
  "Model C": spoken("refvoice-2"),
  "a task's content": (asked, answer) =>
    asked.method === "GET" && isContent(asked) && asked.range === undefined && isSound(answer),
  "the WebSocket": (asked, answer) => asked.method === "WS" && answer.kind === "socket" && hasSound(answer),
} as const satisfies Readonly<Record<string, Place>>;
export type SoundPlace = keyof typeof sounds;

function hasSound(answer: Recorded): boolean {
  return answer.kind === "socket" && answer.conversation.frames.some(({ kind }) => kind === "binary");
}

const isRefusal = (answer: Recorded): boolean => (statusOf(answer) ?? 0) >= 400;

export const places = {
  ...sounds,
  models: ({ path }) => path === "/v1/models",
  made: (asked, answer) => asked.method === "POST" && asked.path === tasks && !isRefusal(answer),
  task: (asked, answer) => isTask(asked) && !isRefusal(answer),
  part: (asked, answer) => isContent(asked) && asked.range !== undefined && statusOf(answer) === 206,
  beyondEnd: (asked, answer) => isContent(asked) && statusOf(answer) === 416,
  head: ({ method }) => method === "HEAD",
  timestamps: (asked, answer) => isTimes(asked) && statusOf(answer) === 200,
  socketTimes: (asked, answer) => asked.method === "WS" && answer.kind === "socket",
  noTimestamps: (asked, answer) => isTimes(asked) && statusOf(answer) === 404,
  refusal: (asked, answer) => asked.method === "POST" && asked.path !== "/v1/systemone" && isRefusal(answer),
  unknownTask: ({ path }) => path.includes("task_nosuchtask"),
  refusedSocket: (asked, answer) => asked.method === "WS" && !hasSound(answer),
} as const satisfies Readonly<Record<string, Place>>;

/** A place narrowed down by what was asked. */
export function where(place: Place, also: (asked: Asked) => boolean): Place {
  return (asked, answer) => place(asked, answer) && also(asked);
}

/** Either of some places. */
export function any(...some: readonly Place[]): Place {
  return (asked, answer) => some.some((place) => place(asked, answer));
}
