import type { Gender } from "../../contract/voices.ts";
import styles from "./voice.module.css";

/** A voice's sign: its first letter, on a shade that tells women's and men's voices apart at a glance. */
export function VoiceFace({ label, gender }: { readonly label: string; readonly gender: Gender | undefined }) {
  return (
    <span aria-hidden="true" className={styles["face"]} data-gender={gender}>
      {Array.from(label)[0]?.toUpperCase() ?? "·"}
    </span>
  );
}
