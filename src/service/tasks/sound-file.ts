import { type FileHandle, open } from "node:fs/promises";
import { sampleRateOf } from "../synthesis/formats.ts";
import { fillWavLengths } from "../synthesis/signal/encoder.ts";
import type { SpeechFormat, Synthesis } from "../synthesis/synthesizer.ts";
import { infoFrame, infoFrameBytes } from "./info-frame.ts";
import { writeAll } from "./whole-files.ts";

/** What is collected before it is written, in bytes. */
const writeBytes = 128 * 1024;
/** A RIFF header with a format and a data chunk, nothing else. */
const wavHeaderBytes = 44;

/**
 * Writes the audio of a synthesis into a new file while it is made; memory doesn't grow with it. What stands in front
 * of the audio and depends on all of it (an MP3's Info frame, the lengths of a WAV) is written at the end, and the
 * bytes are on the disk before this returns.
 *
 * @param onBytes called after each piece that was taken.
 * @returns the size of the file in bytes.
 */
export async function writeSoundFile(
  path: string,
  format: SpeechFormat,
  synthesis: Synthesis,
  onBytes: () => void,
): Promise<number> {
  const file = await open(path, "w", 0o600);
  try {
    const inFront = format.codec === "mp3" ? infoFrameBytes(format.bitrate) : 0;
    const body = new Appender(file, inFront);
    const header: number[] = [];
    for await (const chunk of synthesis) {
      if (header.length < wavHeaderBytes) header.push(...chunk.subarray(0, wavHeaderBytes - header.length));
      await body.add(chunk);
      onBytes();
    }
    await body.flush();
    const { durationSeconds } = await synthesis.result;
    await writeFront(file, format, { header: Uint8Array.from(header), end: body.end, durationSeconds });
    await file.sync();
    return body.end;
  } finally {
    await file.close();
  }
}

/** How many bytes stand in front of a finished sound's samples or frames. */
export function bytesInFront(format: SpeechFormat): number {
  if (format.codec === "mp3") return infoFrameBytes(format.bitrate);
  return format.codec === "wav" ? wavHeaderBytes : 0;
}

interface FinishedSound {
  /** The first bytes of an MP3's frames, or the header that a WAV has while it is made. */
  readonly header: Uint8Array;
  /** Size of the file. */
  readonly end: number;
  readonly durationSeconds: number;
}

/** Writes what stands in front of a sound and depends on all of it. */
export async function writeFront(file: FileHandle, format: SpeechFormat, sound: FinishedSound): Promise<void> {
  const { header, end, durationSeconds } = sound;
  if (format.codec === "mp3") {
    const samples = Math.round(durationSeconds * sampleRateOf(format));
    const frame = infoFrame({ bitrate: format.bitrate, header, bytes: end - bytesInFront(format), samples });
    await file.write(frame, 0, frame.length, 0);
  } else if (format.codec === "wav") {
    const filled = Buffer.from(header);
    fillWavLengths(filled, end);
    await file.write(filled, 0, wavHeaderBytes, 0);
  }
}

/** Collects small pieces into large writes. */
export class Appender {
  readonly #file: FileHandle;
  /** One for all writes: a new one for each would lie about until the garbage is collected. */
  readonly #waiting = Buffer.allocUnsafe(writeBytes);
  #length = 0;
  /** Where the next byte goes, counted from the file's start. */
  end: number;

  constructor(file: FileHandle, start: number) {
    this.#file = file;
    this.end = start;
  }

  async add(bytes: Uint8Array): Promise<void> {
    for (let taken = 0; taken < bytes.length; ) {
      const more = bytes.subarray(taken, taken + writeBytes - this.#length);
      this.#waiting.set(more, this.#length);
      this.#length += more.length;
      this.end += more.length;
      taken += more.length;
      if (this.#length === writeBytes) await this.flush();
    }
  }

  async flush(): Promise<void> {
    const [length, start] = [this.#length, this.end - this.#length];
    this.#length = 0;
    await writeAll(this.#file, this.#waiting.subarray(0, length), start);
  }
}
