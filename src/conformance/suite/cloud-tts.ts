import type { Check } from "../checks/check.ts";
import {
  asLongAs,
  check,
  codec,
  compared,
  control,
  headerIfAny,
  modelB,
  ownCheck,
  refused,
  sameSound,
  shared,
  sound,
  soundAtSpeed,
  speak,
  status,
  step,
} from "./build.ts";

const text = "Good morning, dear listeners.";
const body = (changes: object = {}) => ({ model: "cloud-tts", input: text, voice: "en-US-AriaNeural", ...changes });
const usual = shared("usual", speak(body()), ...sound("mp3"));
const chinese = (voice: string) => body({ input: "早上好，大家好。", voice });

/** Model A: sections 2.1 and 2.2. */
export const cloudTtsChecks: readonly Check[] = [
  check(
    "2.1/a-default-format",
    "Model A answers with MP3 when no format is named.",
    "模型 A 未指定格式时返回 MP3。",
    control("by Model B", speak(modelB()), status(200), codec("mp3")),
    { ...usual, expect: [...usual.expect, asLongAs("by Model B")] },
  ),
  check(
    "2.1/a-mp3",
    "Model A accepts response_format mp3.",
    "模型 A 接受 response_format 为 mp3。",
    step("request", speak(body({ response_format: "mp3" })), ...sound("mp3")),
  ),
  check(
    "2.1/a-voice-languages",
    "Model A's voice names fix the language: one speaks Chinese.",
    "模型 A 的音色名决定语言：中文音色能朗读中文。",
    step(
      "a woman",
      speak(chinese("zh-CN-XiaoxiaoNeural")),
      ...sound("mp3"),
      headerIfAny("content-language", "^(zh|cmn)"),
    ),
    step(
      "a man",
      speak(chinese("zh-CN-YunxiNeural")),
      ...sound("mp3"),
      headerIfAny("content-language", "^(zh|cmn)"),
      asLongAs("a woman"),
    ),
  ),
  check(
    "2.1/a-voices-differ",
    "Model A's voices differ: another name is another sound.",
    "模型 A 的音色各不相同：换名称，声音也不同。",
    { ...usual, control: true },
    step("another voice", speak(body({ voice: "en-US-GuyNeural" })), ...sound("mp3"), {
      kind: "alike",
      step: "usual",
      most: sameSound,
    }),
  ),
  ownCheck(
    "2.1/a-unknown-voice",
    "The embedded service refuses a name that is no voice of Model A.",
    "内置服务会拒绝不是模型 A 音色的名称。",
    step("request", speak(body({ voice: "en-US-NobodyNeural" })), ...refused({ param: "voice" })),
  ),
  check(
    "2.2/a-speed-faster",
    "Model A's speed is a multiplier: 2 takes about half the time of 1.",
    "模型 A 的 speed 是倍率：2 所需时间约为 1 的一半。",
    step("at 1", speak(body({ speed: 1 })), ...sound("mp3")),
    step("at 2", speak(body({ speed: 2 })), ...soundAtSpeed("mp3"), compared("duration", "at 1", 0.35, 0.7)),
  ),
  check(
    "2.2/a-speed-slower",
    "Model A's speed is a multiplier: 0.5 takes about twice the time of 1.",
    "模型 A 的 speed 是倍率：0.5 所需时间约为 1 的两倍。",
    step("at 1", speak(body({ speed: 1 })), ...sound("mp3")),
    step("at 0.5", speak(body({ speed: 0.5 })), ...soundAtSpeed("mp3"), compared("duration", "at 1", 1.5, 2.5)),
  ),
  check(
    "2.2/a-speed-usual",
    "Model A's speed 1 is 100 %: as long as without it.",
    "模型 A 的 speed 1 即 100 %：与不设置时一样长。",
    { ...usual, name: "without" },
    step("at 1", speak(body({ speed: 1 })), ...sound("mp3"), compared("duration", "without", 0.9, 1.1)),
  ),
  check(
    "2.2/a-volume",
    "Model A's volume is a multiplier: 0.5 has about half the peak of 1.",
    "模型 A 的 volume 是倍率：0.5 的峰值约为 1 的一半。",
    step("at 1", speak(body({ volume: 1 })), ...sound("mp3")),
    step("at 0.5", speak(body({ volume: 0.5 })), ...sound("mp3"), compared("peak", "at 1", 0.35, 0.7)),
  ),
  check(
    "2.2/a-pitch",
    "Model A's pitch is an offset in Hz: above 0 the voice is higher, below 0 lower.",
    "模型 A 的 pitch 是以 Hz 表示的偏移：大于 0 时声音更高，小于 0 时更低。",
    step("up", speak(body({ pitch: 20 })), ...sound("mp3")),
    step("down", speak(body({ pitch: -20 })), ...sound("mp3"), compared("pitch", "up", 0.6, 0.95)),
  ),
];
