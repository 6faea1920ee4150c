import { wavHeader } from "../../src/audio/formats/wav.ts";
import { toneMp3, toneSamples } from "../../src/audio/players/tone.fixture.ts";

/** Each word sounds as long, in seconds. */
export const wordSeconds = 0.3;

/** A word and when it sounds, in seconds. */
export interface SungWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** The words of `text` without their punctuation, one behind the other. */
export function sungWords(text: string): readonly SungWord[] {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word, index) => ({ word, start: index * wordSeconds, end: (index + 1) * wordSeconds }));
}

/** What a tone is wrapped in. */
export type Wrapping = "mp3" | "wav" | "pcm";

const mediaTypes = { mp3: "audio/mpeg", wav: "audio/wav", pcm: "audio/pcm" } as const satisfies Record<
  Wrapping,
  string
>;

/** Sound as long as the words of `text`, at least half a second. */
export async function sing(
  text: string,
  wrapping: Wrapping,
  sampleRate: number,
): Promise<{ readonly bytes: Uint8Array; readonly mediaType: string }> {
  const seconds = Math.max(0.5, sungWords(text).length * wordSeconds);
  const mediaType = mediaTypes[wrapping];
  if (wrapping === "mp3") return { bytes: await toneMp3({ seconds }), mediaType };
  const samples = Int16Array.from(toneSamples(seconds, sampleRate), (sample) => sample * 32_767);
  const data = new Uint8Array(samples.buffer);
  if (wrapping === "pcm") return { bytes: data, mediaType };
  const header = wavHeader({ codec: "pcm_s16le", sampleRate, channels: 1 }, data.length);
  return { bytes: Buffer.concat([header, data]), mediaType };
}
