import type { TakeRow } from "../../core/takes/take.ts";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { mostCompared } from "./choice.ts";
import styles from "./compare.module.css";
import { useChoice, useCompareTexts } from "./use-compare.ts";
import { useNames } from "./use-distinctions.ts";

/** The takes that are compared, in their order; the first one is the reference. */
export function Chosen({
  takes,
  picking,
  onPick,
}: {
  readonly takes: readonly TakeRow[];
  readonly picking: boolean;
  readonly onPick: (picking: boolean) => void;
}) {
  const texts = useCompareTexts();
  const { c } = texts;
  const nameOf = useNames(takes);
  const remove = useChoice((choice) => choice.remove);
  const makeFirst = useChoice((choice) => choice.makeFirst);
  const full = takes.length >= mostCompared;
  return (
    <div className={styles["chosen"]}>
      <ol className={styles["chips"]}>
        {takes.map((row, at) => {
          const name = nameOf(row);
          return (
            <li key={row.id} className={styles["chip"]}>
              <b className={styles["number"]}>{at + 1}</b>
              <span className="cut" dir="auto" title={name}>
                {name}
              </span>
              {at === 0 ? (
                <small>{c.reference}</small>
              ) : (
                <IconButton
                  icon="first"
                  size={0.9375}
                  label={c.makeFirst(name)}
                  className={styles["chipButton"]}
                  onClick={() => makeFirst(row.id)}
                />
              )}
              <IconButton
                icon="close"
                size={0.9375}
                label={c.remove(name)}
                className={styles["chipButton"]}
                onClick={() => remove(row.id)}
              />
            </li>
          );
        })}
      </ol>
      {full ? (
        <small className={styles["note"]}>{c.full}</small>
      ) : (
        <Button aria-expanded={picking} onClick={() => onPick(!picking)}>
          <Icon name={picking ? "check" : "plus"} size={1} />
          {picking ? c.done : c.add}
        </Button>
      )}
    </div>
  );
}
