import type { ReactNode } from "react";
import { useTexts } from "../../core/page/playground-context.ts";
import { Button } from "../../kit/button.tsx";
import styles from "./slide.module.css";

interface ItemFormProps {
  readonly label: string;
  /** What its main button says. */
  readonly save: string;
  readonly onSave: (form: HTMLFormElement) => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** Writes what belongs to an item of the programme. Escape leaves it as it was. */
export function ItemForm({ label, save, onSave, onCancel, children }: ItemFormProps) {
  const { page } = useTexts();
  return (
    <form
      className={styles["form"]}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(event.currentTarget);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        event.preventDefault();
        event.stopPropagation();
        onCancel();
      }}
    >
      {children}
      <div className={styles["formActions"]}>
        <Button type="submit" look="main" size="pill">
          {save}
        </Button>
        <Button size="pill" onClick={onCancel}>
          {page.words.cancel}
        </Button>
      </div>
    </form>
  );
}
