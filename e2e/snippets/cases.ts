import type { ModelDescriptor } from "../../src/contract/model.ts";
import { cloudTts } from "../../src/contract/models/cloud-tts.ts";
import { emotionMethods, refVoice2 } from "../../src/contract/models/refvoice-2.ts";
import { streamSpeechV8 } from "../../src/contract/models/streamspeech-v8.ts";
import type { FormValues, RequestOptions } from "../../src/contract/request.ts";

const nasty = 'It\'s a "test": `one` $TWO $\u007bthree} \\n \\\\ 100%,\nthen 😀 and 中文 after 👩‍👧.';

/** One request that snippets are made of. */
export interface Case {
  readonly name: string;
  readonly model: ModelDescriptor;
  /** `reference` is the address of a recording. */
  readonly values: (reference: string) => FormValues;
  readonly options: RequestOptions;
  /** A body written by hand instead. */
  readonly body?: string;
}

const autumn = (values: FormValues) => () => ({ voice: "Autumn", text: nasty, ...values });
/** Nothing special. */
export const plain: Case = { name: "plain", model: streamSpeechV8, values: autumn({}), options: { mode: "stream" } };

/** Requests that are answered with sound. */
export const spoken: readonly Case[] = [
  {
    name: "Model A",
    model: cloudTts,
    values: () => ({ voice: "en-US-AriaNeural", text: nasty, speed: 1.25, pitch: -20 }),
    options: { mode: "speech" },
  },
  { name: "Model B, a stream", model: streamSpeechV8, values: autumn({ speed: 0.2 }), options: { mode: "stream" } },
  {
    name: "Model B, samples",
    model: streamSpeechV8,
    values: autumn({ codec: "pcm_s16le", temperature: 0.1 }),
    options: { mode: "stream" },
  },
  {
    name: "Model B, capitalised",
    model: streamSpeechV8,
    values: autumn({ bitrate: "64k" }),
    options: { mode: "speech", spelling: "capitalised" },
  },
  {
    name: "Model B, lower case",
    model: streamSpeechV8,
    values: autumn({ pitch: 1.1 }),
    options: { mode: "speech", spelling: "lowercase" },
  },
  {
    name: "Model B, a task",
    model: streamSpeechV8,
    values: autumn({ timestamp_type: "word" }),
    options: { mode: "async" },
  },
  {
    name: "Model B, a WebSocket",
    model: streamSpeechV8,
    values: autumn({ speed: -0.1 }),
    options: { mode: "stream", transport: "websocket" },
  },
  {
    name: "Model B, Chinese of more characters than an argument takes",
    model: streamSpeechV8,
    values: () => ({ voice: "Mei", text: "你好，😀“世界”。" }),
    options: { mode: "speech" },
    body: `{"model":"streamspeech-v8", "input":"你好，😀'世界'。", "voice":"Mei", "unknown":"${"长".repeat(60_000)}"}`,
  },
  {
    name: "Model B, a body by hand with doubled keys and spaces",
    model: streamSpeechV8,
    values: autumn({}),
    options: { mode: "speech" },
    body: '{ "model": "streamspeech-v8", "voice": "Luna",\n "voice": "Noah", "input": "It\'s mine.", "Speed": 0.50 }',
  },
  {
    name: "Model C, in a literal extra_body",
    model: refVoice2,
    values: (reference) => ({
      text: nasty.slice(0, 40),
      voice: reference,
      emo_control_method: emotionMethods.emotionVector,
      emo_happy: 0.5,
      emo_calm: 0.25,
    }),
    options: { mode: "speech", placement: "extra_body" },
  },
  {
    name: "Model C, a task with instructions",
    model: refVoice2,
    values: (reference) => ({
      text: "中文，短句。",
      voice: reference,
      emo_control_method: emotionMethods.emotionVector,
      emo_sad: 0.3,
    }),
    options: { mode: "async", placement: "instructions" },
  },
];

/** Requests that end with an error. */
export const refused: readonly Case[] = [
  { name: "a value out of range", model: streamSpeechV8, values: autumn({ speed: 5 }), options: { mode: "stream" } },
  {
    name: "a body that isn't JSON",
    model: streamSpeechV8,
    values: autumn({}),
    options: { mode: "speech" },
    body: `{"input": 'It's'`,
  },
  { name: "a task out of range", model: streamSpeechV8, values: autumn({ pitch: 9 }), options: { mode: "async" } },
  {
    name: "a task whose recording isn't there",
    model: refVoice2,
    values: (reference) => ({ text: "Hm.", voice: `${reference}x` }),
    options: { mode: "async" },
  },
  {
    name: "a WebSocket frame out of range",
    model: streamSpeechV8,
    values: autumn({ speed: 5 }),
    options: { mode: "stream", transport: "websocket" },
  },
];
