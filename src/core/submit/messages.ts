import type { InterfaceLanguage } from "../../contract/language.ts";

/** A question before something is sent, and its two answers. `text` is told a fact, such as a price. */
interface QuestionMessages {
  readonly title: string;
  readonly text: (fact: string) => string;
  readonly accept: string;
  readonly decline: string;
}

/** The questions before something is sent. */
export interface SubmitMessages {
  readonly unlisted: Omit<QuestionMessages, "title" | "text"> & {
    readonly title: (model: string) => string;
    readonly text: string;
  };
  /** Told the time at which the same request was sent. */
  readonly orphaned: QuestionMessages;
  /** Told the price in words; empty where it isn't told. */
  readonly underWay: QuestionMessages;
  /** The same. */
  readonly repetition: QuestionMessages;
}

export const submitMessages: Readonly<Record<InterfaceLanguage, SubmitMessages>> = {
  en: {
    unlisted: {
      title: (model) => `${model} isn't in the service's list`,
      text: "The list names language models, so that a speech model may be missing from it and work all the same. If the key may not use it, the service refuses, and nothing should be charged. You are asked once for this service.",
      accept: "Speak all the same",
      decline: "Not now",
    },
    orphaned: {
      title: "This may be running already",
      text: (time) =>
        `The same request was sent at ${time}, and its answer never came. Its job isn't cancelled by that: it may still be running, and be billed. Sending it again makes a second job.`,
      accept: "Send it again",
      decline: "Not now",
    },
    underWay: {
      title: "The same task is under way",
      text: (price) =>
        `It isn't done yet; its sound comes by itself. Sending it again makes a second task, which costs as much again${price === "" ? "" : `: ${price}`}.`,
      accept: "Send a second one",
      decline: "Wait for it",
    },
    repetition: {
      title: "Send it once more?",
      text: (price) =>
        `The same request goes out again, byte for byte, and may be charged${price === "" ? "" : `: ${price}`}.`,
      accept: "Speak again",
      decline: "Cancel",
    },
  },
  zh: {
    unlisted: {
      title: (model) => `${model} 不在服务的模型列表中`,
      text: "列表列的是语言模型，语音模型可能不在其中，但仍然可用。如果密钥无权使用它，服务会拒绝请求，应当不会计费。对此服务只询问一次。",
      accept: "仍然朗读",
      decline: "暂不",
    },
    orphaned: {
      title: "它可能已经在运行",
      text: (time) =>
        `${time} 发送过相同的请求，但没有收到结果。任务并没有因此取消：它可能仍在运行并计费。再次发送会产生第二个任务。`,
      accept: "再次发送",
      decline: "暂不",
    },
    underWay: {
      title: "同样的任务正在进行",
      text: (price) =>
        `它还没有完成，完成后声音会自动取回。再次发送会产生第二个任务，并再次计费${price === "" ? "" : `：${price}`}。`,
      accept: "再发送一个",
      decline: "等它完成",
    },
    repetition: {
      title: "再发送一次？",
      text: (price) => `同一请求将逐字节原样再次发出，并可能计费${price === "" ? "" : `：${price}`}。`,
      accept: "再次朗读",
      decline: "取消",
    },
  },
};
