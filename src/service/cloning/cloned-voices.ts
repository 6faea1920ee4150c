import { createHash } from "node:crypto";
import type { Engines } from "../../contract/engines.ts";
import { wordsNote } from "../../contract/spoken-note.ts";
import type { CutSpeech } from "../adaptation/measuring/messages.ts";
import type { MeasuringThread } from "../adaptation/measuring/thread.ts";
import type { MeasuredReference } from "../adaptation/reference-voices.ts";
import { remember, untilAborted } from "../adaptation/remember.ts";
import type { NeuralVoice } from "../engines/natural-voices.ts";
import { isCloning, type NeuralModel, referenceNeeds, referenceSampleRate } from "../engines/neural/model.ts";
import type { NeuralModels } from "../engines/neural/neural-models.ts";
import { encodeSound, type VoiceReference } from "../engines/neural/reference.ts";
import { type Recogniser, recogniserFor } from "../recognition/recogniser.ts";
import type { RecordingFetcher } from "../reference/fetch-recording.ts";
import { catalogue } from "../voices/catalogue.ts";

/** How many references are remembered as models want them; each takes half a megabyte. */
const remembered = 30;
/** The longest recording that is used whole, in seconds, since its text is known and belongs to all of it. */
const longestWhole = 15;

/** What speaks like a recording. */
interface FoundClone {
  /** Undefined where nothing can. */
  readonly voice: NeuralVoice | undefined;
  /** Why a model that is preferred was passed over, in ASCII: nobody knows what is said in the recording. */
  readonly note?: string;
}

/** A recording as a model wants it, or why the model can't use it. */
type Prepared = VoiceReference | "words_unknown" | "too_short";

/** The voices of recordings, cloned by models (section 2.4). */
export interface ClonedVoices {
  /**
   * The voice of a recording, by the preferred one of the installed models that speak a language and can use it.
   *
   * @param language a primary BCP 47 tag.
   * @throws ModelFailedError where the recogniser of speech failed; the signal's reason after an abort.
   */
  find(reference: MeasuredReference, language: string, signal: AbortSignal): Promise<FoundClone>;
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
  const references = remember<Prepared>(remembered);
  // What is found may serve others, so that nobody's leaving ends it.
  const unending = new AbortController().signal;

  const prepare = async (
    { bytes }: MeasuredReference,
    { transcript, seconds: [least, most] }: (typeof referenceNeeds)[keyof typeof referenceNeeds],
    provided: string | undefined,
    recogniser: Recogniser | undefined,
  ): Promise<Prepared> => {
    const isEnough = ({ samples }: CutSpeech): boolean => samples.length >= least * referenceSampleRate;
    if (provided !== undefined) {
      const speech = await measuring.cutSpeech(bytes, longestWhole);
      if (speech.isWhole && isEnough(speech)) {
        return { sound: encodeSound(speech.samples), transcript: { text: provided, source: "provided" } };
      }
    }
    if (transcript && recogniser === undefined) return "words_unknown";
    const speech = await measuring.cutSpeech(bytes, most);
    if (!isEnough(speech)) return "too_short";
    const sound = encodeSound(speech.samples);
    if (recogniser === undefined) return { sound };
    const text = await recogniser.recognise(speech.samples, referenceSampleRate, unending);
    return text === "" ? "words_unknown" : { sound, transcript: { text, source: "recognised" } };
  };

  const languagesOf = ({ name, family, languages = [] }: NeuralModel): readonly string[] =>
    isCloning(family) ? languages.filter((language) => mayBeSpokenBy(language, name)) : [];
  const speak = (model: NeuralModel, language: string): boolean => languagesOf(model).includes(language);

  return {
    async find(reference, language, signal) {
      let note: string | undefined;
      for (const { name, family } of neural.all.filter((model) => speak(model, language))) {
        if (!isCloning(family)) continue;
        const needs = referenceNeeds[family];
        const provided = needs.transcript ? await fetcher.transcript(reference.address, signal) : undefined;
        const recogniser = needs.transcript ? recogniserFor(neural) : undefined;
        const about = createHash("sha256")
          .update(provided ?? "")
          .digest("hex");
        // With the recogniser, which may come later: what couldn't be used without it can be then.
        const key = [reference.id, name, about, recogniser?.name].join(" ");
        const finding = references(key, () => prepare(reference, needs, provided, recogniser));
        const found = await untilAborted(finding, signal);
        if (typeof found === "object") {
          return { voice: { model: name, speaker: 0, reference: found }, ...(note === undefined ? {} : { note }) };
        }
        if (found === "words_unknown") note ??= passedOver(name, recogniser);
      }
      return { voice: undefined, ...(note === undefined ? {} : { note }) };
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

function passedOver(model: string, recogniser: Recogniser | undefined): string {
  const needs = catalogue.find(({ name }) => name === model)?.needs ?? "";
  return wordsNote({ model, recogniser: recogniser?.name ?? needs, isHere: recogniser !== undefined });
}
