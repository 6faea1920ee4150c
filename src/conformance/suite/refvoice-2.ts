import type { Check, CheckStep } from "../checks/check.ts";
import {
  asLongAs,
  beyond,
  check,
  codec,
  control,
  followed,
  json,
  made,
  makeTask,
  ownCheck,
  refused,
  refusedTask,
  sound,
  soundAtSpeed,
  speak,
  status,
  step,
} from "./build.ts";

const reference = "{{reference}}";
/** A name that resolves nowhere, by RFC 2606. */
const nowhere = "https://reference.invalid/voice.wav";
const text = "Good morning.";
const body = (changes: object = {}) => ({ model: "refvoice-2", input: text, voice: reference, ...changes });
const withoutVoice = { model: "refvoice-2", input: text };
const vector = "使用情感向量控制";

/** The four places of the voice reference in their order of priority (section 2.4), each with how it is written. */
const places: readonly (readonly [name: string, id: string, write: (value: string, into: object) => object])[] = [
  ["prompt_simple", "prompt-simple", (value, into) => ({ ...into, prompt_simple: value })],
  ["extra_body.prompt_simple", "extra-prompt-simple", (value, into) => inExtraBody(into, { prompt_simple: value })],
  ["extra_body.voice", "extra-voice", (value, into) => inExtraBody(into, { voice: value })],
  ["voice", "voice", (value, into) => ({ ...into, voice: value })],
];

function inExtraBody(into: object, more: object): object {
  const before = "extra_body" in into && typeof into.extra_body === "object" ? into.extra_body : {};
  return { ...into, extra_body: { ...before, ...more } };
}

const placeChecks = places.map(([name, id, write]) =>
  check(
    `2.4/c-reference-${id}`,
    `Model C takes the voice reference at ${name}.`,
    `模型 C 接受位于 ${name} 的音色参考。`,
    step("request", speak(write(reference, withoutVoice)), ...sound("wav")),
  ),
);

const priorityChecks = places.flatMap(([winner, winnerId, writeWinner], at) =>
  places
    .slice(at + 1)
    .map(([loser, loserId, writeLoser]) =>
      check(
        `2.4/c-priority-${winnerId}-over-${loserId}`,
        `The voice reference at ${winner} wins over the one at ${loser}.`,
        `${winner} 处的音色参考优先于 ${loser} 处的。`,
        step("winner usable", speak(writeWinner(reference, writeLoser(nowhere, withoutVoice))), ...sound("wav")),
        step(
          "winner unusable",
          speak(writeWinner(nowhere, writeLoser(reference, withoutVoice))),
          ...refused({ param: winner, code: "reference_unusable" }),
        ),
      ),
    ),
);

/** The places of an emotion field in their order of priority (section 2.5). */
const emotionPlaces: readonly (readonly [name: string, id: string, write: (fields: object) => object])[] = [
  ["the top level", "top", (fields) => fields],
  ["extra_body", "extra-body", (fields) => ({ extra_body: fields })],
  ["instructions", "instructions", (fields) => ({ instructions: fields })],
];
const placesInChinese: Readonly<Record<string, string>> = {
  "the top level": "顶层",
  extra_body: "extra_body",
  instructions: "instructions",
};

const emotionPlaceChecks = emotionPlaces.map(([name, id, write]) =>
  check(
    `2.5/c-emotion-at-${id}`,
    `Model C takes the emotion fields at ${name}.`,
    `模型 C 接受位于${placesInChinese[name]} 的情感字段。`,
    step("allowed", speak(body(write({ emo_control_method: vector, emo_happy: 0.6 }))), ...sound("wav")),
    step("above 1", speak(body(write({ emo_control_method: vector, emo_happy: 1.4 }))), ...refused()),
  ),
);

const emotionPriorityChecks = emotionPlaces.flatMap(([winner, winnerId, writeWinner], at) =>
  emotionPlaces
    .slice(at + 1)
    .flatMap(([loser, loserId, writeLoser]) => [
      ownCheck(
        `2.5/c-loser-${winnerId}-over-${loserId}`,
        `The embedded service doesn't look at an emotion in ${loser} where ${winner} has it.`,
        `${placesInChinese[winner]} 已有某情感字段时，内置服务不看 ${placesInChinese[loser]} 中的值。`,
        step(
          "winner allowed",
          speak(
            body({ ...writeWinner({ emo_control_method: vector, emo_sad: 0.4 }), ...writeLoser({ emo_sad: 1.4 }) }),
          ),
          ...sound("wav"),
        ),
      ),
      check(
        `2.5/c-priority-${winnerId}-over-${loserId}`,
        `The same emotion field counts at ${winner} before it counts in ${loser}.`,
        `同一情感字段，${placesInChinese[winner]} 优先于 ${placesInChinese[loser]}。`,
        step(
          "winner above 1",
          speak(
            body({ ...writeWinner({ emo_sad: 1.4 }), ...writeLoser({ emo_control_method: vector, emo_sad: 0.4 }) }),
          ),
          ...refused({ code: "out_of_range" }),
        ),
      ),
    ]),
);

const emotions = ["happy", "angry", "sad", "afraid", "disgusted", "melancholic", "calm"] as const;
const emotionChecks = emotions.map((emotion) =>
  check(
    `2.5/c-emo-${emotion}`,
    `emo_${emotion} may be from 0 to 1; above 1 is rejected, although upstream allows up to 1.4.`,
    `emo_${emotion} 可为 0 到 1；超过 1 会被拒绝，尽管上游允许到 1.4。`,
    step("at 1", speak(body({ emo_control_method: vector, [`emo_${emotion}`]: 1 })), ...sound("wav")),
    step(
      "at 1.4",
      speak(body({ emo_control_method: vector, [`emo_${emotion}`]: 1.4 })),
      ...refused({ param: `emo_${emotion}`, code: "out_of_range" }),
    ),
    step("below 0", speak(body({ emo_control_method: vector, [`emo_${emotion}`]: -0.01 })), ...refused()),
  ),
);

/** What is refused at once and as a task. */
const bothRefused = (name: string, changes: object, own: Parameters<typeof refused>[0]): readonly CheckStep[] => [
  step(name, speak(body(changes)), ...refused(own)),
  refusedTask(`${name}, as a task`, body(changes), own),
];

/** Model C: sections 2.4 and 2.5. */
export const refVoiceChecks: readonly Check[] = [
  check(
    "2.4/c-wav-by-default",
    "Model C answers with WAV when no format is named, after its job is done.",
    "模型 C 未指定格式时，在作业完成后返回 WAV。",
    control("by Model B", speak({ model: "streamspeech-v8", input: text, voice: "Autumn" }), status(200), codec("mp3")),
    step("request", speak(body()), ...sound("wav"), asLongAs("by Model B")),
  ),
  check(
    "2.4/c-format-wav",
    "Model C accepts response_format wav and speed 1.",
    "模型 C 接受 response_format 为 wav 和 speed 为 1。",
    step("request", speak(body({ response_format: "wav", speed: 1 })), ...sound("wav")),
  ),
  check(
    "2.4/c-no-mp3",
    "Model C provides no MP3.",
    "模型 C 不提供 MP3。",
    ...bothRefused("request", { response_format: "mp3" }, { param: "response_format" }),
  ),
  check(
    "2.4/c-no-speed",
    "Model C has no configurable speed.",
    "模型 C 的语速不可调节。",
    ...bothRefused("faster", { speed: 1.5 }, { param: "speed" }),
    ...bothRefused("slower", { speed: 0.99 }, { param: "speed" }),
  ),
  check(
    "2.4/c-instructions-text",
    "instructions must not be a sentence.",
    "instructions 不得为自然语言文本。",
    ...bothRefused("request", { instructions: "Say it sadly." }, { param: "instructions" }),
  ),
  check(
    "2.4/c-prompt-text",
    "prompt_text can replace input.",
    "prompt_text 可以代替 input。",
    step("request", speak({ model: "refvoice-2", prompt_text: "Good morning.", voice: reference }), ...sound("wav")),
  ),
  check(
    "2.4/c-voice-name",
    "Model C's voice is an address, not a voice name.",
    "模型 C 的 voice 是地址，而不是音色名。",
    ...bothRefused("request", { voice: "Autumn" }, { param: "voice", code: "not_an_address" }),
  ),
  check(
    "2.4/c-no-upload",
    "Neither Base64 nor a local file is taken as a voice reference.",
    "音色参考不支持 Base64，也不支持本地文件。",
    ...bothRefused("Base64", { voice: "data:audio/wav;base64,UklGRg==" }, { param: "voice" }),
    ...bothRefused("file", { voice: "file:///voice.wav" }, { param: "voice" }),
  ),
  check(
    "2.4/c-empty-text",
    "Model C's text has at least 1 character.",
    "模型 C 的文本至少 1 个字符。",
    ...bothRefused("request", { input: "" }, { param: "input", code: "empty" }),
  ),
  check(
    "2.4/c-one-character",
    "A text of 1 character is enough for Model C.",
    "模型 C 的文本可以只有 1 个字符。",
    // The ends of so short a sound weigh more than its pace.
    step("request", speak(body({ input: "好" })), ...soundAtSpeed("wav")),
  ),
  check(
    "2.4/c-no-timestamps",
    "A Model C task has WAV and neither timestamps nor their address.",
    "模型 C 的任务返回 WAV，没有时间戳，也没有其地址。",
    followed("task", makeTask(body()), { kind: "task", is: "completed" }, ...sound("wav").slice(1, 2)),
    step(
      "made",
      makeTask(body()),
      ...made(),
      json("model", { is: "refvoice-2" }),
      json("timestamps_url", { absent: true }),
    ),
  ),
  check(
    "2.4/c-task-fails",
    "A Model C task whose reference can't be fetched ends as failed, unless it is refused at once.",
    "参考音频无法下载的模型 C 任务以 failed 结束，除非直接被拒绝。",
    followed(
      "task",
      makeTask(body({ voice: nowhere })),
      { kind: "task", is: "failed", orRefused: true },
      // That a recording is fetched behind the making of a task only is the embedded service's own choice.
      beyond(status(200)),
    ),
  ),
  ...placeChecks,
  ...priorityChecks,
  check(
    "2.5/c-method-same",
    "emo_control_method may be 与音色参考音频相同.",
    "emo_control_method 可为“与音色参考音频相同”。",
    step("request", speak(body({ emo_control_method: "与音色参考音频相同" })), ...sound("wav")),
  ),
  check(
    "2.5/c-method-recording",
    "emo_control_method may be 使用情感参考音频, with a recording of its own or without one.",
    "emo_control_method 可为“使用情感参考音频”，可另给录音，也可不给。",
    step("its own", speak(body({ emo_control_method: "使用情感参考音频", emo_ref_audio: reference })), ...sound("wav")),
    step("the voice's", speak(body({ emo_control_method: "使用情感参考音频" })), ...sound("wav")),
    step(
      "none to be had",
      speak(body({ emo_control_method: "使用情感参考音频", emo_ref_audio: nowhere })),
      ...refused({ param: "emo_ref_audio", code: "reference_unusable" }),
    ),
  ),
  check(
    "2.5/c-method-vector",
    "emo_control_method may be 使用情感向量控制, with every emotion at once.",
    "emo_control_method 可为“使用情感向量控制”，并可同时设置所有情感。",
    step(
      "request",
      speak(
        body({
          emo_control_method: vector,
          ...Object.fromEntries(emotions.map((emotion) => [`emo_${emotion}`, 0.1])),
          emo_surprised: 0,
        }),
      ),
      ...sound("wav"),
    ),
  ),
  check(
    "2.5/c-method-unknown",
    "emo_control_method takes no other value.",
    "emo_control_method 不接受其他取值。",
    ...bothRefused("request", { emo_control_method: "vector" }, { param: "emo_control_method" }),
  ),
  ...emotionChecks,
  check(
    "2.5/c-surprised",
    'emo_surprised is fixed at 0: it may be 0 or the string "0", and nothing else.',
    'emo_surprised 固定为 0：可为 0 或字符串 "0"，不得为其他值。',
    step("0", speak(body({ emo_control_method: vector, emo_surprised: 0 })), ...sound("wav")),
    step('"0"', speak(body({ emo_control_method: vector, emo_surprised: "0" })), ...sound("wav")),
    step("0.1", speak(body({ emo_surprised: 0.1 })), ...refused({ param: "emo_surprised" })),
    step("1", speak(body({ emo_surprised: 1 })), ...refused({ param: "emo_surprised" })),
  ),
  check(
    "2.5/c-random",
    "emo_random is true or false.",
    "emo_random 为 true 或 false。",
    step("true", speak(body({ emo_control_method: vector, emo_calm: 0.5, emo_random: true })), ...sound("wav")),
    step("false", speak(body({ emo_random: false })), ...sound("wav")),
    step("text", speak(body({ emo_random: "true" })), ...refused({ param: "emo_random", code: "wrong_type" })),
  ),
  ...emotionPlaceChecks,
  ...emotionPriorityChecks,
];
