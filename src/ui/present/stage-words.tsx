import { useMemo } from "react";
import type { Take } from "../../state/takes.ts";
import type { Words } from "../../state/words.ts";
import { ReadingView } from "../words/reading-view.tsx";
import { Sheet, useSheet } from "../words/sheet.tsx";
import { useWords } from "../words/use-words.ts";
import { stageLook } from "./stage-look.ts";

/** The words of a take, lit as they sound where their times are known. */
export function TakeWords({ take }: { readonly take: Take }) {
  const words = useWords(take)?.words;
  return words === undefined ? (
    <PlainWords text={take.text} />
  ) : (
    <ReadingView take={take} words={words} look={stageLook} />
  );
}

/** A text as it stands. */
export function PlainWords({ text }: { readonly text: string }) {
  const words = useMemo((): Words => ({ granularity: "word", words: [], text, spans: [] }), [text]);
  const sheet = useSheet(words, stageLook);
  return (
    <div className={stageLook.frame} {...stageLook.sizeOf(text)}>
      <Sheet words={words} sheet={sheet} look={stageLook} />
    </div>
  );
}
