import { useCallback } from "react";
import type { InterfaceLanguage } from "../../contract/language.ts";
import type { TakeId, TakeRow } from "../takes/take.ts";
import type { Undo } from "../takes/undo.ts";
import { useHistoryTexts } from "../takes/use-history.ts";
import { useTakeActions } from "../takes/use-take-actions.ts";
import { useProgrammePlaces } from "./use-programme-places.ts";

/** The programme as the list of takes sees it, read once it is `wanted`. */
export function usePresented(wanted: boolean, offer: Undo["offer"]) {
  const { takes: messages, language } = useHistoryTexts();
  const actions = useTakeActions();
  const places = useProgrammePlaces(wanted);
  /** Adds takes, and offers to take that back. */
  const present = useCallback(
    async (rows: readonly TakeRow[]) => {
      const result = await actions.present(rows);
      if (result === undefined) return;
      const { added, known, undo } = result;
      const text = [
        ...(added.length === 0 ? [] : [messages.presented(added)]),
        ...(known.length === 0 ? [] : [messages.presentedBefore(known)]),
      ];
      offer({ text: inOneLine(text, language), ...(added.length === 0 ? {} : { undo }) });
    },
    [actions, offer, messages, language],
  );
  /** What there is to say of the programme when these takes are deleted: a sentence, or none. */
  const emptied = useCallback(
    (ids: readonly TakeId[]) => {
      const list = ids.map((id) => places.get(id)).filter((at) => at?.needsTake === true);
      return list.length === 0 ? [] : [messages.deletedPresented(list.flatMap((at) => at?.place ?? []))];
    },
    [places, messages],
  );
  return { places, present, emptied };
}

/** Sentences one after the other: Chinese ones without a space. */
export function inOneLine(sentences: readonly string[], language: InterfaceLanguage): string {
  return sentences.join(language === "zh" ? "" : " ");
}
