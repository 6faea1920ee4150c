import type { ComponentProps } from "react";
import { Icon } from "./icon.tsx";
import styles from "./kit.module.css";

/** The browser's own list of choices, as it looks everywhere on this page. `className` is its box's: how wide it is and where. */
export function Select({ className, children, ...others }: ComponentProps<"select">) {
  return (
    <span className={[styles["selectBox"], className].filter(Boolean).join(" ")}>
      <select {...others} className={styles["select"]}>
        {children}
      </select>
      <Icon name="chevron" size={0.875} />
    </span>
  );
}
