import { useRef } from "react";
import type { Numbers } from "../../core/messages/numbers.ts";
import styles from "./compare.module.css";
import { type TimeView, timeTicks } from "./time-view.ts";
import { useWidth } from "./use-width.ts";

/** What a number of four or five characters takes beside its neighbour, in pixels. */
const room = 48;

interface TimeAxisProps {
  readonly view: TimeView;
  readonly numbers: Numbers;
}

/**
 * The seconds below the pictures. A number begins at its mark at the left end of the axis and ends at it at the right
 * end, and between them it is moved in proportion: the first and the last are whole, and none meets its neighbour.
 */
export function TimeAxis({ view, numbers }: TimeAxisProps) {
  const axis = useRef<HTMLDivElement>(null);
  const parts = Math.min(8, Math.max(1, Math.floor(useWidth(axis) / room)));
  const length = Math.max(1e-9, view.until - view.from);
  return (
    <div className={styles["axisRow"]} aria-hidden="true">
      <div ref={axis} className={styles["axis"]}>
        {timeTicks(view, parts).map((tick) => (
          <span key={tick} style={{ "--at": `${((tick - view.from) / length) * 100}%` }}>
            {numbers.decimal(tick)}
          </span>
        ))}
      </div>
    </div>
  );
}
