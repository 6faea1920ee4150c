import type { MeasuresMessages } from "./en.ts";

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
};
