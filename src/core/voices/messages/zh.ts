import { numbersOf } from "../../messages/numbers.ts";
import type { VoiceMessages } from "./en.ts";

const { integer } = numbersOf("zh");

export const zh: VoiceMessages = {
  search: "搜索音色",
  placeholder: "名称、语言、地区…",
  list: "音色",
  count: (count) => `${integer(count)} 个音色`,
  none: "没有符合的音色。可以按名称、语言、地区和性别搜索。",
  dropped: (words) => `没有音色符合“${words}”，以下符合其余的词。`,
  listSeparator: "、",
  elsewhere: (model, count) => `${model} 有 ${integer(count)} 个符合的音色`,
  free: (name) => `原样发送“${name}”`,
  close: "关闭",
  hint: (key) =>
    `${key("rows", "previous")} ${key("rows", "next")} 移动 · ${key("voices", "choose")}选择 · ` +
    `${key("voices", "hear")}试听示例句子 · ${key("voices", "favour")}收藏 · Esc 关闭`,
  unspoken: "内置服务无法朗读",
  favourites: "收藏",
  recent: "最近使用",
  filters: "筛选",
  filterNames: { language: "语言", region: "地区", gender: "性别" },
  clearFilters: "清除筛选",
  noneLeft: "没有音色符合筛选条件。",
  hear: (name) => `试听 ${name}`,
  sample: "试听示例句子",
  stop: (name) => `停止 ${name}`,
  favour: (name) => `收藏 ${name}`,
  unfavour: (name) => `取消收藏 ${name}`,
  fetching: (name) => `正在获取 ${name}…`,
  sounding: (name) => `正在试听 ${name}`,
  blocked: "浏览器需要您再按一次才能播放。",
  notPlayable: "此浏览器无法播放收到的音频。",
  samplesCost: (price) => `试听会向服务发送一个短句（${price}）；每个音色只发送一次，之后保存在此浏览器中。`,
  hearAll: "试听",
  notNow: "暂不",
  mismatch: (writing, voice, language) => `文本使用${writing}书写，而 ${voice} 说的是${language}。`,
  letters: (writing) => writing.replace(/文$/, "字母"),
  take: (voice) => `改用 ${voice}`,
  takeWith: (voice, model) => `改用 ${model} 的 ${voice}`,
  noneSpeaks: (writing, model) => `文本使用${writing}书写，而 ${model} 没有说这种语言的音色。`,
  noneFits: "目录中没有合适的音色。",
};
