import { Logo } from "../header/logo.tsx";
import styles from "./takes.module.css";
import { useHistoryTexts } from "./use-history.ts";

/** Says what will be here, before there is anything. */
export function EmptyTakes() {
  const { h } = useHistoryTexts();
  return (
    <div className={styles["empty"]}>
      <Logo />
      <div>
        <p className={styles["emptyTitle"]}>{h.empty.title}</p>
        <p>{h.empty.text}</p>
      </div>
    </div>
  );
}
