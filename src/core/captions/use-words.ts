import { useMemo } from "react";
import { useDrawn, useSound } from "../page/playground-context.ts";
import type { Take } from "../takes/take.ts";
import { readTakeWords, type TakeWords } from "./take-words.ts";

/** What is known of a take's words: read when something comes, and once more when its whole length is known. */
export function useWords(take: Take): TakeWords | undefined {
  const documents = useDrawn(take.timestamps.subscribe, take.timestamps.getSnapshot);
  // While sound comes its length grows all the time, and says nothing of words that were told ahead of it.
  const duration = useSound((sound) => (sound?.running === true ? undefined : sound?.duration));
  return useMemo(() => readOnce(take, documents, duration), [take, documents, duration]);
}

/**
 * What was read last of some documents: several components ask for the same, and half a million characters take a
 * while.
 */
const lastRead = new WeakMap<object, { text: string; duration: number | undefined; result: TakeWords | undefined }>();

function readOnce(
  { text, pronunciations }: Pick<Take, "text" | "pronunciations">,
  documents: readonly unknown[],
  duration: number | undefined,
): TakeWords | undefined {
  const before = lastRead.get(documents);
  if (before !== undefined && before.text === text && before.duration === duration) return before.result;
  const result = readTakeWords(text, documents, duration, pronunciations);
  lastRead.set(documents, { text, duration, result });
  return result;
}
