import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { batchesOf } from "../../state/batch/batches.ts";
import { agesOf } from "../history/age.ts";
import { Select } from "../kit/select.tsx";
import { usePlayground } from "../playground-context.ts";
import styles from "./batch.module.css";
import { BatchView } from "./batch-view.tsx";
import { Planner } from "./planner.tsx";
import { useBatchTexts } from "./use-batch.ts";

/** Texts by voices by values: planned and priced, sent, listened through. */
export function BatchPanel() {
  const { b, language, numbers } = useBatchTexts();
  const store = batchesOf(usePlayground());
  const { batches, loaded, running } = useStore(store);
  const [chosen, setChosen] = useState<string>();
  useEffect(() => store.getState().open(), [store]);
  // What runs is what one comes back for.
  const [first] = running.keys();
  const shown = chosen ?? first ?? "";
  const batch = batches.find(({ id }) => id === shown);
  const { exactly } = agesOf(language);
  return (
    <div className={styles["panel"]}>
      {batches.length > 0 && (
        <label className={`${styles["choice"]} ${styles["top"]}`}>
          <span className={styles["choiceLabel"]}>{b.batch}</span>
          <Select value={batch?.id ?? ""} onChange={(event) => setChosen(event.target.value)}>
            <option value="">{b.fresh}</option>
            {batches.map(({ id, created, cells }) => (
              <option key={id} value={id}>
                {b.when(exactly(created), numbers.integer(cells.length), cells.length === 1)}
              </option>
            ))}
          </Select>
        </label>
      )}
      {batch === undefined ? (
        loaded && <Planner onMade={setChosen} />
      ) : (
        <BatchView key={batch.id} batch={batch} onRemoved={() => setChosen("")} />
      )}
    </div>
  );
}
