import { numbersOf } from "../../../../core/messages/numbers.ts";
import { longestPronunciation, mostPronunciations } from "../../../../core/text/pronunciations.ts";
import type { PronunciationMessages } from "./en.ts";

const { integer } = numbersOf("zh");

export const zh: PronunciationMessages = {
  intro: "表中的词语按这里的写法发送，对所有模型和音色都有效。文本、记录和字幕中仍是原来的写法。",
  rules: "中文词语出现在哪里都会替换；英文等只替换完整的单词，小写的词也匹配大写。",
  word: "词语",
  spoken: "读作",
  spokenOf: (word) => `“${word}”读作`,
  examples: ["重庆", "虫庆"],
  hear: (spoken) => `试听“${spoken}”`,
  remove: (word) => `删除“${word}”`,
  problems: {
    no_word: () => "请填写要替换的词语。",
    no_spoken: (word) => `请填写“${word}”的读法。`,
    brackets: () => "请去掉方括号：它们用来停顿和切换音色。",
    doubled: (word) => `表中已有“${word}”，请删除其中一个。`,
    long_word: () => `词语不能超过 ${longestPronunciation} 个字符，请缩短。`,
    long_spoken: () => `读法不能超过 ${longestPronunciation} 个字符，请缩短。`,
  },
  heardWith: (voice) => `试听音色：${voice}。`,
  heardWithForm: "试听使用已设为音色的录音。",
  costs: (price) => `没有听过的写法会发送一次请求：${price}。`,
  voiceFirst: "先设置音色，才能试听。",
  unheard: "暂时无法试听。",
  open: "打开读音表…",
  save: "保存读音表",
  fileHelp: "读音表是文本文件，每行一个词语，例如：重庆 = 虫庆",
  fileName: "读音.txt",
  full: (left) => `读音表最多 ${integer(mostPronunciations)} 个词语，多出的 ${integer(left)} 个没有收入。`,
  opened: (count) => `已读取 ${integer(count)} 个词语。`,
};
