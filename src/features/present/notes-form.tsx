import { longestNotes } from "../../core/programme/programme-item.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { ItemForm } from "./item-form.tsx";
import { presentMessages } from "./messages/index.ts";
import styles from "./slide.module.css";
import { useFocusSoon } from "./use-focus-soon.ts";

interface NotesFormProps {
  /** The item's. */
  readonly title: string;
  readonly notes: string;
  /** Called with the notes, or with undefined when they stay as they were. */
  readonly onDone: (notes: string | undefined) => void;
}

/** Writes what the presenter wants to say at an item. Escape leaves it as it was. */
export function NotesForm({ title, notes, onDone }: NotesFormProps) {
  const { messages } = useHistoryTexts(presentMessages);
  const field = useFocusSoon<HTMLTextAreaElement>();
  return (
    <ItemForm
      label={messages.notes.label}
      save={messages.notes.save}
      onSave={() => onDone(field.current?.value.trim() ?? "")}
      onCancel={() => onDone(undefined)}
    >
      <label>
        {messages.notes.of(title)}
        <textarea ref={field} defaultValue={notes} rows={8} maxLength={longestNotes} />
      </label>
      <p className={styles["formHint"]}>{messages.notes.hint}</p>
    </ItemForm>
  );
}
