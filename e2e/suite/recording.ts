import * as z from "zod/mini";
import type { SpeechClient } from "../../src/api/client.ts";
import type { Conversation } from "../../src/api/conversation.ts";
import { SpeechRequestError } from "../../src/api/errors.ts";
import type { ExchangeAnswer } from "../../src/api/exchange.ts";

type CheckClient = Pick<SpeechClient, "exchange" | "converse">;

/** What a service answered to one request; `refused` is the answer to a WebSocket that it didn't take. */
export type Recorded =
  | { readonly kind: "http"; readonly answer: ExchangeAnswer; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "socket"; readonly conversation: Conversation }
  | { readonly kind: "refused"; readonly error: SpeechRequestError };

/** A request as it was asked. */
export interface Asked {
  /** `WS` for a WebSocket. */
  readonly method: string;
  readonly path: string;
  /** The JSON of the body or of the frame; undefined where there is none. */
  readonly body: unknown;
  readonly range: string | undefined;
}

/** What a service answered to one request, in order, as often as it was asked. */
export interface Answered {
  readonly asked: Asked;
  readonly answers: readonly Recorded[];
}

/** Everything that a service answered, by request. */
export type Recording = ReadonlyMap<string, Answered>;

/** By what a request is found again. */
function keyOf(request: object): string {
  return JSON.stringify(Object.entries(request).sort(([one], [other]) => (one < other ? -1 : 1)));
}

export function askedOf(request: object): Asked {
  const { method = "WS", path, body, range, frames } = z.parse(requestSchema, request);
  return { method, path, body: parsed(frames?.[0] ?? body), range };
}

const requestSchema = z.object({
  method: z.optional(z.string()),
  path: z.string(),
  body: z.optional(z.string()),
  range: z.optional(z.string()),
  frames: z.optional(z.array(z.string())),
});

function parsed(text: unknown): unknown {
  try {
    return typeof text === "string" ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** A client that asks a real one and keeps what it answers. */
export function recordingClient(real: CheckClient): { readonly client: CheckClient; readonly recording: Recording } {
  const recording = new Map<string, Answered>();
  const keep = (request: object, recorded: Recorded): void => {
    const key = keyOf(request);
    recording.set(key, { asked: askedOf(request), answers: [...(recording.get(key)?.answers ?? []), recorded] });
  };
  return {
    recording,
    client: {
      async exchange(request, signal) {
        const answer = await real.exchange(request, signal);
        keep(request, { kind: "http", answer, bytes: new Uint8Array(await answer.body.arrayBuffer()) });
        return answer;
      },
      async converse(request, signal) {
        try {
          const conversation = await real.converse(request, signal);
          keep(request, { kind: "socket", conversation });
          return conversation;
        } catch (error) {
          if (error instanceof SpeechRequestError) keep(request, { kind: "refused", error });
          throw error;
        }
      },
    },
  };
}

const nothing: Recorded = {
  kind: "http",
  answer: {
    status: 404,
    headers: [],
    body: new Blob(),
    truncated: false,
    broken: false,
    times: { headers: 0, end: 0 },
  },
  bytes: new Uint8Array(),
};

/** What becomes of the answers to one request on the way. */
export type Distort = (answered: Answered) => readonly Recorded[];

/** A client that answers from recordings, the first that knows the request, and tells what was asked. */
export function replayingClient(
  recordings: readonly Recording[],
  distort: Distort,
  onAsked: (answered: Answered) => void = () => {},
): CheckClient {
  const times = new Map<string, number>();
  const next = (request: object): Recorded => {
    const key = keyOf(request);
    const answered = recordings.map((recording) => recording.get(key)).find((known) => known !== undefined);
    // Who is led elsewhere by a wrong answer finds nothing there.
    if (answered === undefined) return nothing;
    onAsked(answered);
    const answers = distort(answered);
    const at = times.get(key) ?? 0;
    times.set(key, at + 1);
    // Who asks more often than before is told the same as last.
    return answers[Math.min(at, answers.length - 1)] ?? nothing;
  };
  return {
    async exchange(request) {
      const recorded = next(request);
      if (recorded.kind !== "http") throw new Error("A request over HTTP was recorded as a WebSocket.");
      return recorded.answer;
    },
    async converse(request) {
      const recorded = next(request);
      if (recorded.kind === "socket") return recorded.conversation;
      if (recorded.kind === "refused") throw recorded.error;
      throw new Error("A WebSocket was recorded as a request over HTTP.");
    },
  };
}
