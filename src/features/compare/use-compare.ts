import { useStore } from "zustand";
import { shorten } from "../../contract/characters.ts";
import { usePlayground } from "../../core/page/playground-context.ts";
import { describeTake } from "../../core/takes/describe-take.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import type { HistoryTexts } from "../../core/takes/use-history.ts";
import { type CompareChoice, compareChoiceOf } from "./choice.ts";

/** One part of what is chosen. */
export function useChoice<Part>(select: (choice: CompareChoice) => Part): Part {
  return useStore(compareChoiceOf(usePlayground()), select);
}

/**
 * What a compared take is called: its name or its words, and its voice, since words are often the same; between them
 * `distinction`, what tells it from others that look like it.
 */
export function nameOf(row: TakeRow, distinction: string, texts: HistoryTexts): string {
  const { title, voice } = describeTake(row, texts);
  return [voice, distinction, shorten(title, longest)].filter(Boolean).join(" · ");
}

/**
 * The same in short, where the takes' numbers are known: the number and the voice, and what tells it from others like
 * it.
 */
export function shortNameOf(row: TakeRow, number: number, texts: HistoryTexts, distinction = ""): string {
  const { voice, title } = describeTake(row, texts);
  return [texts.numbers.integer(number), voice || shorten(title, longest), distinction].filter(Boolean).join(" · ");
}

/** The most characters of a title in a name. */
const longest = 48;
