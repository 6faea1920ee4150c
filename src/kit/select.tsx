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
