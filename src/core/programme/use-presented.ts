import { useCallback } from "react";
import type { TakeId, TakeRow } from "../takes/take.ts";
import type { Undo } from "../takes/undo.ts";
import { useHistoryTexts } from "../takes/use-history.ts";
import { useTakeActions } from "../takes/use-take-actions.ts";
import { useProgrammePlaces } from "./use-programme-places.ts";

/** The programme as the list of takes sees it, read once it is `wanted`. */
export function usePresented(wanted: boolean, offer: Undo["offer"]) {
  const { takes: messages, page } = useHistoryTexts();
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
      offer({ text: text.join(page.between.sentences), ...(added.length === 0 ? {} : { undo }) });
    },
    [actions, offer, messages, page],
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
