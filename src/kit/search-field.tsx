import type { ComponentProps } from "react";
import { Icon } from "./icon.tsx";
import styles from "./kit.module.css";

/** A field for what is looked for; its children tell how much is found. */
export function SearchField({ children, ...others }: ComponentProps<"input">) {
  return (
    <div className={styles["search"]}>
      <Icon name="search" size={1} />
      <input {...others} type="search" spellCheck={false} autoComplete="off" />
      {children}
    </div>
  );
}
