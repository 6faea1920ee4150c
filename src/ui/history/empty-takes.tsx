import { useImportPicker } from "../export/use-import-picker.ts";
import { Logo } from "../header/logo.tsx";
import styles from "./takes.module.css";
import { useHistoryTexts } from "./use-history.ts";

/** Says what will be here, before there is anything. */
export function EmptyTakes() {
  const { h } = useHistoryTexts();
  const pickFile = useImportPicker();
  return (
    <div className={styles["empty"]}>
      <Logo />
      <div>
        <p className={styles["emptyTitle"]}>{h.empty.title}</p>
        <p>{h.empty.text}</p>
        <p className={styles["emptyImport"]}>
          <button type="button" onClick={pickFile}>
            {h.import}
          </button>
        </p>
      </div>
    </div>
  );
}
