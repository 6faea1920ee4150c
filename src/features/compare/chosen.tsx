import type { TakeRow } from "../../core/takes/take.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { mostCompared } from "./choice.ts";
import styles from "./compare.module.css";
import { compareMessages } from "./messages/index.ts";
import { useChoice } from "./use-compare.ts";
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
  const texts = useHistoryTexts(compareMessages);
  const { messages } = texts;
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
                <small>{messages.reference}</small>
              ) : (
                <IconButton
                  icon="first"
                  size={0.9375}
                  label={messages.makeFirst(name)}
                  className={styles["chipButton"]}
                  onClick={() => makeFirst(row.id)}
                />
              )}
              <IconButton
                icon="close"
                size={0.9375}
                label={messages.remove(name)}
                className={styles["chipButton"]}
                onClick={() => remove(row.id)}
              />
            </li>
          );
        })}
      </ol>
      {full ? (
        <small className={styles["note"]}>{messages.full}</small>
      ) : (
        <Button aria-expanded={picking} onClick={() => onPick(!picking)}>
          <Icon name={picking ? "check" : "plus"} size={1} />
          {picking ? messages.done : messages.add}
        </Button>
      )}
    </div>
  );
}
