import { Scrolling } from "../../kit/scrolling.tsx";
import styles from "./checks.module.css";

/** A request or an answer as text. */
export function Code({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <Scrolling className={styles["code"]} aria-label={label}>
      <pre dir="ltr">{text}</pre>
    </Scrolling>
  );
}
