import { numbersOf } from "../../messages/numbers.ts";
import type { SubmitMessages } from "./en.ts";

const { integer, time } = numbersOf("zh");
const further = (price: string) => (price === "" ? "" : `：${price}`);

export const zh: SubmitMessages = {
  mend: {
    set: (value) => `改为 ${value}`,
    default: "使用默认值",
    leaveOut: (label) => `不发送“${label}”`,
  },
  unlisted: {
    title: (models) => `${models} 不在服务的模型列表中`,
    text:
      "列表列的是语言模型，语音模型可能不在其中，但仍然可用。" +
      "如果密钥无权使用它，服务会拒绝请求，应当不会计费。对此服务只询问一次。",
    accept: "仍然朗读",
    decline: "暂不",
  },
  orphaned: {
    title: "它可能已经在运行",
    text: (since) =>
      `${time(since)} 发送过相同的请求，但没有收到响应。它可能仍在运行并计费。再次发送会产生第二个任务。`,
    accept: "再次发送",
    decline: "暂不",
  },
  underWay: {
    title: "同样的任务正在进行",
    text: (price) => `它还没有完成，完成后音频会自动取回。再次发送会产生第二个任务，并可能再次计费${further(price)}。`,
    accept: "再发送一个",
    decline: "等它完成",
  },
  part: {
    title: "有一段可能会重复计费",
    text: (part, parts) =>
      `共 ${integer(parts)} 段，第 ${integer(part)} 段已经发出，但没有收到结果，可能已经计费。` +
      "继续会重新发送这一段，再发送后面尚未发送的各段。已经生成的声音保持不变。",
    accept: "继续",
    decline: "暂不",
  },
  repetition: {
    title: "再发送一次？",
    text: (price) => `同一请求将原样再次发送，并可能计费${further(price)}。`,
    accept: "再次朗读",
    decline: "取消",
  },
};
