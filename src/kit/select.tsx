import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import styles from "./kit.module.css";

/**
 * The browser's own list of choices, as it looks everywhere on this page. `className` is its box's: how wide it is and
 * where.
 */
export function Select({ className, ...others }: ComponentProps<"select">) {
  return (
    <span className={classes(styles["select"], className)}>
      <select {...others} />
      <Icon name="chevron" size={0.875} />
    </span>
  );
}

interface OptionsProps<Item> {
  readonly of: readonly Item[];
  /** What a choice of it sets, where that isn't the item itself. */
  readonly value?: (item: Item) => string | number;
  /** What it is called, where that isn't its value. */
  readonly label?: (item: Item) => string | number;
}

/** The choices of a {@link Select}. */
export function Options<Item>({ of, value = String, label = value }: OptionsProps<Item>) {
  return of.map((item) => (
    <option key={value(item)} value={value(item)}>
      {label(item)}
    </option>
  ));
}
