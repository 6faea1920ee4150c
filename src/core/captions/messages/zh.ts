import { numbersOf } from "../../messages/numbers.ts";
import type { WordsMessages } from "./en.ts";

const { integer } = numbersOf("zh");

export const zh: WordsMessages = {
  label: "字词",
  readAlong: "跟读",
  back: "返回文本",
  follow: "跟随音频",
  word: "字词",
  sentence: "句子",
  wordText: (word, number, count) => `${word}，第 ${integer(number)} 个，共 ${integer(count)} 个`,
  keys: (key) => `← → 选择，${key("words", "hear")}从此处播放`,
  captions: "字幕",
  formats: { srt: "SRT", vtt: "WebVTT", json: "JSON" },
  formatsAbout: { srt: "用于播放器和剪辑软件", vtt: "用于网页" },
  jsonAbout: {
    word: "每个词及其时间，以秒为单位",
    sentence: "每个句子及其时间，以秒为单位",
    unknown: "每一段及其时间，以秒为单位",
  },
  rawAbout: "原样",
  exact: "所有时间均由服务提供。",
  estimated: "各段的起止时间是准确的；段内句子和词语的时间为估算。",
  unknown: "服务返回的时间格式无法识别，因此没有字幕。以下是收到的内容：",
  raw: "收到的内容",
};
