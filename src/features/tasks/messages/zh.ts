import type { TasksMessages } from "./en.ts";

/** The texts of the tasks tab in Simplified Chinese. */
export const zh: TasksMessages = {
  empty: {
    title: "还没有任务",
    text: "异步模式会创建任务，适合长文本，以及用参考录音合成的音频。关闭页面后，任务仍在服务上继续；再次打开页面时取回音频。",
    choose: "选择异步模式",
  },
  further: "显示更多",
  leave: "不再等待",
  leaveHelp: "页面不再查询这个任务；任务仍在服务上继续，照常计费。",
  look: "立即查询",
  details: "详情",
  id: "任务 ID",
  object: "服务最近一次的响应",
  foreign: "服务给出的音频地址不属于它自己，因此页面不会去取：",
  foreignKept: "服务给出的音频地址不属于它自己。音频是从服务自身、按文档所写的路径取回的；没有访问过这个地址：",
};
