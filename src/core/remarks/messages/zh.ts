import { numbersOf } from "../../messages/numbers.ts";
import type { RemarksMessages } from "./en.ts";

const { integer } = numbersOf("zh");
const number = (was: string) => integer(Number(was));

export const zh: RemarksMessages = {
  title: "说明",
  more: (count) => `另有 ${integer(count)} 项`,
  codes: {
    status: { short: (was) => `状态 ${was}`, long: (was) => `音频随状态 ${was} 返回；完整的响应应为 200。` },
    type: { short: (was) => `标为 ${was}`, long: (was) => `content-type 写的是 ${was}，实际字节是另一种格式。` },
    encoding: {
      short: (was) => `content-encoding ${was}`,
      long: (was) => `响应使用了 content-encoding ${was}，而请求并未要求。`,
    },
    language: {
      short: (was) => `content-language ${was}`,
      long: (was) => `content-language 为 ${was}，与音色的语言不同。`,
    },
    other_codec: { short: (was) => `要求的是 ${was}`, long: (was) => `要求的是 ${was}，收到的是另一种格式。` },
    truncated: {
      short: (was) => `缺少约 ${number(was)} 字节`,
      long: (was) => `音频声明的长度比收到的多约 ${number(was)} 字节。`,
    },
    bytes_behind: {
      short: (was) => `音频之后有 ${number(was)} 字节`,
      long: (was) => `音频结束之后还有 ${number(was)} 字节，不属于播放器认识的任何内容。`,
    },
    stray_bytes: {
      short: (was) => `帧之间有 ${number(was)} 字节`,
      long: (was) => `中间有 ${number(was)} 字节不属于任何帧。`,
    },
    joined: {
      short: (was) => `${number(was)} 个文件拼接`,
      long: (was) => `由 ${number(was)} 个 MP3 文件拼接而成，各带一个 Info 帧；许多播放器会停在第一个文件的结尾。`,
    },
    odd_samples: { short: () => "末尾有半个采样", long: (was) => `末尾的 ${number(was)} 字节只是采样的一部分。` },
    assumed_rate: {
      short: (was) => `假定 ${number(was)} Hz`,
      long: (was) => `收到的内容没有说明采样率：${number(was)} Hz 是假定值，可在编码旁边设置。`,
    },
    times_failed: { short: () => "没有时间信息", long: (was) => `未能取得可读的逐词时间戳：${was}` },
    times_backwards: {
      short: () => "时间倒退",
      long: (was) => `有时间先结束后开始，或早于前一个：${was} 秒。字幕会重新排序。`,
    },
    times_negative: { short: () => "时间为负", long: (was) => `有时间早于音频开始：${was} 秒。字幕不含它。` },
    times_beyond: { short: () => "时间超出结尾", long: (was) => `最后的时间止于 ${was} 秒，在音频结束之后。` },
    times_script: { short: () => "词语与文本不同", long: () => "带时间的词语与文本不一致。" },
    aliases: {
      short: (was) => `${was} 不一致`,
      long: (was) => `请求中的 ${was} 取值不同。服务文档没有说明以哪个为准：这里假定第一个有效。`,
    },
    task_id: {
      short: () => "任务 ID 不合文档",
      long: (was) => `任务 ID 是 ${was}；按文档应为以 task_ 开头的字符串。`,
    },
    task_wrapped: { short: () => "任务格式不合文档", long: () => "任务 ID 不在文档规定的位置（响应顶层的 id）。" },
    frames: { short: () => "帧不合文档", long: (was) => `“数据帧”标签页对顺序有 ${number(was)} 条说明。` },
  },
  notes: {
    pitch: {
      short: (asked, spoken) => `音高 ${spoken} Hz，不是 ${asked} Hz`,
      long: (asked, spoken) => `这个音色达不到 ${asked} Hz 的音高，所以用 ${spoken} Hz 朗读。`,
    },
    words: {
      short: (engine) => `未用 ${engine}：不知道录音里说了什么`,
      add: (engine, recogniser) => `${needsWords(engine)}请添加 ${recogniser}，由它听写录音内容。`,
      unheard: (engine, recogniser) => `${needsWords(engine)}${recogniser} 没有从中听出话来。`,
    },
    other: (note) => `服务说明：${note}`,
  },
};

function needsWords(engine: string): string {
  return `没有使用 ${engine}：它需要知道录音里说了什么。`;
}
