import { useEffect } from "react";
import { useStore } from "zustand";
import { usePlayground } from "../../core/page/playground-context.ts";
import { agesOf } from "../../core/takes/age.ts";
import { KeptNotice } from "../../core/takes/kept-notice.tsx";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { Button } from "../../kit/button.tsx";
import { toShownView } from "../../kit/focus-after.ts";
import { Options, Select } from "../../kit/select.tsx";
import styles from "./batch.module.css";
import { BatchView } from "./batch-view.tsx";
import { batchesOf, shownBatch } from "./batches.ts";
import { batchMessages } from "./messages/index.ts";
import { Planner } from "./planner.tsx";

/** Texts by voices by values: planned and priced, sent, listened through. */
export function BatchPanel() {
  const { messages, language } = useHistoryTexts(batchMessages);
  const store = batchesOf(usePlayground());
  const state = useStore(store);
  const { batches, loaded, keeping, show } = state;
  useEffect(() => store.getState().open(), [store]);
  // Kept in the store: whoever comes back finds what they left, not a form that invites them to pay twice.
  const batch = shownBatch(state);
  const { exactly } = agesOf(language);
  return (
    <div className="panel">
      <KeptNotice keeping={keeping} holds={batches.length > 0} />
      {batches.length > 0 && (
        <div className={styles["top"]}>
          <label className="line">
            <span className="note">{messages.batch}</span>
            <Select data-names-view="" value={batch?.id ?? ""} onChange={(event) => show(event.target.value)}>
              <option value="">{messages.fresh}</option>
              <Options
                of={batches}
                value={({ id }) => id}
                label={({ created, cells, service }) =>
                  [messages.when(exactly(created), cells.length), service].filter(Boolean).join(" · ")
                }
              />
            </Select>
          </label>
          {batch !== undefined && (
            <Button ref={toShownView} look="quiet" onClick={() => show("")}>
              {messages.fresh}
            </Button>
          )}
        </div>
      )}
      {batch === undefined ? loaded && <Planner /> : <BatchView key={batch.id} batch={batch} />}
    </div>
  );
}
