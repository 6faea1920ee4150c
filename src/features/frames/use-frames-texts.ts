import { useMemo } from "react";
import { type Texts, useTexts } from "../../core/page/playground-context.ts";
import { type FramesMessages, framesMessages } from "./messages/index.ts";

/** Texts and numbers of the frames tab: `f` holds its own, the rest is as on the page. */
export interface FramesTexts extends Texts {
  readonly f: FramesMessages;
}

/** Texts and numbers of the frames tab. */
export function useFramesTexts(): FramesTexts {
  const texts = useTexts();
  return useMemo(() => ({ ...texts, f: framesMessages.in(texts.language) }), [texts]);
}
