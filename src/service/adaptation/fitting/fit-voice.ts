import { ReferenceUnusableError } from "../../reference/unusable.ts";
import { equaliserBands } from "../../synthesis/signal/equaliser.ts";
import { type EngineVoice, NothingToSpeakError, type Synthesizer } from "../../synthesis/synthesizer.ts";
import { type Formants, formantRatio } from "../measuring/formants.ts";
import type { Measurement } from "../measuring/measure.ts";
import { semitones } from "../measuring/pitch.ts";
import { clamp } from "../measuring/statistics.ts";
import type { MeasuringThread } from "../measuring/thread.ts";
import { gainsTowards, withGains } from "./equalise.ts";
import type { VoiceProfile } from "./profile.ts";

/** How far the built-in voice can be taken and is still understood. */
const bounds = {
  f0: [60, 400],
  formantScale: [0.82, 1.3],
  liveliness: [0.3, 2.2],
  speed: [0.5, 2],
} as const;

/** The formants of the built-in voice at a scale of 1, in Hz. */
const ownFormants: Formants = [475, 1_450, 2_550];

/** The language to speak, and a text in it that the voice is measured on. */
export interface FittingLanguage {
  /** The engine's name for the language. */
  readonly name: string;
  readonly spokenLanguage: string;
  readonly sample: string;
}

interface FittingTools {
  readonly synthesizer: Synthesizer;
  readonly measuring: MeasuringThread;
}

/** No change, in dB, in any band. */
const unchanged: readonly number[] = equaliserBands.map(() => 0);

/** A voice that is being brought near a reference. */
interface Attempt {
  readonly voice: EngineVoice;
  readonly speed: number;
}

/**
 * Brings the built-in voice near a measured one: it speaks a sample text, is measured in the same way, and pitch,
 * intonation, formants and rate are corrected by what is missing; a second time for pitch, for the rate, since slow
 * speech has more peaks of loudness for each syllable, and for the spectrum, which an equaliser then makes up for.
 */
export async function fitVoice(
  reference: Measurement,
  language: FittingLanguage,
  tools: FittingTools,
): Promise<VoiceProfile> {
  const first = firstAttempt(reference, language);
  const heard = await listen(first, language.sample, tools);
  const second = heard === undefined ? first : corrected(first, reference, heard);
  const heardAgain = await listen(second, language.sample, tools);
  if (heardAgain === undefined) return { ...second, equaliser: unchanged, spectrum: unchanged };
  const third = { ...second, speed: within("speed", second.speed * rateRatio(reference, heardAgain)) };
  const { voice, speed } = withPitch(third, reference, heardAgain);
  const equaliser = gainsTowards(reference.spectrum, heardAgain.spectrum, reference.bandwidth);
  return { voice, speed, equaliser, spectrum: withGains(heardAgain.spectrum, equaliser) };
}

/** How much of a text is tried out, in characters: about twenty seconds. */
const triedCharacters = 300;
/** How far a text's own melody may lie from that of others, as a factor. */
const mostTuning = 1.15;

/**
 * Brings the pitch of an adapted voice to the reference's for one text: every text has a melody of its own, tonal
 * languages above all. What is too short to be measured is left as it is.
 */
export async function tuneToText(
  profile: VoiceProfile,
  reference: Measurement,
  text: string,
  tools: FittingTools,
): Promise<VoiceProfile> {
  const sample = Array.from(text).slice(0, triedCharacters).join("");
  const heard = await listen(profile, sample, tools);
  if (heard === undefined) return profile;
  return { ...profile, ...withPitch(profile, reference, heard, mostTuning) };
}

function firstAttempt({ pitch, formants }: Measurement, { name, spokenLanguage }: FittingLanguage): Attempt {
  const timbre = {
    f0: within("f0", pitch.median),
    formantScale: within("formantScale", formantRatio(formants, ownFormants)),
    flutter: 2,
    roughness: 0,
    brightness: 100,
    liveliness: 1,
  };
  return { voice: { language: name, spokenLanguage, timbre }, speed: 1 };
}

function corrected(attempt: Attempt, reference: Measurement, heard: Measurement): Attempt {
  const { timbre } = attempt.voice;
  const width = Math.max(0.5, semitones(heard.pitch));
  const formantScale = timbre.formantScale * formantRatio(reference.formants, heard.formants);
  const rate = rateRatio(reference, heard);
  const better = {
    ...timbre,
    formantScale: within("formantScale", formantScale),
    liveliness: within("liveliness", (timbre.liveliness * semitones(reference.pitch)) / width),
  };
  const next = { voice: { ...attempt.voice, timbre: better }, speed: within("speed", attempt.speed * rate) };
  return withPitch(next, reference, heard);
}

/** How much faster a reference is than what was heard, as far as that can be told. */
function rateRatio({ syllableRate: wanted }: Measurement, { syllableRate: heard }: Measurement): number {
  return heard > 0 && wanted > 0 ? wanted / heard : 1;
}

/** @param most how much it may change the pitch, as a factor. */
function withPitch({ voice, speed }: Attempt, reference: Measurement, heard: Measurement, most = 1.25): Attempt {
  const asked = reference.pitch.median;
  const { unreached: _, ...rest } = voice;
  const wanted = voice.timbre.f0 * clamp(asked / heard.pitch.median, 1 / most, most);
  const f0 = within("f0", wanted);
  const unreached = { asked, spoken: (heard.pitch.median * f0) / voice.timbre.f0 };
  return { voice: { ...rest, timbre: { ...voice.timbre, f0 }, ...(f0 === wanted ? {} : { unreached }) }, speed };
}

/** What the voice sounds like when it speaks a text; undefined where that can't be measured. */
async function listen(
  { voice, speed }: Attempt,
  text: string,
  { synthesizer, measuring }: FittingTools,
): Promise<Measurement | undefined> {
  const utterance = {
    text,
    voice,
    speed,
    pitch: { multiplier: 1, offset: 0 },
    volume: 1,
    variation: 0,
    format: { codec: "wav", sampleRate: 22_050 },
  } as const;
  try {
    const parts: Uint8Array[] = [];
    for await (const part of synthesizer.speak(utterance, new AbortController().signal)) parts.push(part);
    return await measuring.measure(Buffer.concat(parts));
  } catch (error) {
    // A sample may be silent whose text goes on.
    if (error instanceof ReferenceUnusableError || error instanceof NothingToSpeakError) return undefined;
    throw error;
  }
}

function within(quality: keyof typeof bounds, value: number): number {
  const [least, most] = bounds[quality];
  return clamp(value, least, most);
}
