import { Suspense } from "react";
import { lazyWithRetry } from "../page/lazy-with-retry.tsx";
import type { Take } from "../takes/take.ts";
import { useReading, useTimedTake } from "./reading.tsx";

// Nothing of it is needed before a service has told the times of words.
const WordLine = lazyWithRetry(() => import("./word-line.tsx"));
const WordsActionsOf = lazyWithRetry(() => import("./words-actions.tsx"), null);
const ReadAlongWith = lazyWithRetry(() => import("./read-along.tsx"), null);

/** The most of a text without times that one line shows, in UTF-16 units. */
const shownText = 400;

/** A take's text in one line: with its words lighting up where their times are known and nothing larger shows them. */
export function TakeText({ take }: { readonly take: Take }) {
  const timed = useTimedTake();
  const { shown } = useReading();
  const plain = take.text.slice(0, shownText);
  if (timed !== take || shown) return plain;
  return (
    <Suspense fallback={plain}>
      <WordLine take={take} fallback={plain} />
    </Suspense>
  );
}

/** What can be done with the words of the take in the player; nothing where their times aren't known. */
export function WordsActions() {
  const timed = useTimedTake();
  return timed && <WordsActionsOf take={timed} />;
}

/** The words in the place of the script, while a person reads along. */
export function ReadAlong() {
  const { take } = useReading();
  return take && <ReadAlongWith take={take} />;
}
