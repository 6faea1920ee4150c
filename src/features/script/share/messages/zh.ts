import { numbersOf } from "../../../../core/messages/numbers.ts";
import type { ShareMessages } from "./en.ts";

const { integer } = numbersOf("zh");

export const zh: ShareMessages = {
  share: "分享",
  copied: "链接已复制。其中只有文本和设置。",
  refused: "浏览器不允许复制。链接如下：",
  link: "链接",
  tooLong: (characters, limit) =>
    `链接将有 ${integer(characters)} 个字符；超过 ${integer(limit)} 个时，许多程序会把它截断。请改为以文件分享。`,
  unsupported: "此浏览器无法生成这样的链接。请改为以文件分享。",
  saveFile: "保存为文件",
  fileName: "朗读设置.json",
  withheld: (labels) => `以下内容的地址含有访问凭据，未包含在内：${labels}。`,
  textCleaned: "文本中有类似密钥的内容，已被替换。",
  received: "文本和设置来自链接。",
  receivedFile: (name) => `文本和设置来自 ${name}。`,
  textOnly: "文本来自链接；其中的模型在这里不存在。",
  ignored: (names) => `这里不认识或过长、已略去的内容：${names}。`,
  damaged: "链接已损坏，可能不完整。没有作任何改动。",
  newer: "此链接由更新版本的试验台生成。请刷新页面后重新打开。",
};
