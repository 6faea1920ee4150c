import { type InterfaceLanguage, interfaceLanguages } from "../../src/contract/language.ts";
import { wordsMessages } from "../../src/core/captions/messages/index.ts";
import { referenceMessages } from "../../src/core/fields/messages/index.ts";
import { measuresMessages } from "../../src/core/measures/messages/index.ts";
import { loadMessages } from "../../src/core/messages/declare.ts";
import { pageMessages } from "../../src/core/messages/index.ts";
import { historyMessages } from "../../src/core/takes/messages/index.ts";
import { voiceMessages } from "../../src/core/voices/messages/index.ts";
import { batchMessages } from "../../src/features/batch/messages/index.ts";
import { checksMessages } from "../../src/features/checks/messages/index.ts";
import { compareMessages } from "../../src/features/compare/messages/index.ts";
import { framesMessages } from "../../src/features/frames/messages/index.ts";
import { requestMessages } from "../../src/features/request/messages/index.ts";
import { scriptToolsMessages } from "../../src/features/script/messages/index.ts";
import { pronunciationMessages } from "../../src/features/script/pronunciations/messages/index.ts";
import { tasksMessages } from "../../src/features/tasks/messages/index.ts";

await Promise.all(interfaceLanguages.map((language) => loadMessages(language)));

/** The texts by which a walk through the page finds its way, in one of the interface's languages. */
export const namesOf = (language: InterfaceLanguage) => ({
  language,
  t: pageMessages.in(language),
  h: historyMessages.in(language),
  q: requestMessages.in(language),
  f: framesMessages.in(language),
  c: compareMessages.in(language),
  b: batchMessages.in(language),
  k: checksMessages.in(language),
  r: referenceMessages.in(language),
  s: scriptToolsMessages.in(language),
  w: wordsMessages.in(language),
  v: voiceMessages.in(language),
  m: measuresMessages.in(language),
  p: pronunciationMessages.in(language),
  j: tasksMessages.in(language),
});

export type Names = ReturnType<typeof namesOf>;
