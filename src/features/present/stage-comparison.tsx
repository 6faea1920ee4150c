import { useMemo } from "react";
import type { ItemOf } from "../../core/programme/programme-item.ts";
import { useOffers } from "../../core/takes/offers.ts";
import { useHistoryTexts, useLibrary } from "../../core/takes/use-history.ts";
import { presentMessages } from "./messages/index.ts";
import { PlainWords } from "./stage-words.tsx";
import { usePresenter } from "./use-presenter.ts";

/** Takes against each other, as far as they are there: heard, or judged without their names. */
export function StageComparison({ item }: { readonly item: ItemOf<"comparison" | "blind"> }) {
  const { messages } = useHistoryTexts(presentMessages);
  const { loaded, rows } = useLibrary();
  const { figures, setActs } = usePresenter();
  const { Stage } = useOffers().compare ?? {};
  const takes = useMemo(
    () => item.takes.flatMap((id) => rows.find((row) => row.id === id && row.deleted === undefined) ?? []),
    [item.takes, rows],
  );
  if (!loaded) return <PlainWords text={messages.looking} />;
  if (Stage === undefined || takes.length < (item.kind === "blind" ? 2 : 1))
    return <PlainWords text={messages.standings.gone} />;
  const isShowing = figures !== (item.kind === "comparison" && item.figures === true);
  const blind = item.kind === "blind" ? item.question : undefined;
  return <Stage takes={takes} blind={blind} figures={isShowing} onActs={setActs} />;
}
