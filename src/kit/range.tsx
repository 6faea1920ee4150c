import type { ComponentProps } from "react";
import styles from "./kit.module.css";

/** The browser's own slider, on a line that is filled as far as `part` says, from 0 to 1. */
export function Range({
  part,
  ...others
}: Omit<ComponentProps<"input">, "part" | "type"> & { readonly part?: number }) {
  return (
    <input
      {...others}
      type="range"
      className={styles["range"]}
      style={part === undefined ? undefined : { "--part": part }}
    />
  );
}
