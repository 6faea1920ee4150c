import type { InterfaceLanguage } from "../../contract/language.ts";

/** What a stage says of itself, whatever is shown on it. */
export const stageMessages: Readonly<
  Record<InterfaceLanguage, Readonly<Record<"fullScreen" | "leaveFullScreen" | "refused", string>>>
> = {
  en: {
    fullScreen: "Full screen",
    leaveFullScreen: "Leave full screen",
    refused: "The browser refused full screen.",
  },
  zh: { fullScreen: "全屏", leaveFullScreen: "退出全屏", refused: "浏览器不允许全屏。" },
};
