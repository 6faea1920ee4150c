import type { HearingMessages } from "./en.ts";

export const zh: HearingMessages = {
  title: "听到的内容",
  hear: "识别内容",
  hearing: "正在识别…",
  heard: "听到",
  errors: "词错误率",
  nothing: "没有听到任何词",
  about: (recogniser) =>
    `由 ${recogniser} 识别。词错误率是多出、遗漏或读错的词数与文本词数之比；不计大小写和标点，中文和日文按字计算。`,
  none: "此处无法核对读出的内容：没有安装语音识别模型。可在“自然音色”中获取，或用 npm run voices -- list 查看。",
  unheard: {
    no_recogniser: "识别模型不支持这种语言。",
    failed: "无法识别：音频不能解码、超过四分钟，或没有得到响应。",
  },
};
