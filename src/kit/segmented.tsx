import { useId } from "react";
import { Hint } from "./hint.tsx";
import styles from "./kit.module.css";
import { VisuallyHidden } from "./visually-hidden.tsx";

interface SegmentedOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** What is shown where the label has no room: words that stand in it. */
  readonly face?: string | undefined;
  /** What it is, or why it is off: on hover, on focus and to a screen reader. */
  readonly description?: string | undefined;
  /** An option that is off can be reached, so that one learns why, but not chosen. */
  readonly off?: boolean;
}

interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly SegmentedOption<Value>[];
  readonly onChange: (value: Value) => void;
  /** Whether it is one of a bar's tools. */
  readonly small?: boolean;
}

/** An option for each of `values`, with what `labels` and `descriptions` hold for it. */
export function optionsOf<Value extends string>(
  values: readonly Value[],
  labels: Readonly<Record<Value, string>>,
  descriptions?: Readonly<Record<Value, string>>,
): readonly SegmentedOption<Value>[] {
  return values.map((value) => ({ value, label: labels[value], description: descriptions?.[value] }));
}

/** One choice out of a few, side by side: a radio group. */
export function Segmented<Value extends string>({
  label,
  value,
  options,
  onChange,
  small = false,
}: SegmentedProps<Value>) {
  const id = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles["segments"]} data-small={small || undefined}>
      {options.map((option) => {
        const describedBy = option.description === undefined ? undefined : `${id}-${option.value}`;
        const segment = (
          <label key={option.value} className={styles["segment"]} data-off={option.off === true || undefined}>
            <input
              type="radio"
              className="covering"
              name={id}
              value={option.value}
              checked={option.value === value}
              aria-disabled={option.off === true || undefined}
              aria-describedby={describedBy}
              aria-label={option.label}
              onChange={() => {
                if (option.off !== true) onChange(option.value);
              }}
            />
            <span aria-hidden="true" className={styles["face"]}>
              {option.face ?? option.label}
            </span>
            {describedBy !== undefined && (
              <VisuallyHidden id={describedBy} aria-hidden="true">
                {option.description}
              </VisuallyHidden>
            )}
          </label>
        );
        if (option.description === undefined) return segment;
        return (
          <Hint key={option.value} text={option.description}>
            {segment}
          </Hint>
        );
      })}
    </div>
  );
}
