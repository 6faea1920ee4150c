import { useMemo } from "react";
import { ReadingView } from "../../core/captions/reading-view.tsx";
import { type ReadingSheet, Sheet, useSheet } from "../../core/captions/sheet.tsx";
import { useWords } from "../../core/captions/use-words.ts";
import type { Take } from "../../core/takes/takes.ts";
import type { Words } from "../../core/text/words.ts";
import { stageLook } from "./stage-look.ts";
import { useFollowedShare } from "./use-followed-share.ts";

/**
 * The words of a take, lit as they sound where their times are known; else they follow the sound as far as that can be
 * told.
 */
export function TakeWords({ take }: { readonly take: Take }) {
  const words = useWords(take)?.words;
  return words === undefined ? (
    <FollowingWords key={take.id} take={take} />
  ) : (
    <ReadingView take={take} words={words} look={stageLook} />
  );
}

/** A text as it stands. */
export function PlainWords({ text }: { readonly text: string }) {
  const words = useMemo(() => untimed(text), [text]);
  const sheet = useSheet(words, stageLook);
  return <Still words={words} sheet={sheet} />;
}

function FollowingWords({ take }: { readonly take: Take }) {
  const words = useMemo(() => untimed(take.text), [take.text]);
  const sheet = useSheet(words, stageLook);
  useFollowedShare(sheet.scroller, take);
  return <Still words={words} sheet={sheet} />;
}

function Still({ words, sheet }: { readonly words: Words; readonly sheet: ReadingSheet }) {
  return (
    <div className={stageLook.frame} {...stageLook.sizeOf(words.text)}>
      <Sheet words={words} sheet={sheet} look={stageLook} />
    </div>
  );
}

function untimed(text: string): Words {
  return { granularity: "word", words: [], text, spans: [] };
}
