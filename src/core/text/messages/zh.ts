import type { TextFileMessages } from "./en.ts";

export const zh: TextFileMessages = {
  guessed: (encoding) => `编码是推测的：${encoding}。`,
  readAs: (encoding) => `按 ${encoding} 读取`,
};
