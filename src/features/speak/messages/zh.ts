import { numbersOf } from "../../../core/messages/numbers.ts";
import type { LongTextMessages } from "./en.ts";

const { integer } = numbersOf("zh");

export const zh: LongTextMessages = {
  parts: (count, limit) =>
    `文本超过单次请求的 ${integer(limit)} 个字符。它将在句末分成 ${integer(count)} 个请求，依次发送，合成一条记录，只有一个音频文件，并附字幕。`,
  seconds: (seconds) => `音频约 ${integer(seconds)} 秒。`,
  minutes: (minutes) => `音频约 ${integer(minutes)} 分钟。`,
};
