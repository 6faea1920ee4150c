import { useRef, useState } from "react";
import { type ItemOf, longestPicture, longestSlide } from "../../core/programme/programme-item.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { pickFile } from "../../kit/pick-file.ts";
import { ItemForm } from "./item-form.tsx";
import { presentMessages } from "./messages/index.ts";
import { FootButton } from "./programme-foot.tsx";
import styles from "./slide.module.css";
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

  /** Whether a press of Save waits for a picture. */
  const saving = useRef(false);

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
        if (saving.current) return;
        saving.current = true;
        const awaited = reading.current;
        const read = await awaited;
        saving.current = false;
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

/** The largest side of a slide's picture, in pixels: a projector shows no more. */
const largestSide = 1_920;
/** How a picture is written, the first one that is small enough: a browser that makes no WebP writes a PNG instead. */
const writings = [
  ["image/webp", 0.85],
  ["image/webp", 0.6],
  // Safari's way for a photograph, which is too large as a PNG. What is transparent becomes black.
  ["image/jpeg", 0.85],
] as const;

/**
 * Makes a file that the browser shows as a picture a part of the slide: as an address that holds it, no larger than a
 * projector. Undefined where the browser can't read it, or it stays too large.
 */
async function pictureOf(file: Blob): Promise<string | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (picture === undefined) return undefined;
  const factor = Math.min(1, largestSide / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * factor));
  canvas.height = Math.max(1, Math.round(picture.height * factor));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  for (const [type, quality] of writings) {
    const address = canvas.toDataURL(type, quality);
    if (address.length <= longestPicture) return address;
  }
  return undefined;
}
