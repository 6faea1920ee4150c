import type { AudioCapabilities } from "../base/capabilities.ts";
import { type AudioFormat, isRaw } from "../base/format.ts";

/**
 * The ways to play an answer: decoded into an audio context, streamed into an audio element, or whole when it is there.
 */
const playerKinds = ["pcm", "media-source", "blob"] as const;
export type PlayerKind = (typeof playerKinds)[number];

/**
 * The kind of player that begins earliest for `format` in a browser with `capabilities`. What is plain samples
 * is decoded by ourselves, a WAV file too. For MP3 it is the browser's own
 * decoder into an audio context, which also knows to the sample what is heard; then MediaSource; then a decoder in
 * WebAssembly, since it must be loaded first.
 */
export function choosePlayer(format: AudioFormat, capabilities: AudioCapabilities): PlayerKind {
  const { audioContext, mp3AudioDecoder, mp3MediaSource, webAssembly } = capabilities;
  if (isRaw(format) || format.codec === "wav") return audioContext === undefined ? "blob" : "pcm";
  if (format.codec !== "mp3") return "blob";
  if (audioContext !== undefined && mp3AudioDecoder !== undefined) return "pcm";
  if (mp3MediaSource !== undefined) return "media-source";
  return audioContext !== undefined && webAssembly ? "pcm" : "blob";
}
