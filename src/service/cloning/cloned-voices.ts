import { createHash } from "node:crypto";
import type { Engines } from "../../contract/engines.ts";
import type { CutSpeech } from "../adaptation/measuring/messages.ts";
import type { MeasuringThread } from "../adaptation/measuring/thread.ts";
import type { MeasuredReference } from "../adaptation/reference-voices.ts";
import { remember, untilAborted } from "../adaptation/remember.ts";
import type { NeuralVoice } from "../engines/natural-voices.ts";
import { isCloning, type NeuralModel, referenceNeeds, referenceSampleRate } from "../engines/neural/model.ts";
import type { NeuralModels } from "../engines/neural/neural-models.ts";
import { encodeSound, type VoiceReference } from "../engines/neural/reference.ts";
import { recogniserFor } from "../recognition/recogniser.ts";
import type { RecordingFetcher } from "../reference/fetch-recording.ts";

/** How many references are remembered as models want them; each takes half a megabyte. */
const remembered = 30;
/** The longest recording that is used whole, in seconds, since its text is known and belongs to all of it. */
const longestWhole = 15;

/** The voices of recordings, cloned by models (section 2.4). */
export interface ClonedVoices {
  /**
   * The voice of a recording, by the preferred one of the installed models that speak a language; undefined where there
   * is none, or where none can use the recording.
   *
   * @param language a primary BCP 47 tag.
   * @throws ModelFailedError where the recogniser of speech failed; the signal's reason after an abort.
   */
  find(reference: MeasuredReference, language: string, signal: AbortSignal): Promise<NeuralVoice | undefined>;
  /** Whether a model speaks a language. */
  speaks(model: string, language: string): boolean;
  /** What can be cloned now, and by what; undefined where nothing clones. */
  told(): Engines["clones"];
}

interface ClonedVoicesOptions {
  readonly neural: NeuralModels;
  readonly measuring: MeasuringThread;
  readonly fetcher: RecordingFetcher;
  /** Whether a language, as a primary BCP 47 tag, may be spoken by a model. */
  readonly mayBeSpokenBy: (language: string, model: string) => boolean;
}

export function createClonedVoices(options: ClonedVoicesOptions): ClonedVoices {
  const { neural, measuring, fetcher, mayBeSpokenBy } = options;
  const references = remember<VoiceReference | undefined>(remembered);
  // What is found may serve others, so that nobody's leaving ends it.
  const unending = new AbortController().signal;

  /** The recording as a model wants it; undefined where it can't use it. */
  const prepare = async (
    { bytes }: MeasuredReference,
    { transcript, seconds: [least, most] }: (typeof referenceNeeds)[keyof typeof referenceNeeds],
    provided: string | undefined,
  ): Promise<VoiceReference | undefined> => {
    const isEnough = ({ samples }: CutSpeech): boolean => samples.length >= least * referenceSampleRate;
    if (provided !== undefined) {
      const speech = await measuring.cutSpeech(bytes, longestWhole);
      if (speech.isWhole && isEnough(speech)) {
        return { sound: encodeSound(speech.samples), transcript: { text: provided, source: "provided" } };
      }
    }
    const recogniser = transcript ? recogniserFor(neural) : undefined;
    if (transcript && recogniser === undefined) return undefined;
    const speech = await measuring.cutSpeech(bytes, most);
    if (!isEnough(speech)) return undefined;
    const sound = encodeSound(speech.samples);
    if (recogniser === undefined) return { sound };
    const { text } = await recogniser.recognise(speech.samples, referenceSampleRate, unending);
    return text === "" ? undefined : { sound, transcript: { text, source: "recognised" } };
  };

  const languagesOf = ({ name, family, languages = [] }: NeuralModel): readonly string[] =>
    isCloning(family) ? languages.filter((language) => mayBeSpokenBy(language, name)) : [];
  const speak = (model: NeuralModel, language: string): boolean => languagesOf(model).includes(language);

  return {
    async find(reference, language, signal) {
      for (const { name, family } of neural.all.filter((model) => speak(model, language))) {
        if (!isCloning(family)) continue;
        const needs = referenceNeeds[family];
        const provided = needs.transcript ? await fetcher.transcript(reference.address, signal) : undefined;
        const about = createHash("sha256")
          .update(provided ?? "")
          .digest("hex");
        const finding = references(`${reference.id} ${name} ${about}`, () => prepare(reference, needs, provided));
        const found = await untilAborted(finding, signal);
        if (found !== undefined) return { model: name, speaker: 0, reference: found };
      }
      return undefined;
    },
    speaks: (name, language) => neural.all.some((model) => model.name === name && speak(model, language)),
    told() {
      const isHeard = recogniserFor(neural) !== undefined;
      const clones = neural.all.flatMap((model) => {
        const { name, family } = model;
        const languages = [...languagesOf(model)];
        if (!isCloning(family) || languages.length === 0) return [];
        const needsWords = referenceNeeds[family].transcript && !isHeard;
        return [[name, { languages, ...(needsWords ? { needsWords } : {}) }] as const];
      });
      return clones.length === 0 ? undefined : Object.fromEntries(clones);
    },
  };
}
