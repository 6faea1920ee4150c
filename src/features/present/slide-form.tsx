import { useRef, useState } from "react";
import { type ItemOf, longestSlide } from "../../core/programme/programme-item.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { pickFile } from "../../kit/pick-file.ts";
import { ItemForm } from "./item-form.tsx";
import { presentMessages } from "./messages/index.ts";
import { FootButton } from "./programme-foot.tsx";
import styles from "./slide.module.css";
import { pictureOf } from "./slide-picture.ts";
import { useFocusSoon } from "./use-focus-soon.ts";

/** What a person gives a slide. */
export type SlideContent = Pick<ItemOf<"slide">, "name" | "text" | "picture">;

interface SlideFormProps {
  readonly slide: SlideContent;
  /** Called with the slide, or with undefined when it stays as it was. */
  readonly onDone: (slide: SlideContent | undefined) => void;
}

/** Writes a slide. Escape leaves it as it was. */
export function SlideForm({ slide, onDone }: SlideFormProps) {
  const { messages } = useHistoryTexts(presentMessages);
  const title = useFocusSoon();
  const [picture, setPicture] = useState(slide.picture);
  const [unread, setUnread] = useState(false);

  /** The picture that was chosen last, while it is read. */
  const reading = useRef<ReturnType<typeof pictureOf>>(undefined);

  async function take(file: File): Promise<void> {
    const read = pictureOf(file);
    reading.current = read;
    const made = await read;
    if (reading.current !== read) return;
    reading.current = undefined;
    setUnread(made === undefined);
    if (made !== undefined) setPicture(made);
  }

  return (
    <ItemForm
      label={messages.slide.label}
      save={messages.slide.save}
      onSave={async (form) => {
        const awaited = reading.current;
        const read = await awaited;
        // It was left meanwhile, or the picture can't be read, which is said.
        if (!form.isConnected || (awaited !== undefined && read === undefined)) return;
        const data = new FormData(form);
        const said = (name: string) => String(data.get(name) ?? "").trim();
        onDone({ name: said("name"), text: said("text"), picture: read ?? picture });
      }}
      onCancel={() => onDone(undefined)}
    >
      <label>
        {messages.slide.title}
        <input ref={title} name="name" defaultValue={slide.name} maxLength={120} />
      </label>
      <label>
        {messages.slide.text}
        <textarea name="text" defaultValue={slide.text} rows={4} maxLength={longestSlide} />
      </label>
      {picture !== undefined && <img src={picture} alt={messages.slide.picture} />}
      <p role="status">{unread && messages.slide.unread}</p>
      <div className={styles["formActions"]}>
        <FootButton
          icon="plus"
          label={messages.slide.choose}
          onClick={() => pickFile("image/*", (file) => void take(file))}
        />
        {picture !== undefined && (
          <FootButton
            icon="close"
            label={messages.slide.removePicture}
            onClick={() => {
              reading.current = undefined;
              setPicture(undefined);
            }}
          />
        )}
      </div>
    </ItemForm>
  );
}
