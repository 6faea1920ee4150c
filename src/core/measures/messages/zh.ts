import { numbersOf } from "../../messages/numbers.ts";
import type { MeasuresMessages } from "./en.ts";

const { integer } = numbersOf("zh");

export const zh: MeasuresMessages = {
  title: "对采样的实测",
  measuring: "正在测量…",
  failed: "无法在此测量：页面不能分段读取这种格式。",
  peak: "采样峰值",
  loudness: "综合响度",
  leadingSilence: "开头静音",
  trailingSilence: "结尾静音",
  clipped: "达到满刻度的采样",
  duration: "解码后的时长",
  sampleRate: "解码后的采样率",
  channels: "解码后的声道数",
  tooShort: "太短：测量响度至少需要 400 毫秒",
  silent: "没有高于 −70 LUFS 的内容",
  nothing: "全部为零",
  help: "响度依据 ITU-R BS.1770-4。静音指每 10 毫秒的均方根低于 −60 dBFS；不足 30 毫秒的声响不算静音结束。",
  figuresHelp:
    "时间从点击“朗读”起算。“首个声音”是声音真正输出的时刻，而不是请求播放的时刻。“生成速度”是每等待一秒得到的音频秒数。",
  /** What the table of figures says alone. */
  figures: {
    copy: "复制",
    stallAt: (at, length) => `${length}，始于 ${at}`,
    audioFrames: "音频帧",
    chunks: "数据块",
    bitrate: "比特率",
    sampleRate: "采样率",
    channels: "声道",
    duration: "时长",
    stall: (number) => `卡顿 ${integer(number)}`,
  },
  /** What is heard in a take. */
  hearing: {
    title: "识别出的内容",
    hear: "识别内容",
    hearing: "正在识别…",
    heard: "识别结果",
    errors: "词错误率",
    nothing: "没有识别出任何词",
    about: (recogniser) =>
      `由 ${recogniser} 识别。词错误率是多出、遗漏或读错的词数与文本词数之比；不计大小写和标点，中文和日文按字计算。`,
    none: "此处无法核对读出的内容：没有安装语音识别模型。可在“自然音色”中获取，或用 npm run voices -- list 查看。",
    unheard: {
      no_recogniser: "识别模型不支持这种语言。",
      failed: "无法识别：音频不能解码、超过四分钟，或没有得到响应。",
    },
  },
};
