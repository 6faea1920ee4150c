import type { AudioFormat } from "./format.ts";

/** Bytes as they come from the network: their own buffer, which nobody writes to afterwards. */
export type AudioBytes = Uint8Array<ArrayBuffer>;

/**
 * One step of an answer that is made of sound. `progress` carries what a service says about the words, unparsed.
 * `answeredAt` is when the answer's head was there, on the client's clock in milliseconds, where the head comes before
 * the sound. Sound that is `held` waits until a person asks for it. The silence that a sound with a `pause` begins with
 * was asked for.
 */
export type AudioPart =
  | {
      readonly type: "start";
      readonly format: AudioFormat;
      readonly answeredAt?: number;
      readonly held?: true;
      readonly pause?: true;
    }
  | { readonly type: "audio"; readonly bytes: AudioBytes }
  | { readonly type: "progress"; readonly data: unknown }
  | { readonly type: "end" };

/**
 * Where sound comes from: an HTTP body, WebSocket frames, finished content. `start` comes first, `end` last and only
 * when the answer is known to be whole. A reply that is not audio throws a typed error before `start`; one that breaks
 * off throws a typed error behind the parts that came; an aborted signal throws the signal's reason. A source is good
 * for one iteration, since a request that costs money must not be sent twice.
 */
export type AudioSource = (signal: AbortSignal) => AsyncIterable<AudioPart>;
