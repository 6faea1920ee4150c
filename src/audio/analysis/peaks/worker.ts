import type { DecodedAudio } from "../../decoders/decoder.ts";
import type { PeaksAnswer, PeaksRequest } from "./messages.ts";
import { createPeakMeter, type PeakMeter } from "./peak-meter.ts";
import { createSampleReader, type SampleReader } from "./samples.ts";

/**
 * The worker in which a sound is decoded a second time, for its shape alone: whatever plays it stays undisturbed, and
 * so do typing and drawing. It holds a piece and the peaks, never the sound.
 */
let reader: Promise<SampleReader | undefined> = Promise.resolve(undefined);
let meter: PeakMeter | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** How long peaks are gathered before they are told, in milliseconds: a decoder gives its sound in crumbs. */
const gathering = 30;

function say(answer: PeaksAnswer): void {
  postMessage(answer, { transfer: answer.type === "peaks" ? [answer.peaks.values.buffer] : [] });
}

function measure({ sampleRate, channels }: DecodedAudio): void {
  meter ??= createPeakMeter(sampleRate);
  meter.append(channels);
  timer ??= setTimeout(tell, gathering);
}

function tell(): void {
  clearTimeout(timer);
  timer = undefined;
  if (meter !== undefined) say({ type: "peaks", peaks: meter.peaks() });
}

async function answer(request: PeaksRequest): Promise<void> {
  if (request.type === "format") {
    reader = createSampleReader(request.format, measure);
    return;
  }
  const readable = await reader;
  if (readable === undefined) return say({ type: "unreadable" });
  if (request.type === "bytes") {
    await readable.read(request.bytes);
  } else {
    await readable.flush();
    tell();
  }
  say({ type: "ready" });
}

addEventListener("message", ({ data }: MessageEvent<PeaksRequest>) => {
  answer(data).catch(() => say({ type: "unreadable" }));
});
