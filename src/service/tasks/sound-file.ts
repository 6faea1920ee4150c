import type { Write } from "../content/content-storage.ts";
import { sampleRateOf } from "../synthesis/formats.ts";
import { fillWavLengths } from "../synthesis/signal/encoder.ts";
import type { SpeechFormat, Synthesis } from "../synthesis/synthesizer.ts";
import { infoFrame, infoFrameBytes } from "./info-frame.ts";

/** A RIFF header with a format and a data chunk, nothing else. */
const wavHeaderBytes = 44;
/** The head of an MP3 frame. */
const frameHeadBytes = 4;

/**
 * Writes the audio of a synthesis while it is made; memory doesn't grow with it. Of a WAV it leaves out the header,
 * which stands in front.
 *
 * @param onBytes called after each piece that was taken.
 * @returns what stands in front of the audio and depends on all of it.
 */
export async function writeSound(
  write: Write,
  format: SpeechFormat,
  synthesis: Synthesis,
  onBytes: () => void,
): Promise<Uint8Array> {
  const head: number[] = [];
  const headBytes = format.codec === "wav" ? wavHeaderBytes : frameHeadBytes;
  let bytes = 0;
  for await (const chunk of synthesis) {
    const ofHead = chunk.subarray(0, headBytes - head.length);
    head.push(...ofHead);
    const body = format.codec === "wav" ? chunk.subarray(ofHead.length) : chunk;
    await write(body);
    bytes += body.length;
    onBytes();
  }
  const { durationSeconds } = await synthesis.result;
  return frontOf(format, { head: Uint8Array.from(head), bytes, durationSeconds });
}

/** How many bytes stand in front of a finished sound's samples or frames. */
export function bytesInFront(format: SpeechFormat): number {
  if (format.codec === "mp3") return infoFrameBytes(format.bitrate);
  return format.codec === "wav" ? wavHeaderBytes : 0;
}

interface FinishedSound {
  /** The first bytes of an MP3's frames, or the header that a WAV has while it is made. */
  readonly head: Uint8Array;
  /** Of samples or frames. */
  readonly bytes: number;
  readonly durationSeconds: number;
}

/** What stands in front of a sound and depends on all of it: an MP3's Info frame, a WAV's header with its lengths. */
export function frontOf(format: SpeechFormat, { head, bytes, durationSeconds }: FinishedSound): Uint8Array {
  if (format.codec === "mp3") {
    const samples = Math.round(durationSeconds * sampleRateOf(format));
    return infoFrame({ bitrate: format.bitrate, header: head.subarray(0, frameHeadBytes), bytes, samples });
  }
  if (format.codec !== "wav") return new Uint8Array();
  const filled = Buffer.from(head);
  fillWavLengths(filled, wavHeaderBytes + bytes);
  return filled;
}
