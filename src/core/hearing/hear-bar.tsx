import { Button } from "../../kit/button.tsx";
import { focusAfter } from "../../kit/focus-after.ts";
import { measureTexts } from "../measures/describe-measures.ts";
import { useTexts } from "../page/playground-context.ts";
import { canMeasure } from "../takes/measure-take.ts";
import type { TakeRow } from "../takes/take.ts";
import { useHearing } from "./use-hearing.ts";

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
