import type { AudioCapabilities } from "../base/capabilities.ts";
import { type AudioFormat, isRaw } from "../base/format.ts";

/**
 * The ways to play an answer: decoded into an audio context, streamed into an audio element, or whole when it is there.
 */
const playerKinds = ["pcm", "media-source", "blob"] as const;
export type PlayerKind = (typeof playerKinds)[number];

/**
 * The kind of player that begins earliest for `format` in a browser with `capabilities`. What is plain samples
 * is decoded by ourselves, a WAV file too. So is MP3, which also tells to the sample what is heard: by the browser's
 * own decoder, or by one in WebAssembly where that is being loaded, or is there. Where it isn't, MediaSource begins
 * earlier.
 */
export function choosePlayer(format: AudioFormat, capabilities: AudioCapabilities, decoderComes = false): PlayerKind {
  const { audioContext, mp3AudioDecoder, mp3MediaSource, webAssembly } = capabilities;
  if (isRaw(format) || format.codec === "wav") return audioContext === undefined ? "blob" : "pcm";
  if (format.codec !== "mp3") return "blob";
  const decodes = audioContext !== undefined && (mp3AudioDecoder !== undefined || webAssembly);
  if (decodes && (mp3AudioDecoder !== undefined || decoderComes)) return "pcm";
  if (mp3MediaSource !== undefined) return "media-source";
  return decodes ? "pcm" : "blob";
}

/** Whether MP3 would begin earlier here if the decoder in WebAssembly were there. */
export const wantsDecoder = (capabilities: AudioCapabilities): boolean =>
  capabilities.mp3AudioDecoder === undefined && choosePlayer({ codec: "mp3" }, capabilities, true) === "pcm";
