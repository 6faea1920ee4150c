import type { InterfaceLanguage } from "../../src/contract/language.ts";
import { wordsMessages } from "../../src/core/captions/messages/index.ts";
import { referenceMessages } from "../../src/core/fields/messages/index.ts";
import { en } from "../../src/core/messages/en.ts";
import { zh } from "../../src/core/messages/zh.ts";
import { historyMessages } from "../../src/core/takes/messages/index.ts";
import { voiceMessages } from "../../src/core/voices/messages/index.ts";
import { batchMessages } from "../../src/features/batch/messages/index.ts";
import { checksMessages } from "../../src/features/checks/messages/index.ts";
import { compareMessages } from "../../src/features/compare/messages/index.ts";
import { framesMessages } from "../../src/features/frames/messages/index.ts";
import { requestMessages } from "../../src/features/request/messages/index.ts";
import { scriptToolsMessages } from "../../src/features/script/messages/index.ts";

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
