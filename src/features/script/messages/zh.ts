import { numbersOf } from "../../../core/messages/numbers.ts";
import type { ScriptToolsMessages } from "./en.ts";

const { integer, size } = numbersOf("zh");

export const zh: ScriptToolsMessages = {
  clear: "清空",
  samples: "示例",
  samplesMenu: "示例文本",
  lengths: { stream: "流式长度", speech: "整段长度", async: "异步长度" },
  dialogue: "两种音色和停顿",
  languagesHeading: "语言",
  lengthsHeading: "长度",
  open: "打开文本文件",
  drop: "拖放到此处即可朗读",
  dropNote: (limit) => `文本文件或字幕，最多 ${integer(limit)} 个字符；或导出的记录`,
  replaced: (name) => `文本已换成“${name}”。`,
  read: (name, characters, encoding) =>
    `已读取 ${name}：${integer(characters)} 个字符${encoding ? `，${encoding}` : ""}。`,
  captionsOnly: "已略去字幕中的序号、时间和标记。",
  cleared: "文本已清空。",
  pronunciations: "读音",
  brokenLines: "文本像书页一样断行。",
  join: "合并断行和断词",
  joined: "断行和断词已合并。",
  documents: {
    say: (name, kind) => `${name} 是${kind}。请另存为纯文本（.txt）后再打开，或直接粘贴其中的文字。`,
    kinds: {
      word: " Word 文档",
      epub: "电子书（EPUB）",
      openDocument: " OpenDocument 文档",
      pages: " Pages、Numbers 或 Keynote 文稿",
      office: "电子表格或演示文稿",
      oldOffice: "旧版 Word、Excel 或 PowerPoint 文档",
      pdf: " PDF 文件",
      rtf: " RTF 文档",
    },
  },
  fileProblems: {
    empty: (name) => `${name} 中没有文字。`,
    binary: (name) => `${name} 不是文本文件，没有读取。`,
    unknown_encoding: (name) => `无法判断 ${name} 的编码，请另存为 UTF-8。`,
    several: "没有打开任何文件：请一次只拖入一个文件。",
    unreadable: (name) => `无法读取 ${name}。它是文件夹，还是已被移走？`,
    too_long: (name, characters, limit) =>
      `${name} 有 ${integer(characters)} 个字符，最多只能朗读 ${integer(limit)} 个。文本没有改变。`,
    too_large: (name, bytes, limit) =>
      `${name} 有 ${size(bytes)}，超出了 ${integer(limit)} 个字符所能占用的大小。文本没有改变。`,
  },
};
