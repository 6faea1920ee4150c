import type { ShortcutsMessages } from "./en.ts";

/** 键盘快捷键列表的全部中文文案。 */
export const zh: ShortcutsMessages = {
  title: "键盘快捷键",
  speak: "朗读，或停止正在进行的朗读",
  actions: {
    playOrPause: "播放或暂停",
    back: "后退 5 秒",
    on: "前进 5 秒",
    stop: "停止并回到开头",
    toggleMuted: "静音或取消静音",
    slower: "减速",
    faster: "加速",
  },
  slider: "在波形上：← → 移动一秒，翻页键移动十秒，Home 和 End 跳到两端。",
  help: "显示此列表",
  space: "空格",
  or: "或",
  single: "用单个按键控制播放器",
  singleHelp: "输入文字时不会触发。如果您使用语音控制，或觉得碍事，可以关闭。",
  close: "关闭",
};
