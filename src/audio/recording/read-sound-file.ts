import { ownRecording } from "../../contract/own-recordings.ts";
import { mixed } from "../analysis/measures/speech-samples.ts";
import type { Samples } from "../decoders/decoder.ts";

/** Why a file gives no samples: `unreadable` is one that was moved, or that the browser may not open. */
export type SoundFileFault = "too_large" | "too_long" | "unreadable" | "no_sound";

/** Says why a file gives no samples. */
export class SoundFileError extends Error {
  override readonly name = "SoundFileError";
  readonly fault: SoundFileFault;

  constructor(fault: SoundFileFault, cause?: unknown) {
    super(`The file gives no sound: ${fault}.`, { cause });
    this.fault = fault;
  }
}

/** What is taken of a file, to cut a reference from it: bytes, and seconds, which decoded are some 200 MB. */
const soundFileLimits = { bytes: 30_000_000, seconds: 900 } as const;

/**
 * Decodes whatever the browser can, a film's sound too: one channel at the rate of an own recording. Rejects with a
 * {@link SoundFileError}.
 */
export async function readSoundFile(file: Blob): Promise<Samples> {
  if (file.size > soundFileLimits.bytes) throw new SoundFileError("too_large");
  // Asked first: a small file may last for hours.
  if ((await durationOf(file)) > soundFileLimits.seconds) throw new SoundFileError("too_long");
  const context = new OfflineAudioContext(1, 1, ownRecording.sampleRate);
  const bytes = await file.arrayBuffer().catch((error: unknown) => {
    throw new SoundFileError("unreadable", error);
  });
  const decoded = await context.decodeAudioData(bytes).catch((error: unknown) => {
    throw new SoundFileError("no_sound", error);
  });
  if (decoded.duration > soundFileLimits.seconds) throw new SoundFileError("too_long");
  if (decoded.length === 0) throw new SoundFileError("no_sound");
  return mixed(Array.from({ length: decoded.numberOfChannels }, (_, channel) => decoded.getChannelData(channel)));
}

/** Seconds, as far as the file's head tells them; 0 where it doesn't. */
async function durationOf(file: Blob): Promise<number> {
  const url = URL.createObjectURL(file);
  const element = new Audio();
  try {
    return await new Promise<number>((resolve) => {
      element.onloadedmetadata = () => resolve(Number.isFinite(element.duration) ? element.duration : 0);
      element.onerror = () => resolve(0);
      element.preload = "metadata";
      element.src = url;
    });
  } finally {
    element.removeAttribute("src");
    URL.revokeObjectURL(url);
  }
}
