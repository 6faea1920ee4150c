import { type TimeView, timeTicks } from "../../state/compare/time-view.ts";
import type { Numbers } from "../messages/numbers.ts";
import styles from "./compare.module.css";

interface TimeAxisProps {
  readonly view: TimeView;
  readonly numbers: Numbers;
}

/**
 * The seconds below the pictures. A number begins at its mark at the left end of the axis and ends at it at the right
 * end, and between them it is moved in proportion: the first and the last are whole, and none meets its neighbour.
 */
export function TimeAxis({ view, numbers }: TimeAxisProps) {
  const length = Math.max(1e-9, view.until - view.from);
  return (
    <div className={styles["axisRow"]} aria-hidden="true">
      <div className={styles["axis"]}>
        {timeTicks(view).map((tick) => (
          <span key={tick} style={{ "--at": `${((tick - view.from) / length) * 100}%` }}>
            {numbers.decimal(tick)}
          </span>
        ))}
      </div>
    </div>
  );
}
