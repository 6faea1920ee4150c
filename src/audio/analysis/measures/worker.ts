import type { AudioBytes } from "../../base/source.ts";
import type { DecodedAudio } from "../../decoders/decoder.ts";
import { createWavHeadReader } from "../../formats/wav-head.ts";
import { createPeakMeter } from "../peaks/peak-meter.ts";
import { createSampleReader, type SampleReader } from "../peaks/samples.ts";
import { createSpectrogramMeter } from "../spectrogram/spectrogram-meter.ts";
import type { AnalysisAnswer, AnalysisRequest, Wanted } from "./messages.ts";
import { createSoundMeter, fullScaleOf } from "./sound-meter.ts";
import { createSpeechSamples } from "./speech-samples.ts";
import { createVoiceMeter } from "./voice-meter.ts";

/** The worker in which a whole sound is measured. It holds a piece of it and the figures, never the sound. */
let reader: Promise<SampleReader | undefined> = Promise.resolve(undefined);
let meters: ReturnType<typeof createMeters> | undefined;
/** Enough for ten minutes at the finest: these peaks are looked at closely. */
const peakCapacity = 65_536;
let ceiling: number | undefined;
/** What a WAV file's samples are stands in its head. */
let readHead: ReturnType<typeof createWavHeadReader> | undefined;
let wanted: Wanted = { spectrogram: false, voice: false, speech: false };

function say(answer: AnalysisAnswer): void {
  const { peaks, spectrogram, speech } = answer.type === "done" ? answer.analysis : {};
  const large = [peaks?.values.buffer, spectrogram?.levels.buffer, speech?.buffer];
  postMessage(answer, { transfer: large.filter((buffer) => buffer !== undefined) });
}

function createMeters({ sampleRate, channels }: DecodedAudio) {
  return {
    sound: createSoundMeter(sampleRate, channels.length, ceiling),
    peaks: createPeakMeter(sampleRate, peakCapacity),
    spectrogram: wanted.spectrogram ? createSpectrogramMeter(sampleRate) : undefined,
    voice: wanted.voice ? createVoiceMeter(sampleRate) : undefined,
    speech: wanted.speech ? createSpeechSamples(sampleRate) : undefined,
  };
}

function measure(audio: DecodedAudio): void {
  meters ??= createMeters(audio);
  const { channels } = audio;
  meters.sound.append(channels);
  meters.peaks.append(channels);
  meters.spectrogram?.append(channels);
  meters.voice?.append(channels);
  meters.speech?.append(channels);
}

function noteHead(bytes: AudioBytes): void {
  try {
    const head = readHead?.(bytes);
    if (head === undefined) return;
    if (head.samples !== undefined) ceiling = fullScaleOf(head.samples.codec);
  } catch {
    // Whoever decodes it says so.
  }
  readHead = undefined;
}

async function answer(request: AnalysisRequest): Promise<void> {
  if (request.type === "format") {
    wanted = request;
    ceiling = fullScaleOf(request.format.codec);
    readHead = request.format.codec === "wav" ? createWavHeadReader() : undefined;
    reader = createSampleReader(request.format, measure);
    return;
  }
  const readable = await reader;
  if (readable === undefined) return say({ type: "unreadable" });
  if (request.type === "bytes") {
    noteHead(request.bytes);
    await readable.read(request.bytes);
    return say({ type: "ready" });
  }
  await readable.flush();
  if (meters === undefined) return say({ type: "unreadable" });
  const { sound, peaks, spectrogram, voice, speech } = meters;
  const analysis = {
    measures: sound.measures(),
    peaks: peaks.peaks(),
    spectrogram: spectrogram?.spectrogram(),
    voice: voice?.traits(),
    speech: speech?.samples(),
  };
  say({ type: "done", analysis });
}

addEventListener("message", ({ data }: MessageEvent<AnalysisRequest>) => {
  answer(data).catch(() => say({ type: "unreadable" }));
});
