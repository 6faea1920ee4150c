import { numbersOf } from "../../../core/messages/numbers.ts";
import type { PresentMessages } from "./en.ts";

const { integer } = numbersOf("zh");

export const zh: PresentMessages = {
  title: "演示",
  keys: (key) =>
    `${key("present", "on", "all")}：前进一步，先显示文字，再播放音频，然后到下一项。` +
    `${key("present", "back", "all")}：后退一步。` +
    `${key("present", "next")}和${key("present", "previous")}：直接到下一项和上一项。` +
    `${key("present", "playOrPause")}：播放或暂停。${key("present", "black", "all")}：黑屏或恢复。` +
    `${key("present", "first")}和${key("present", "last")}：第一项和最后一项。` +
    `${key("present", "louder")}和${key("present", "quieter")}：增大和减小音量。` +
    `${key("present", "toggleMuted")}：静音。${key("present", "list")}：节目单。` +
    `${key("present", "fullScreen")}：全屏。` +
    `${key("present", "start")}和${key("present", "startHere")}：全屏并从第一项或当前项开始。` +
    `${key("present", "leave")}：退出。`,
  close: "退出演示",
  previous: "上一项",
  next: "下一项",
  place: (index, count) => `${integer(index)} / ${integer(count)}`,
  shown: (index, count, title) => `第 ${integer(index)} 项，共 ${integer(count)} 项：${title}`,
  firstOne: "这是第一项。",
  lastOne: "这是最后一项。",
  resumed: (index, first) => `已回到上次离开的第 ${integer(index)} 项。按 ${first} 从第一项开始。`,
  pressAgain: "再按一次进入下一项。",
  seconds: (seconds) => `${integer(seconds)} 秒`,
  muted: "已静音",
  nothing: "没有可显示的内容。请先撰写文本，或将记录加入节目单。",
  black: "黑屏",
  bringBack: "屏幕已变黑。按此恢复",
  goOn: "继续下一项",
  again: "再次朗读",
  notSpoken: "现在还不能朗读",
  unplayable: "此浏览器无法播放收到的内容",
  unplayableHelp: {
    script: "再次朗读也许就能得到音频。已收到的内容保存在记录中。",
    take: "其他浏览器也许能播放。可以在记录列表中保存它的文件。",
  },
  later: "可以再次朗读，或继续下一项。页面上的记录列表中有更多说明。",
  incomplete: "收到的部分已保留，可以播放。",
  busy: "另一个任务正在发送。",
  looking: "正在查找…",
  task: "服务正在处理…",
  taskAt: (percent) => `服务正在处理：${integer(percent)}%`,
  standings: {
    gone: "这条记录已被删除",
    silent: "这条记录没有保留音频",
    unreadable: "这里没有此文本所用的模型",
  },
  standingHelp: {
    gone: "它无法再播放，但在节目单中的位置仍然保留。",
    silent: "没有可以播放的音频。请在记录中再次朗读，然后添加新的记录。",
    unreadable: "它来自试验台的其他版本。请重新添加文本。",
  },
  states: {
    unspoken: "尚未朗读",
    under_way: "进行中",
    looking: "……",
    gone: "已删除",
    silent: "无音频",
    unreadable: "未知模型",
  },
  programme: "节目单",
  closeProgramme: "关闭节目单",
  empty: "尚未准备任何内容，现在显示页面上的文本。",
  addScript: "添加页面上的文本",
  showScript: "立即显示",
  added: "已添加到末尾。",
  correct: (title) => `在页面上修改：${title}`,
  inForm: "已放入页面的表单。请在那里修改，然后在这里替换。",
  replaceScript: (index) => `用页面上的文本替换第 ${integer(index)} 项`,
  replaced: "已替换。",
  addTakes: "朗读记录可从记录列表的菜单中添加。",
  save: "存为文件",
  fileName: "节目单",
  saveFailed: "无法生成文件。节目单没有变化。",
  importHint: "在记录列表中点“导入记录…”即可再次载入，也可用于其他浏览器。",
  leftOut: {
    takes: (count) => `有 ${integer(count)} 项的记录已不存在。`,
    sounds: (count) => `有 ${integer(count)} 条记录的音频不在其中：太大，或未保留在此处。`,
    cleaned: (count) => `有 ${integer(count)} 处略去了不应外传的内容，例如密钥或带签名的地址。`,
  },
  isThere: "页面上的文本已按相同设置列入节目单。",
  moveUp: (title) => `上移：${title}`,
  moveDown: (title) => `下移：${title}`,
  moved: (index, count) => `现为第 ${integer(index)} 项，共 ${integer(count)} 项`,
  rename: (title) => `重命名：${title}`,
  name: "名称",
  remove: (title) => `移除：${title}`,
  removed: "已移除",
  renamed: "已改名",
  undo: "撤销",
};
