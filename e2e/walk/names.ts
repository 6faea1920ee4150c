import type { InterfaceLanguage } from "../../src/contract/language.ts";
import { batchMessages } from "../../src/ui/messages/batch/index.ts";
import { checksMessages } from "../../src/ui/messages/checks/index.ts";
import { compareMessages } from "../../src/ui/messages/compare/index.ts";
import { en } from "../../src/ui/messages/en.ts";
import { framesMessages } from "../../src/ui/messages/frames/index.ts";
import { historyMessages } from "../../src/ui/messages/history/index.ts";
import { referenceMessages } from "../../src/ui/messages/reference/index.ts";
import { requestMessages } from "../../src/ui/messages/request/index.ts";
import { scriptToolsMessages } from "../../src/ui/messages/script-tools/index.ts";
import { voiceMessages } from "../../src/ui/messages/voice/index.ts";
import { wordsMessages } from "../../src/ui/messages/words/index.ts";
import { zh } from "../../src/ui/messages/zh.ts";

/** The texts by which a walk through the page finds its way, in one of the interface's languages. */
export const namesOf = (language: InterfaceLanguage) => ({
  language,
  t: language === "en" ? en : zh,
  h: historyMessages[language],
  q: requestMessages[language],
  f: framesMessages[language],
  c: compareMessages[language],
  b: batchMessages[language],
  k: checksMessages[language],
  r: referenceMessages[language],
  s: scriptToolsMessages[language],
  w: wordsMessages[language],
  v: voiceMessages[language],
});

export type Names = ReturnType<typeof namesOf>;
