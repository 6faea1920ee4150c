import { numbersOf } from "../../../core/messages/numbers.ts";
import type { GateMessages } from "./en.ts";

const { integer } = numbersOf("zh");

export const zh: GateMessages = {
  titles: { password: "登录试验台", key: "使用您自己的密钥" },
  about: {
    password: "此试验台设有密码，请向其维护者索取。您的文本会保留。",
    key: (service, sockets) =>
      `${service} 需要 API 密钥。密钥加密保存在脚本无法读取的 Cookie 中，` +
      `只发送给该服务${sockets === undefined ? "" : `及其 WebSocket 地址 ${sockets}`}，十二小时后失效。` +
      "您的文本会保留。",
  },
  service: "语音服务",
  labels: { password: "密码", key: "API 密钥" },
  submit: { password: "登录", key: "使用此密钥" },
  busy: "请稍候…",
  problems: {
    wrong_password: "密码不正确。请检查，或向试验台的维护者询问。",
    wrong_key: "服务拒绝了此密钥。请检查密钥是否完整，以及是否属于该服务。",
    not_checked: "暂时无法向服务确认此密钥，因此没有使用。请稍后再试。",
    malformed: "格式不正确：含有空格、换行或非 ASCII 字符，或者过长。请重新完整复制。",
    too_many_attempts: "尝试次数过多。请等一分钟再试。",
    wrong_address:
      "无法在这里登录。请用您收到的网址打开页面（注意是否为 https），并允许使用 Cookie。如果仍然不行，请告知试验台的维护者。",
    unreachable: "试验台的服务器没有正常响应，请重试。",
  },
  signOut: {
    title: "退出登录？",
    answers: "仍在接收一个响应：会继续接收并保存，但不再播放。",
    tasks: {
      password: (count) => `有 ${integer(count)} 个任务正在进行，再次登录后才能取回音频。`,
      key: (count) => `有 ${integer(count)} 个任务正在进行，只有用同一密钥再次登录才能取回音频。`,
    },
    kept: (count) =>
      count === 0
        ? "您在这里写下和录制的内容会留在此浏览器中，之后在此登录的人也能看到和听到。"
        : `${integer(count)} 条记录连同文本和音频会留在此浏览器中，之后在此登录的人也能看到和听到。`,
    links: "删除此处保存的内容时，已分享的链接也会失效。",
    leave: "退出登录",
    leaveNothing: "退出并删除此处保存的内容",
    failed: {
      title: "您仍处于登录状态",
      kept: "试验台的服务器未能结束会话，之后使用此浏览器的人可以继续使用它。",
      erased:
        "此处保存的内容已删除，但试验台的服务器未能结束会话，之后使用此浏览器的人可以继续使用它。请重新打开页面，再次退出登录。",
      stay: "保持登录",
      anew: "重新打开页面",
    },
  },
};
