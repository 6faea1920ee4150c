import type { InterfaceLanguage } from "../../contract/language.ts";

/** The question before a model is used that the service's list lacks. */
export interface ConfirmMessages {
  readonly title: (model: string) => string;
  readonly text: string;
  readonly confirm: string;
  readonly decline: string;
}

export const confirmMessages: Readonly<Record<InterfaceLanguage, ConfirmMessages>> = {
  en: {
    title: (model) => `${model} isn't in the service's list`,
    text: "The list names language models, so that a speech model may be missing from it and work all the same. If the key may not use it, the service refuses, and nothing should be charged. You are asked once for this service.",
    confirm: "Speak all the same",
    decline: "Not now",
  },
  zh: {
    title: (model) => `${model} 不在服务的模型列表中`,
    text: "列表列的是语言模型，语音模型可能不在其中，但仍然可用。如果密钥无权使用它，服务会拒绝请求，应当不会计费。对此服务只询问一次。",
    confirm: "仍然朗读",
    decline: "暂不",
  },
};
