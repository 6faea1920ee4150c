import { usePlayground } from "../../core/page/playground-context.ts";
import { type ItemOf, longestNotes, type NewItem, type ProgrammeItem } from "../../core/programme/programme-item.ts";
import { excerptOf } from "../../core/submit/submission.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { ItemForm } from "./item-form.tsx";
import { presentMessages } from "./messages/index.ts";
import { addTakesToProgramme, togetherItem } from "./present-takes.ts";
import type { Done } from "./programme-foot.tsx";
import { RunForm } from "./run-form.tsx";
import styles from "./slide.module.css";
import { type SlideContent, SlideForm } from "./slide-form.tsx";
import { TakesForm, type WantedTakes } from "./takes-form.tsx";
import { addRun, type ModelPlan } from "./through-models.ts";
import { useFocusSoon } from "./use-focus-soon.ts";
import { useProgramme } from "./use-presenter.ts";

/**
 * What is written in the place of the list: a slide, an item's notes, which takes are added, or by which voices a
 * sentence is spoken.
 */
export type Writing =
  | { readonly kind: "slide"; readonly id: string | undefined }
  | { readonly kind: "notes"; readonly item: ProgrammeItem }
  | { readonly kind: "takes" }
  | { readonly kind: "run"; readonly text: string };

interface WritingFormProps {
  readonly writing: Writing;
  readonly titleOf: (item: ProgrammeItem) => string;
  /** Makes an item the one that is shown. */
  readonly show: (id: string) => void;
  /** Called when nothing is written any more. */
  readonly onEnd: () => void;
  readonly onDone: (done: Done) => void;
}

/** The form for what is written; what it is for is done when it is saved. */
export function WritingForm({ writing, titleOf, show, onEnd, onDone }: WritingFormProps) {
  const { messages } = useHistoryTexts(presentMessages);
  const playground = usePlayground();
  const { items, add, edit, remove } = useProgramme();
  const slideOf = (id: string | undefined) =>
    items.find((item): item is ItemOf<"slide"> => item.kind === "slide" && item.id === id);

  function addItem(title: string, item: NewItem): void {
    const added = add(item);
    tellAdded(added, { title, what: messages.added, undo: () => void remove(added) });
  }

  function tellAdded(added: string, done: Done): void {
    onDone(done);
    if (items.length === 0) show(added);
  }

  function saveSlide(id: string | undefined, { name, text, picture }: SlideContent): void {
    const item = slideOf(id);
    const content = { name, text, picture, excerpt: excerptOf(text) };
    if (item === undefined) addItem(name, { kind: "slide", ...content });
    else onDone({ title: name, what: messages.slide.changed, undo: edit({ ...item, ...content }) });
  }

  function saveNotes(noted: ProgrammeItem, notes: string): void {
    const item = items.find(({ id }) => id === noted.id) ?? noted;
    const what = messages.notes.changed;
    onDone({ title: titleOf(item), what, undo: edit({ ...item, notes: notes || undefined }) });
  }

  async function addTakes({ kind, rows }: WantedTakes): Promise<void> {
    if (kind !== "each") {
      addItem(messages.kinds[kind === "comparison" ? kind : "blind"], togetherItem(kind, rows));
      return;
    }
    const { added, undo } = await addTakesToProgramme(playground, rows);
    onDone({ title: "", what: added.length > 0 ? messages.added : messages.takes.known, undo });
  }

  /** Ends the form, and does what it was for where it was saved. */
  const ending =
    <Written,>(save: (written: Written) => void) =>
    (written: Written | undefined): void => {
      onEnd();
      if (written !== undefined) save(written);
    };
  switch (writing.kind) {
    case "slide":
      return (
        <SlideForm
          slide={slideOf(writing.id) ?? { name: "", text: "", picture: undefined }}
          onDone={ending((content) => saveSlide(writing.id, content))}
        />
      );
    case "notes": {
      const { item } = writing;
      const save = ending((notes: string) => saveNotes(item, notes));
      return <NotesForm title={titleOf(item)} notes={item.notes ?? ""} onDone={save} />;
    }
    case "takes":
      return <TakesForm onDone={ending((wanted) => void addTakes(wanted))} />;
    case "run": {
      const { text } = writing;
      const send = ending((plans: readonly ModelPlan[]) => {
        const { added, undo } = addRun(playground, plans, text);
        tellAdded(added, { title: "", what: messages.models.added, undo });
      });
      return <RunForm text={text} onDone={send} />;
    }
  }
}

interface NotesFormProps {
  /** The item's. */
  readonly title: string;
  readonly notes: string;
  /** Called with the notes, or with undefined when they stay as they were. */
  readonly onDone: (notes: string | undefined) => void;
}

/** Writes what the presenter wants to say at an item. Escape leaves it as it was. */
function NotesForm({ title, notes, onDone }: NotesFormProps) {
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
