import type { FieldValue } from "../../contract/model.ts";
import { emotionMethods } from "../../contract/models/refvoice-2.ts";
import { type AcceptedRequest, sentAs } from "../accept.ts";
import {
  type Emotion,
  type EmotionVector,
  type Expression,
  emotionNames,
  expressionOf,
  neutral,
  randomised,
} from "../adaptation/emotion/emotions.ts";
import { expressionBetween } from "../adaptation/emotion/recorded.ts";
import { calibrationText } from "../adaptation/fitting/calibration-texts.ts";
import { clonedUtterance, utteranceWith } from "../adaptation/fitting/express.ts";
import type { FittingLanguage } from "../adaptation/fitting/fit-voice.ts";
import type { MeasuredReference, ReferenceVoices } from "../adaptation/reference-voices.ts";
import type { ClonedVoices } from "../cloning/cloned-voices.ts";
import { languageForLocale } from "../engines/espeak/languages.ts";
import type { NeuralVoice } from "../engines/natural-voices.ts";
import { ReferenceUnusableError } from "../reference/unusable.ts";
import { Refusal } from "../refusal.ts";
import type { EngineVoice } from "../synthesis/synthesizer.ts";
import { languageOfText } from "../synthesis/text/text-language.ts";
import { randomSource } from "../synthesis/voices/variation.ts";
import { readingVoice } from "./languages.ts";
import type { Planner, SpeechPlan } from "./plan.ts";
import { primaryOf } from "./speakers.ts";
import { numberOf, textOf } from "./values.ts";

/** A timbre for what no timbre matters to. */
const nobody = { f0: 120, formantScale: 1, flutter: 0, roughness: 0, brightness: 100, liveliness: 1 };

type Values = Readonly<Record<string, FieldValue>>;

export interface RefVoiceTools {
  readonly voices: ReferenceVoices;
  /** Absent where no model clones voices. */
  readonly cloned?: ClonedVoices | undefined;
  /** Numbers from 0 to 1, for `emo_random`. */
  readonly random: () => number;
}

/**
 * Model C (sections 2.4 and 2.5). Plans fetch the reference, so they are made when the request runs. An installed model
 * speaks like it where one can, in the language that the text is written in; else the built-in voice is adapted to it.
 */
export function refVoicePlanner(tools: RefVoiceTools): Planner {
  return {
    fetches: true,
    check: checkLanguages,
    plan: (request, signal, seed) =>
      planReferenceSpeech(request, signal, seed === undefined ? tools : { ...tools, random: randomSource(seed) }),
  };
}

async function planReferenceSpeech(
  request: AcceptedRequest,
  signal: AbortSignal,
  { voices, cloned, random }: RefVoiceTools,
): Promise<SpeechPlan> {
  const { resolution, values } = request;
  const text = textOf(values);
  const textParam = sentAs(resolution, "text");
  const language = await languageFor(text, textParam);
  const measure = (key: string): Promise<MeasuredReference> =>
    voices.measure(String(values[key]), signal).catch((error: unknown) => {
      throw error instanceof ReferenceUnusableError ? referenceUnusable(placeOf(request, key), error) : error;
    });
  const reference = await measure("voice");
  const expression = await expressionFor(values, random, reference, measure);
  const { voice: clone, note } = (await cloned?.find(reference, primaryOf(language.name), signal)) ?? {};
  const noted = note === undefined ? {} : { note };
  if (cloned !== undefined && clone !== undefined) {
    const timbre = { ...nobody, f0: reference.measurement.pitch.median };
    const plain = { language: language.name, spokenLanguage: language.spokenLanguage, timbre };
    const spoken = spokenBy(clone, await readingVoice(text, textParam, plain), cloned);
    const utterance = clonedUtterance(text, spoken, reference.measurement, expression);
    return { utterance: { ...utterance, ...noted } };
  }
  const profile = await voices.fit(reference, language, text, signal);
  const voice = await readingVoice(text, textParam, profile.voice);
  const utterance = utteranceWith(text, { ...profile, voice }, expression);
  return { utterance: { ...utterance, ...noted } };
}

/** A clone speaks what its model can of a text in several scripts, and eSpeak NG the rest. */
function spokenBy(natural: NeuralVoice, voice: EngineVoice, cloned: ClonedVoices): EngineVoice {
  const otherScripts = voice.otherScripts?.map((script) =>
    cloned.speaks(natural.model, primaryOf(script.language)) ? { ...script, natural } : script,
  );
  return { ...voice, natural, ...(otherScripts === undefined ? {} : { otherScripts }) };
}

/** What can be said of the text before the reference is fetched, so that no text stands in a task's error. */
async function checkLanguages({ resolution, values }: AcceptedRequest): Promise<void> {
  const text = textOf(values);
  const textParam = sentAs(resolution, "text");
  const { name, spokenLanguage } = await languageFor(text, textParam);
  await readingVoice(text, textParam, { language: name, spokenLanguage, timbre: nobody });
}

async function expressionFor(
  values: Values,
  random: () => number,
  reference: MeasuredReference,
  measure: (key: string) => Promise<MeasuredReference>,
): Promise<Expression> {
  switch (values["emo_control_method"]) {
    case emotionMethods.emotionReference: {
      const emotion = values["emo_ref_audio"] === values["voice"] ? reference : await measure("emo_ref_audio");
      return expressionBetween(emotion.measurement, reference.measurement);
    }
    case emotionMethods.emotionVector: {
      const vector = vectorOf(values);
      return expressionOf(values["emo_random"] === true ? randomised(vector, random) : vector);
    }
    default:
      return neutral;
  }
}

function vectorOf(values: Values): EmotionVector {
  return Object.fromEntries(emotionNames.map((name): [Emotion, number] => [name, numberOf(values, name, 0)]));
}

async function languageFor(text: string, param: string): Promise<FittingLanguage> {
  const locale = await languageOfText(text);
  const language = languageForLocale(locale);
  const sample = calibrationText(language?.engine.name ?? "", locale);
  if (language === undefined || sample === undefined) {
    const message = `The embedded engine has no voice for the language of ${param} (${locale}).`;
    throw new Refusal(400, "language_not_supported", message, { param });
  }
  return { name: language.engine.name, spokenLanguage: language.spoken, sample };
}

/** The place whose value won; a field that another one stands in for is named by that. */
function placeOf({ resolution }: AcceptedRequest, key: string): string {
  const field = resolution.fields.get(key)?.field;
  const fallback = field?.kind === "reference" ? field.fallback : undefined;
  const isSent = resolution.fields.get(key)?.winner !== undefined;
  return sentAs(resolution, isSent ? key : (fallback ?? key));
}

/** One wording for every cause, so that nothing is learned about what answers at an address. */
function referenceUnusable(param: string, cause: ReferenceUnusableError): Refusal {
  const message =
    `${param} must be the public http or https address of an MP3 or WAV recording with at least a second of speech, ` +
    "which the service can fetch.";
  return new Refusal(400, "reference_unusable", message, { param, cause });
}
