import type { ConfirmMessages } from "./en.ts";

export const zh: ConfirmMessages = {
  title: (model) => `${model} 不在服务的模型列表中`,
  text:
    "列表列的是语言模型，语音模型可能不在其中，但仍然可用。" +
    "如果密钥无权使用它，服务会拒绝请求，应当不会计费。对此服务只询问一次。",
  confirm: "仍然朗读",
  decline: "暂不",
};
