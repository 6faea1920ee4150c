import { useMemo } from "react";
import { type Texts, useTexts } from "../../core/page/playground-context.ts";
import { type ScriptToolsMessages, scriptToolsMessages } from "./messages/index.ts";

/** Texts and numbers of the script's tools: `s` holds their own, the rest is as on the page. */
export interface ToolTexts extends Texts {
  readonly s: ScriptToolsMessages;
}

/** Texts and numbers of the script's tools. */
export function useToolTexts(): ToolTexts {
  const texts = useTexts();
  return useMemo(() => ({ ...texts, s: scriptToolsMessages.in(texts.language) }), [texts]);
}
