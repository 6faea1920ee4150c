import { shorten } from "../../contract/characters.ts";
import { findModel } from "../../contract/models/index.ts";
import { type ProgrammeItem, scriptOf } from "../../core/programme/programme-item.ts";
import { saidInForm, speakersOfForm } from "../../core/submit/submission.ts";
import { describeVoice } from "../../core/takes/describe-take.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import type { HistoryTexts } from "../../core/takes/use-history.ts";
import { languageOfText } from "../../core/text/writing-system.ts";
import { localeOf } from "../../core/voices/spoken-language.ts";
import type { PresentMessages } from "./messages/index.ts";
import type { countBeside, Playability } from "./playability.ts";

export interface DescribedItem {
  /** The name that a person gave it, else its beginning. */
  readonly title: string;
  /** The language of both, as far as it is known. */
  readonly lang: string | undefined;
  /** With its emotion, as the list of takes says it. Voice and model are empty where they aren't known any more. */
  readonly voice: string;
  readonly model: string;
}

/** The longest title, in characters. */
const longestTitle = 120;

/** Puts an item into words; `row` is its take's. */
export function describeItem(item: ProgrammeItem, row: TakeRow | undefined, texts: HistoryTexts): DescribedItem {
  const form = scriptOf(item)?.form;
  const title = item.name || row?.name || item.excerpt || row?.excerpt || "";
  const speakers = row ?? (form && speakersOfForm(form));
  return {
    title: shorten(title.trim().replace(/\s+/g, " "), longestTitle),
    lang: languageOfText(title, speakers && localeOf(speakers)),
    ...describeSpeakers(speakers, texts),
  };
}

/** Whether it is live or kept, or what there is to hear of it else; empty of what is seen. */
export function describeState(playability: Playability, row: TakeRow | undefined, messages: PresentMessages): string {
  if (playability === "shown") return "";
  return messages.states[playability === "kept" && row?.sound === "partial" ? "partial" : playability];
}

/** Whether all takes that an item sets against each other are kept whole. */
export const areWhole = ({ gone, silent, partial, coming }: ReturnType<typeof countBeside>): boolean =>
  gone + silent + partial + coming === 0;

/** What of takes that stand beside others can't be heard, or not yet, or not whole; else that they are kept. */
export function describeBeside(
  { gone, silent, partial, coming }: ReturnType<typeof countBeside>,
  messages: PresentMessages,
): string {
  const lacks = [
    gone > 0 && messages.missing(gone),
    silent > 0 && messages.noSound(silent),
    partial > 0 && messages.onlyPart(partial),
    coming > 0 && messages.coming(coming),
  ];
  return lacks.filter(Boolean).join(" · ") || messages.states.kept;
}

/**
 * What a clicker's two buttons do about what isn't heard; empty where they do nothing.
 *
 * @param back what the other one does: it tries again, or gives the answer that stands on a button.
 */
export function describeClicker(
  { clicker }: PresentMessages,
  isLast: boolean,
  back: "again" | { readonly answer: string } | undefined,
): string {
  if (back === "again") return isLast ? clicker.again : clicker.both;
  if (back !== undefined) return isLast ? clicker.answer(back.answer) : clicker.onOrAnswer(back.answer);
  return isLast ? "" : clicker.on;
}

/** The words of an item, as far as they are known without its take's details. */
export function wordsOf(item: ProgrammeItem, row: TakeRow | undefined): string {
  if (item.kind === "slide") return item.text;
  const form = scriptOf(item)?.form;
  return form === undefined ? (row?.excerpt ?? item.excerpt) : saidInForm(form);
}

function describeSpeakers(speakers: ReturnType<typeof speakersOfForm> | undefined, texts: HistoryTexts) {
  if (speakers === undefined) return { voice: "", model: "" };
  return { voice: describeVoice(speakers, texts), model: findModel(speakers.model)?.label ?? speakers.model };
}
