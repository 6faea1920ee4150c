import { numbersOf } from "../../../core/messages/numbers.ts";
import type { DirectionsMessages } from "./directions-en.ts";

const { decimal, integer, list } = numbersOf("zh");

export const zh: DirectionsMessages = {
  followed(pauses, voices, requests) {
    const found = [
      ...(pauses === 0 ? [] : [`${integer(pauses)} 处停顿`]),
      ...(voices.length === 0 ? [] : [`音色 ${list(voices)}`]),
    ];
    const sent = requests === 1 ? "只发送一个请求" : `依次发送 ${integer(requests)} 个请求，合成一条记录`;
    return `方括号：${found.join("，")}。${sent}。`;
  },
  nothingElse: "文本中只有方括号，没有可朗读的内容。",
  spoken: "方括号照原样朗读。",
  speak: "朗读方括号",
  follow: "按方括号朗读",
  unknownVoice: (name, model) => `${model} 没有音色“${name}”，请写音色列表中的名字。`,
  pauseRange: (seconds, minimum, maximum) =>
    `停顿须为 ${decimal(minimum)}–${decimal(maximum)} 秒，不能是 ${decimal(seconds)} 秒。`,
  show: "定位",
};
