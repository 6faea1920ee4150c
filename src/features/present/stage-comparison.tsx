import { useMemo } from "react";
import { usePlayground } from "../../core/page/playground-context.ts";
import type { ItemOf } from "../../core/programme/programme-item.ts";
import { useOffers } from "../../core/takes/offers.ts";
import { useHistoryTexts, useLibrary } from "../../core/takes/use-history.ts";
import { presentMessages } from "./messages/index.ts";
import { canBeShown, countBeside } from "./playability.ts";
import { PlainWords } from "./stage-words.tsx";
import { usePresenter } from "./use-presenter.ts";

/** Takes against each other, as far as they are there: heard, or judged without their names. */
export function StageComparison({ item }: { readonly item: ItemOf<"comparison" | "blind"> }) {
  const { messages } = useHistoryTexts(presentMessages);
  const { library } = usePlayground();
  const { loaded, rows } = useLibrary();
  const { figures, rehearsed, alone, setActs } = usePresenter();
  const { Stage } = useOffers().compare ?? {};
  const takes = useMemo(
    () => item.takes.flatMap((id) => rows.find((row) => row.id === id && row.deleted === undefined) ?? []),
    [item.takes, rows],
  );
  if (!loaded) return <PlainWords text={messages.looking} />;
  const { gone, silent, coming } = countBeside(item, library);
  if (Stage === undefined || !canBeShown(item, library))
    return <PlainWords text={gone === 0 && silent > 0 ? messages.noSound(silent) : messages.standings.gone} />;
  if (item.kind === "blind" && coming > 0) return <PlainWords text={messages.coming(coming)} />;
  const isShowing = figures !== (item.kind === "comparison" && item.figures === true);
  const blind = item.kind === "blind" ? item.question : undefined;
  const venue = alone !== undefined ? "board" : rehearsed !== undefined ? "rehearsal" : "show";
  return <Stage takes={takes} blind={blind} venue={venue} figures={isShowing} onActs={setActs} />;
}
