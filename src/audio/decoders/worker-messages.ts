import type { PlaybackError } from "../base/playback-error.ts";
import type { AudioBytes } from "../base/source.ts";
import type { DecodedAudio } from "./decoder.ts";

/** What a decoder in the worker is told. */
export type DecodingOrder =
  | { readonly type: "bytes"; readonly bytes: AudioBytes }
  | { readonly type: "flush" }
  | { readonly type: "end" };

/** What it answers. `ready` comes once for each piece of bytes. */
export type DecodingAnswer =
  | { readonly type: "audio"; readonly audio: DecodedAudio }
  | { readonly type: "ready" }
  | { readonly type: "flushed" }
  | { readonly type: "error"; readonly code: PlaybackError["code"]; readonly message: string };
