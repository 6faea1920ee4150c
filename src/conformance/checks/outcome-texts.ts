import type { Localized } from "../../contract/language.ts";
import type { Outcome, UnjudgedReason } from "./outcome.ts";

export const outcomeTexts: Readonly<Record<Outcome, Localized>> = {
  passed: { en: "passed", zh: "通过" },
  failed: { en: "failed", zh: "未通过" },
  not_judged: { en: "not judged", zh: "未判定" },
};

/** Why nothing is said of a check. */
export const reasonTexts: Readonly<Record<UnjudgedReason, Localized>> = {
  not_asked: {
    en: "The run was ended before.",
    zh: "运行在此之前已结束。",
  },
  key_refused: {
    en: "The service doesn't accept the key.",
    zh: "服务不接受此密钥。",
  },
  service_gone: {
    en: "The service stopped answering.",
    zh: "服务不再响应。",
  },
  unanswered: {
    en: "It was sent. Whether it was answered and charged isn't known.",
    zh: "已发送，但不知道是否有响应、是否已计费。",
  },
  no_answer: {
    en: "No answer came from the service.",
    zh: "没有收到服务的响应。",
  },
  unended: {
    en: "Not judged: the task still ran after half an hour.",
    zh: "未判定：半小时后任务仍未结束。",
  },
  broken_answer: {
    en: "Not judged: the service's answer broke off.",
    zh: "未判定：服务的响应中断。",
  },
  status: {
    en: "Not judged: this status may have another cause, such as the key, the address or a failure of the service.",
    zh: "未判定：此状态码可能另有原因，如密钥、地址或服务自身的故障。",
  },
  no_control: {
    en: "Not judged: nothing that the service accepts was sent beside it in this run.",
    zh: "未判定：本次运行没有同时发送服务会接受的请求。",
  },
  control_refused: {
    en: "Not judged: the service didn't accept the request that stands beside it either.",
    zh: "未判定：一并发送的对照请求也未被服务接受。",
  },
  lacks: {
    en: "Not judged: it needs something that isn't there.",
    zh: "未判定：缺少所需的内容。",
  },
  nothing_expected: {
    en: "Not judged: the document is silent there.",
    zh: "未判定：文档对此没有说明。",
  },
  unmeasured: {
    en: "Not judged: nothing here can measure it.",
    zh: "未判定：此处无法分析该音频。",
  },
  no_recogniser: {
    en:
      "Not judged: no recogniser of speech is here that knows the language. " +
      "npm run voices -- list names those to be had.",
    zh: "未判定：此处没有支持该语言的语音识别模型。可用的模型见 npm run voices -- list。",
  },
  over_budget: {
    en: "Not sent: the budget doesn't allow it.",
    zh: "未发送：超出预算。",
  },
};
