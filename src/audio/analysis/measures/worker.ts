import type { DecodedAudio } from "../../decoders/decoder.ts";
import { createPeakMeter, type PeakMeter } from "../peaks/peak-meter.ts";
import { createSampleReader, type SampleReader } from "../peaks/samples.ts";
import { createSpectrogramMeter, type SpectrogramMeter } from "../spectrogram/spectrogram-meter.ts";
import type { AnalysisAnswer, AnalysisRequest, Wanted } from "./messages.ts";
import { createSoundMeter, fullScale, mulawFullScale, type SoundMeter } from "./sound-meter.ts";
import { createSpeechSamples, type SpeechSamples } from "./speech-samples.ts";
import { createVoiceMeter, type VoiceMeter } from "./voice-meter.ts";

/** The worker in which a whole sound is measured. It holds a piece of it and the figures, never the sound. */
let reader: Promise<SampleReader | undefined> = Promise.resolve(undefined);
let meters:
  | {
      readonly sound: SoundMeter;
      readonly peaks: PeakMeter;
      readonly spectrogram: SpectrogramMeter | undefined;
      readonly voice: VoiceMeter | undefined;
      readonly speech: SpeechSamples | undefined;
    }
  | undefined;
/** Enough for ten minutes at the finest: these peaks are looked at closely. */
const peakCapacity = 65_536;
let ceiling = fullScale;
let wanted: Wanted = { spectrogram: false, voice: false, speech: false };

function say(answer: AnalysisAnswer): void {
  const { peaks, spectrogram, speech } = answer.type === "done" ? answer.analysis : {};
  const large = [peaks?.values.buffer, spectrogram?.levels.buffer, speech?.buffer];
  postMessage(answer, { transfer: large.filter((buffer) => buffer !== undefined) });
}

function measure({ sampleRate, channels }: DecodedAudio): void {
  meters ??= {
    sound: createSoundMeter(sampleRate, channels.length, ceiling),
    peaks: createPeakMeter(sampleRate, peakCapacity),
    spectrogram: wanted.spectrogram ? createSpectrogramMeter(sampleRate) : undefined,
    voice: wanted.voice ? createVoiceMeter(sampleRate) : undefined,
    speech: wanted.speech ? createSpeechSamples(sampleRate) : undefined,
  };
  meters.sound.append(channels);
  meters.peaks.append(channels);
  meters.spectrogram?.append(channels);
  meters.voice?.append(channels);
  meters.speech?.append(channels);
}

async function answer(request: AnalysisRequest): Promise<void> {
  if (request.type === "format") {
    wanted = request;
    ceiling = request.format.codec === "pcm_mulaw" ? mulawFullScale : fullScale;
    reader = createSampleReader(request.format, measure);
    return;
  }
  const readable = await reader;
  if (readable === undefined) return say({ type: "unreadable" });
  if (request.type === "bytes") {
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
