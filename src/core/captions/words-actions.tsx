import { useEffect, useState } from "react";
import { classes } from "../../kit/classes.ts";
import { Icon } from "../../kit/icon.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { Popup } from "../../kit/popup.tsx";
import { savingPatience } from "../../kit/save-file.ts";
import { Scrolling } from "../../kit/scrolling.tsx";
import { loadPart } from "../page/load-part.ts";
import { usePlayground, useSound, useTexts } from "../page/playground-context.ts";
import { RemarksList } from "../remarks/remarks-list.tsx";
import type { Take } from "../takes/take.ts";
import { wordsMessages } from "./messages/index.ts";
import { useReading } from "./reading.tsx";
import { type CaptionFormat, captionFile, captionFormats, type TakeWords } from "./take-words.ts";
import { useWords } from "./use-words.ts";
import styles from "./words.module.css";

/** The most that is shown of what can't be read, in UTF-16 units; the file holds all of it. */
const shownRaw = 4_000;

/**
 * How far above its button the menu stands, in pixels: it leaves the row of controls between them free to be pressed.
 */
const aboveControls = 56;

/**
 * What can be done with a take's words: read along, save captions. Default export, because it is loaded when there are
 * times.
 */
export default function WordsActions({ take }: { readonly take: Take }) {
  const { messages } = useTexts(wordsMessages);
  const known = useWords(take);
  const running = useSound((sound) => sound?.running === true);
  const { shown, setOpen } = useReading();
  useEffect(() => {
    // So that it is there before anybody wants it.
    loadPart(() => import("./read-along.tsx")).catch(() => undefined);
  }, []);
  if (known === undefined) return null;
  return (
    <>
      {known.words !== undefined && (
        <IconButton
          icon="words"
          label={shown ? messages.back : messages.readAlong}
          data-on={shown || undefined}
          onClick={() => setOpen(!shown)}
        />
      )}
      {/* Half of an answer's captions would be taken for all of them. */}
      {!running && <Captions take={take} known={known} />}
    </>
  );
}

function Captions({ take, known }: { readonly take: Take; readonly known: TakeWords }) {
  const { messages } = useTexts(wordsMessages);
  const [open, setOpen] = useState(false);
  return (
    <Popup
      label={messages.captions}
      opened={open}
      onChange={setOpen}
      position="top-end"
      offset={aboveControls}
      className={styles["menu"]}
      button={<IconButton icon="captions" label={messages.captions} onClick={() => setOpen(!open)} />}
    >
      <Files take={take} known={known} onSaved={() => setOpen(false)} />
    </Popup>
  );
}

interface FilesProps {
  readonly take: Take;
  readonly known: TakeWords;
  /** A file is being saved: there is nothing more to do here. */
  readonly onSaved: () => void;
}

function Files({ take, known, onSaved }: FilesProps) {
  const { messages } = useTexts(wordsMessages);
  const row = usePlayground().library.row(take.id);
  const raw = known.words === undefined ? JSON.stringify(known.timestamps.raw, null, 2) : undefined;
  return (
    <>
      {row !== undefined && <RemarksList row={row} only={/^times_/} />}
      {raw !== undefined && (
        <>
          <p className={classes("quiet", styles["note"])}>{messages.unknown}</p>
          <Scrolling className={styles["raw"]} aria-label={messages.raw}>
            <pre>{raw.slice(0, shownRaw)}</pre>
          </Scrolling>
        </>
      )}
      {raw === undefined && (
        <p className={classes("quiet", styles["note"])}>
          {row?.parts === undefined ? messages.exact : messages.estimated}
        </p>
      )}
      <ul>
        {captionFormats.map((format) => (
          <File key={format} take={take} known={known} format={format} onSaved={onSaved} />
        ))}
      </ul>
    </>
  );
}

function File({ take, known, format, onSaved }: FilesProps & { readonly format: CaptionFormat }) {
  const { messages } = useTexts(wordsMessages);
  const given = usePlayground().library.row(take.id)?.name;
  const [file, setFile] = useState<{ readonly name: string; readonly url: string }>();
  useEffect(() => {
    const made = captionFile(take, known, format, given);
    if (made === undefined) return;
    const url = URL.createObjectURL(made.blob);
    setFile({ name: made.name, url });
    // The browser may still be taking it up when the menu closes behind a press.
    return () => void setTimeout(() => URL.revokeObjectURL(url), savingPatience);
  }, [take, known, format, given]);
  if (file === undefined) return null;
  const { words } = known;
  const about =
    words === undefined
      ? messages.rawAbout
      : format === "json"
        ? messages.jsonAbout[words.granularity]
        : messages.formatsAbout[format];
  return (
    <li>
      <a href={file.url} download={file.name} className={styles["file"]} onClick={onSaved}>
        <Icon name="download" />
        <b>{messages.formats[format]}</b>
        <span>{about}</span>
      </a>
    </li>
  );
}
