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

/** Everything that a service answered while one check ran, by request and in order. */
export type Recording = ReadonlyMap<string, readonly Recorded[]>;

/** By what a request is found again. */
export function keyOf(request: object): string {
  return JSON.stringify(Object.entries(request).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** A client that asks a real one and keeps what it answers. */
export function recordingClient(real: CheckClient): { readonly client: CheckClient; readonly recording: Recording } {
  const recording = new Map<string, Recorded[]>();
  const keep = (request: object, recorded: Recorded): void => {
    const key = keyOf(request);
    recording.set(key, [...(recording.get(key) ?? []), recorded]);
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

/** What is asked with which key, and what becomes of the answer on the way. */
export type Distort = (key: string, recorded: Recorded) => Recorded;

/** A client that answers from a recording, through a service in between that distorts what it passes on. */
export function replayingClient(recording: Recording, distort: Distort): CheckClient {
  const asked = new Map<string, number>();
  const next = (request: object): Recorded => {
    const key = keyOf(request);
    const answers = recording.get(key) ?? [];
    const at = asked.get(key) ?? 0;
    asked.set(key, at + 1);
    // Who asks more often than before is told the same as last.
    const recorded = answers[Math.min(at, answers.length - 1)];
    // Who is led elsewhere by a wrong answer finds nothing there.
    if (recorded === undefined) return nothing;
    return distort(key, recorded);
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
