import type { StageMessages } from "./en.ts";

export const zh: StageMessages = { fullScreen: "全屏", leaveFullScreen: "退出全屏", refused: "浏览器不允许全屏。" };
