import type { Check } from "../checks/check.ts";
import { check, compared, figure, ownCheck, refused, sound, speak, status, step } from "./build.ts";

const body = (changes: object = {}) => ({
  model: "cloud-tts",
  input: "Good morning, dear listeners.",
  voice: "en-US-AriaNeural",
  ...changes,
});

/** Model A: sections 2.1 and 2.2. */
export const cloudTtsChecks: readonly Check[] = [
  check(
    "2.1/a-default-format",
    "Model A answers with MP3 when no format is named.",
    "模型 A 未指定格式时返回 MP3。",
    "small",
    step("request", speak(body()), ...sound("mp3")),
  ),
  check(
    "2.1/a-mp3",
    "Model A accepts response_format mp3.",
    "模型 A 接受 response_format 为 mp3。",
    "small",
    step("request", speak(body({ response_format: "mp3" })), ...sound("mp3")),
  ),
  check(
    "2.1/a-voice-languages",
    "Model A's voice names fix the language: one speaks Chinese.",
    "模型 A 的音色名决定语言：中文音色能朗读中文。",
    "small",
    step("request", speak(body({ input: "早上好，大家好。", voice: "zh-CN-XiaoxiaoNeural" })), ...sound("mp3")),
  ),
  ownCheck(
    "2.1/a-unknown-voice",
    "The embedded service refuses a name that is no voice of Model A.",
    "内置服务会拒绝不是模型 A 音色的名称。",
    "free",
    step("request", speak(body({ voice: "en-US-NobodyNeural" })), ...refused({ param: "voice" })),
  ),
  check(
    "2.2/a-speed-faster",
    "Model A's speed is a multiplier: 2 takes about half the time of 1.",
    "模型 A 的 speed 是倍率：2 所需时间约为 1 的一半。",
    "small",
    step("at 1", speak(body({ speed: 1 })), ...sound("mp3")),
    step("at 2", speak(body({ speed: 2 })), ...sound("mp3"), compared("duration", "at 1", 0.35, 0.7)),
  ),
  check(
    "2.2/a-speed-slower",
    "Model A's speed is a multiplier: 0.5 takes about twice the time of 1.",
    "模型 A 的 speed 是倍率：0.5 所需时间约为 1 的两倍。",
    "small",
    step("at 1", speak(body({ speed: 1 })), ...sound("mp3")),
    step("at 0.5", speak(body({ speed: 0.5 })), ...sound("mp3"), compared("duration", "at 1", 1.5, 2.5)),
  ),
  check(
    "2.2/a-speed-usual",
    "Model A's speed 1 is 100 %: as long as without it.",
    "模型 A 的 speed 1 即 100 %：与不设置时一样长。",
    "small",
    step("without", speak(body()), ...sound("mp3")),
    step("at 1", speak(body({ speed: 1 })), ...sound("mp3"), compared("duration", "without", 0.9, 1.1)),
  ),
  check(
    "2.2/a-volume",
    "Model A's volume is a multiplier: 0.5 has about half the peak of 1.",
    "模型 A 的 volume 是倍率：0.5 的峰值约为 1 的一半。",
    "small",
    step("at 1", speak(body({ volume: 1 })), ...sound("mp3")),
    step("at 0.5", speak(body({ volume: 0.5 })), ...sound("mp3"), compared("peak", "at 1", 0.35, 0.7)),
  ),
  check(
    "2.2/a-pitch",
    "Model A takes a pitch offset in Hz, in either direction.",
    "模型 A 接受以 Hz 表示的音高偏移，可正可负。",
    "small",
    step("up", speak(body({ pitch: 20 })), status(200), figure("duration", 0.2, 60)),
    step("down", speak(body({ pitch: -20 })), status(200), figure("duration", 0.2, 60)),
  ),
];
