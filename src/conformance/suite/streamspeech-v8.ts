import type { Check } from "../checks/check.ts";
import type { Expectation } from "../checks/expectation.ts";
import {
  asLongAs,
  beyond,
  check,
  codec,
  compared,
  figure,
  followed,
  headerIfAny,
  makeTask,
  modelB,
  ownCheck,
  refused,
  refusedTask,
  sameSound,
  shared,
  sound,
  soundAtSpeed,
  speak,
  spoken,
  status,
  step,
} from "./build.ts";

const usual = shared("usual", speak(modelB()), ...sound("mp3"));
/** The same beside others, whose sound is compared with it. */
const usualBeside = { ...usual, control: true as const };

/** The names that section 2.3 calls common, by hand, with what it says of each. */
const commonVoices = [
  {
    language: "zh",
    text: "早上好，大家好。",
    female: ["Mei", "Lian", "Ting", "Jing"],
    male: ["Wei", "Jian", "Hao", "Sheng"],
  },
  {
    language: "en",
    text: "OK, hello.",
    female: ["Autumn", "Melody", "Hannah", "Emily", "Ivy", "Kaitlyn", "Luna", "Willow", "Lauren", "Sierra"],
    male: ["Noah", "Jasper", "Caleb", "Ronan", "Ethan", "Daniel", "Zane"],
  },
] as const;
const bitrates = [16, 32, 48, 64, 128, 192, 256, 320] as const;

const bitrateOf = (kilobits: number): Expectation => figure("bitrate", kilobits - 1, kilobits + 1);

/** Slower and higher than usual, at 64k. */
const slowAndHigh: readonly Expectation[] = [
  bitrateOf(64),
  compared("duration", "usual", 1.2, 3),
  compared("pitch", "usual", 1.08, 1.5),
];
const allFive: readonly Expectation[] = [...soundAtSpeed("mp3"), ...slowAndHigh];
const capitalised = {
  model: "streamspeech-v8",
  Text: "Good morning, dear listeners.",
  VoiceId: "Autumn",
  Bitrate: "64k",
  Speed: -1,
  Pitch: 1.2,
};

/** How much higher a woman's voice is than a man's, at least: people's differ by more. */
const higher = 1.05;

/** Each voice beside one of the other sex, and beside the one before it, whose sound it mustn't have. */
const voiceChecks = commonVoices.flatMap(({ language, text, female, male }) => {
  const says = (voice: string, ...expect: readonly Expectation[]) =>
    shared(voice, speak({ model: "streamspeech-v8", input: text, voice }), ...sound("mp3"), ...expect);
  const beside = (voice: string) => ({ ...says(voice), control: true as const });
  return [...female, ...male].map((voice, at, all) => {
    const isFemale = at < female.length;
    const other = isFemale ? male[0] : female[0];
    const before = all.at(at - 1) ?? other;
    return check(
      `2.3/b-voice-${voice}`,
      `Model B speaks with the common voice ${voice}.`,
      `模型 B 能以常用音色 ${voice} 朗读。`,
      ...(before === other ? [beside(other)] : ([beside(other), beside(before)] as const)),
      says(
        voice,
        headerIfAny("content-language", language === "zh" ? "^(zh|cmn)" : "^en"),
        isFemale ? compared("pitch", other, higher, 4) : compared("pitch", other, 0.25, 1 / higher),
        { kind: "alike", step: before, most: sameSound },
      ),
    );
  });
});

const bitrateChecks = bitrates.map((kilobits) =>
  check(
    `2.3/b-bitrate-${kilobits}k`,
    `Model B's MP3 has the bitrate ${kilobits}k when Bitrate asks for it.`,
    `Bitrate 为 ${kilobits}k 时，模型 B 的 MP3 比特率即为此值。`,
    step("request", speak(modelB({ Bitrate: `${kilobits}k` })), ...sound("mp3"), bitrateOf(kilobits)),
  ),
);

/** Spellings and modes of Model B: section 2.3. */
export const streamSpeechChecks: readonly Check[] = [
  check(
    "2.3/b-speech-by-default",
    "Without stream and speech, Model B works in speech mode and returns MP3.",
    "既无 stream 也无 speech 时，模型 B 以整段模式工作并返回 MP3。",
    usual,
  ),
  check(
    "2.3/b-speech",
    "speech: true selects Model B's speech mode: the service returns the audio itself.",
    "speech: true 选择模型 B 的整段模式：服务直接返回音频。",
    usualBeside,
    step("request", speak(modelB({ speech: true })), ...sound("mp3"), asLongAs("usual"), {
      kind: "header",
      name: "location",
      absent: true,
    }),
  ),
  check(
    "2.3/b-stream",
    "stream: true selects Model B's stream mode, with MP3.",
    "stream: true 选择模型 B 的流式模式，返回 MP3。",
    usualBeside,
    step("request", speak(modelB({ stream: true })), ...sound("mp3"), asLongAs("usual")),
  ),
  check(
    "2.3/b-both-modes",
    "stream and speech must not both be true.",
    "stream 与 speech 不得同时为 true。",
    step("request", speak(modelB({ stream: true, speech: true })), ...refused({ param: "stream", code: "conflict" })),
  ),
  check(
    "2.3/b-capitalised",
    "Model B takes the capitalised names: Text, VoiceId, Bitrate, Speed, Pitch.",
    "模型 B 接受首字母大写的名称：Text、VoiceId、Bitrate、Speed、Pitch。",
    usual,
    step("capitalised", speak(capitalised), ...allFive),
  ),
  check(
    "2.3/b-fields-elsewhere",
    "Model B's Text, VoiceId, Bitrate, Speed and Pitch count in stream mode and in tasks as well.",
    "模型 B 的 Text、VoiceId、Bitrate、Speed、Pitch 在流式模式和任务中同样有效。",
    usualBeside,
    step("stream", speak({ ...capitalised, stream: true }), ...allFive),
    followed("task", makeTask(capitalised), { kind: "task", is: "completed" }, codec("mp3"), ...slowAndHigh),
  ),
  check(
    "2.3/b-task-refused",
    "A Model B task refuses a Bitrate or TimestampType that isn't documented.",
    "模型 B 的任务拒绝文档未列出的 Bitrate 和 TimestampType。",
    refusedTask("Bitrate", modelB({ Bitrate: "96k" }), { param: "Bitrate" }),
    refusedTask("TimestampType", modelB({ TimestampType: "letter" }), { param: "TimestampType" }),
  ),
  check(
    "2.3/b-lowercase",
    "Model B takes the lower-case names: text, voiceid, bitrate, speed, pitch.",
    "模型 B 接受全小写的名称：text、voiceid、bitrate、speed、pitch。",
    usual,
    step(
      "lower case",
      speak({
        model: "streamspeech-v8",
        text: "Good morning, dear listeners.",
        voiceid: "Autumn",
        bitrate: "64k",
        speed: -1,
        pitch: 1.2,
      }),
      ...allFive,
    ),
  ),
  check(
    "2.3/b-bitrate-default",
    "Model B's bitrate is 192k unless another is named.",
    "未指定时，模型 B 的比特率为 192k。",
    { ...usual, expect: [...usual.expect, bitrateOf(192)] },
  ),
  ...bitrateChecks,
  check(
    "2.3/b-speed",
    "Model B's Speed goes from -1, slower, to 1, faster; 0 is the default and no multiplier.",
    "模型 B 的 Speed 从 -1（更慢）到 1（更快）；默认为 0，不是倍率。",
    usual,
    step("at 0", speak(modelB({ Speed: 0 })), ...sound("mp3"), compared("duration", "usual", 0.9, 1.1)),
    step("at 1", speak(modelB({ Speed: 1 })), ...soundAtSpeed("mp3"), compared("duration", "usual", 0.3, 0.9)),
    step("at -1", speak(modelB({ Speed: -1 })), ...soundAtSpeed("mp3"), compared("duration", "usual", 1.1, 3)),
  ),
  check(
    "2.3/b-pitch",
    "Model B's Pitch goes from 0.5, lower, to 1.5, higher; 1 is the voice's own.",
    "模型 B 的 Pitch 从 0.5（更低）到 1.5（更高）；1 为音色自身的音高。",
    usual,
    step("at 0.5", speak(modelB({ Pitch: 0.5 })), ...sound("mp3"), compared("pitch", "usual", 0.35, 0.85)),
    step("at 1", speak(modelB({ Pitch: 1 })), ...sound("mp3"), compared("pitch", "usual", 0.9, 1.1)),
    step("at 1.5", speak(modelB({ Pitch: 1.5 })), ...sound("mp3"), compared("pitch", "usual", 1.15, 2)),
  ),
  check(
    "2.3/b-temperature",
    "Model B's Temperature may be 0.1 and 0.8 in stream mode, in either spelling.",
    "流式模式下，模型 B 的 Temperature 可为 0.1 和 0.8，两种写法均可。",
    step("at 0.1", speak(modelB({ stream: true, Temperature: 0.1 })), ...sound("mp3")),
    step("at 0.8", speak(modelB({ stream: true, temperature: 0.8 })), ...sound("mp3")),
  ),
  check(
    "2.3/b-codec-mp3",
    "Codec libmp3lame gives MP3 in stream mode.",
    "流式模式下 Codec 为 libmp3lame 时返回 MP3。",
    step("request", speak(modelB({ stream: true, Codec: "libmp3lame" })), ...sound("mp3")),
  ),
  check(
    "2.3/b-codec-pcm",
    "Codec pcm_s16le gives 16-bit samples in stream mode.",
    "流式模式下 Codec 为 pcm_s16le 时返回 16 位采样。",
    usualBeside,
    step("request", speak(modelB({ stream: true, Codec: "pcm_s16le" })), ...sound("pcm_s16le"), asLongAs("usual")),
  ),
  check(
    "2.3/b-codec-mulaw",
    "Codec pcm_mulaw gives mu-law in stream mode, as long as the 16-bit samples.",
    "流式模式下 Codec 为 pcm_mulaw 时返回 mu-law，时长与 16 位采样一致。",
    step("16-bit", speak(modelB({ stream: true, Codec: "pcm_s16le" })), ...sound("pcm_s16le")),
    step(
      "mu-law",
      speak(modelB({ stream: true, codec: "pcm_mulaw" })),
      ...sound("pcm_mulaw"),
      asLongAs("16-bit"),
      // The document doesn't say that both have one sample rate.
      beyond(compared("bytes", "16-bit", 0.4, 0.6)),
    ),
  ),
  check(
    "2.3/b-format-mp3",
    "response_format mp3 is allowed in both of Model B's modes.",
    "模型 B 的两种模式都允许 response_format 为 mp3。",
    step("speech", speak(modelB({ response_format: "mp3" })), ...sound("mp3")),
    step("stream", speak(modelB({ stream: true, response_format: "mp3" })), ...sound("mp3")),
  ),
  check(
    "2.3/b-format-pcm",
    "response_format pcm gives samples in stream mode.",
    "流式模式下 response_format 为 pcm 时返回采样数据。",
    step(
      "request",
      speak(modelB({ stream: true, response_format: "pcm" })),
      status(200),
      codec("pcm_s16le", "pcm_mulaw"),
      figure("stray", 0, 0),
      ...spoken(),
    ),
  ),
  ownCheck(
    "2.3/b-format-pcm-in-speech",
    "The embedded service refuses response_format pcm outside of stream mode.",
    "内置服务拒绝流式模式之外的 response_format: pcm。",
    step("request", speak(modelB({ response_format: "pcm" })), ...refused({ param: "response_format" })),
  ),
  check(
    "2.3/b-timestamps-word",
    "TimestampType word gives a task's times by word.",
    "TimestampType 为 word 时，任务按词给出时间。",
    followed(
      "task",
      makeTask(modelB({ TimestampType: "word" })),
      { kind: "task", is: "completed" },
      { kind: "times", granularity: "word" },
      { kind: "script" },
      beyond({ kind: "times", granularity: "word", unit: "seconds" } satisfies Expectation),
      beyond(figure("words", 4, 4)),
    ),
  ),
  check(
    "2.3/b-timestamps-sentence",
    "TimestampType sentence gives a task's times by sentence, in lower case too.",
    "TimestampType 为 sentence 时，任务按句给出时间；小写写法也可。",
    followed(
      "task",
      makeTask(modelB({ input: "Good morning. Good night.", timestamptype: "sentence" })),
      { kind: "task", is: "completed" },
      { kind: "times", granularity: "sentence" },
      figure("words", 1, 2),
    ),
  ),
  check(
    "2.3/b-timestamps-default",
    "A task's times are by sentence unless TimestampType says otherwise.",
    "未设置 TimestampType 时，任务按句给出时间。",
    followed("task", makeTask(modelB()), { kind: "task", is: "completed" }, { kind: "times", granularity: "sentence" }),
  ),
  ...voiceChecks,
];
