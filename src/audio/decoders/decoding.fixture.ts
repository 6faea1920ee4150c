import { joinSamples } from "../../contract/bytes.ts";
import { type AudioCapabilities, detectCapabilities } from "../base/capabilities.ts";
import type { AudioFormat } from "../base/format.ts";
import type { PlaybackError } from "../base/playback-error.ts";
import type { AudioBytes } from "../base/source.ts";
import { createDecoder, type DecodingWays } from "./create-decoder.ts";
import type { DecodedAudio } from "./decoder.ts";

/** Capabilities that leave one way to decode MP3. */
export const webCodecsOnly: AudioCapabilities = { ...detectCapabilities(), webAssembly: false };
export const mpg123Only: AudioCapabilities = { ...detectCapabilities(), mp3AudioDecoder: undefined };

/** Everything that `pieces` decode to, joined per channel. Rejects with the decoder's error. */
export async function decodeAll(
  format: AudioFormat,
  capabilities: DecodingWays,
  pieces: readonly AudioBytes[],
): Promise<DecodedAudio> {
  const parts: DecodedAudio[] = [];
  let fail: (error: PlaybackError) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const decoder = createDecoder(format, capabilities, { onAudio: (audio) => parts.push(audio), onError: fail });
  if (decoder === undefined) throw new Error("There is no decoder for this format.");
  async function feed(): Promise<void> {
    for (const piece of pieces) {
      await decoder?.ready();
      decoder?.decode(piece);
    }
    await decoder?.flush();
  }
  await Promise.race([feed(), failed]);
  decoder.dispose();
  return joinAudio(parts);
}

/** `parts` behind one another. */
export function joinAudio(parts: readonly DecodedAudio[]): DecodedAudio {
  const [first] = parts;
  if (first === undefined) return { sampleRate: 0, channels: [] };
  return {
    sampleRate: first.sampleRate,
    channels: first.channels.map((_, index) =>
      joinSamples(parts.map(({ channels }) => channels[index] ?? new Float32Array())),
    ),
  };
}
