import { useEffect, useRef, useState } from "react";
import { recogniserOf } from "../../contract/hearing.ts";
import { Button } from "../../kit/button.tsx";
import { focusAfter } from "../../kit/focus-after.ts";
import { measureTexts } from "../measures/describe-measures.ts";
import { useConfig, usePlayground, useTexts } from "../page/playground-context.ts";
import { canMeasure } from "../takes/measure-take.ts";
import type { TakeRow } from "../takes/take.ts";
import { hearTake, type Unheard } from "./hear-words.ts";

/** Offers to have written down what is said in takes, or says why nobody does. */
export default function HearBar({ rows }: { readonly rows: readonly TakeRow[] }) {
  const { hearing: messages } = measureTexts(useTexts());
  const { recogniser, left, busy, unheard, hear } = useHearing(rows);
  if (!rows.some(canMeasure)) return null;
  if (recogniser === undefined) return <p className="note">{messages.none}</p>;
  if (left.length === 0)
    return (
      <p className="note" data-heard="" tabIndex={-1}>
        {messages.about(recogniser)}
      </p>
    );
  return (
    <>
      <Button ref={focusAfter((rest) => rest.querySelector("[data-heard]"))} aria-disabled={busy} onClick={hear}>
        {busy ? messages.hearing : messages.hear}
      </Button>
      <p className="note" role="status">
        {unheard === undefined ? "" : messages.unheard[unheard]}
      </p>
    </>
  );
}

/** Hears takes' words when a person asks for them, and ends when nobody looks any more. */
function useHearing(rows: readonly TakeRow[]) {
  const playground = usePlayground();
  const config = useConfig().data;
  const [busy, setBusy] = useState(false);
  const [unheard, setUnheard] = useState<Unheard>();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const left = rows.filter((row) => row.heard === undefined && canMeasure(row));
  return {
    /** The recogniser's name; undefined where there is none. */
    recogniser: config === undefined ? undefined : recogniserOf(config)?.name,
    /** The takes whose words can still be heard. */
    left,
    busy,
    /** Why the last try brought nothing. */
    unheard,
    /** Hears those that are left, one after the other. */
    async hear(): Promise<void> {
      if (busy) return;
      const controller = new AbortController();
      leaving.current = controller;
      setBusy(true);
      let why: Unheard | undefined;
      for (const row of left) why = (await hearTake(playground, row, controller.signal)) ?? why;
      if (controller.signal.aborted) return;
      setUnheard(why);
      setBusy(false);
    },
  };
}
