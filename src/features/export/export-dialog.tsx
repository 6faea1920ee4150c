import { useEffect, useId, useState } from "react";
import { type ExportFormat, exportFormats, exportTakes } from "../../core/archive/export-takes.ts";
import { exportMessages } from "../../core/archive/messages/index.ts";
import { exportName } from "../../core/archive/names.ts";
import type { LeftOut } from "../../core/archive/zip-takes.ts";
import { useConfig, usePlayground } from "../../core/page/playground-context.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { Button } from "../../kit/button.tsx";
import { Check } from "../../kit/check.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { toFirstButton } from "../../kit/focus-after.ts";
import { saveFile } from "../../kit/save-file.ts";
import { optionsOf, Segmented } from "../../kit/segmented.tsx";
import styles from "./export.module.css";
import { reportTexts } from "./report-texts.ts";

type State =
  | { readonly status: "asking" }
  | { readonly status: "running"; readonly done: number }
  | { readonly status: "saved"; readonly name: string; readonly bytes: number; readonly leftOut: LeftOut }
  | { readonly status: "failed" };

/** Asks as what takes are to leave, makes the file, and says what isn't in it. */
export default function ExportDialog({
  rows,
  asPage = false,
  onClose,
}: {
  readonly rows: readonly TakeRow[];
  /** Whether a page that plays by itself is offered first. */
  readonly asPage?: boolean;
  readonly onClose: () => void;
}) {
  const texts = useHistoryTexts(exportMessages);
  const { messages, page } = texts;
  const { library, wallClock } = usePlayground();
  const version = useConfig().data?.version ?? "";
  const [format, setFormat] = useState<ExportFormat>(asPage ? "html" : "zip");
  const [withSound, setWithSound] = useState(false);
  const [forExcel, setForExcel] = useState(false);
  const [state, setState] = useState<State>({ status: "asking" });
  const [controller] = useState(() => new AbortController());
  const id = useId();
  const count = rows.length;
  const absent = rows.filter(({ sound }) => sound === "remote" || sound === "removed").length;

  useEffect(() => () => controller.abort(), [controller]);

  async function make(): Promise<void> {
    const made = wallClock();
    const name = exportName(messages.stems[format], format, new Date(made));
    setState({ status: "running", done: 0 });
    try {
      const { blob, leftOut } = await exportTakes(
        rows,
        { format, withSound, forExcel },
        {
          source: library,
          origin: { by: `Speech Playground ${version}`.trim(), made: new Date(made) },
          pageOrigin: location.origin,
          report: reportTexts(rows.length, made, texts),
          signal: controller.signal,
          onTake: (done) => setState({ status: "running", done }),
        },
      );
      saveFile(blob, name);
      setState({ status: "saved", name, bytes: blob.size, leftOut });
    } catch {
      if (!controller.signal.aborted) setState({ status: "failed" });
    }
  }

  const choosing = state.status === "asking" || state.status === "failed";
  return (
    <Dialog
      title={messages.title(count)}
      className={styles["dialog"]}
      onClose={onClose}
      buttons={
        <>
          <Button size="large" onClick={onClose}>
            {state.status === "saved" ? page.words.close : page.words.cancel}
          </Button>
          {choosing && (
            <Button ref={toFirstButton} size="large" look="main" onClick={make}>
              {messages.save}
            </Button>
          )}
        </>
      }
    >
      {choosing && (
        <>
          <Segmented
            label={messages.format}
            value={format}
            options={optionsOf(exportFormats, messages.formats)}
            onChange={setFormat}
          />
          <p className={styles["about"]}>{messages.about[format]}</p>
          {format === "har" && (
            <Check checked={withSound} onChange={setWithSound}>
              {messages.withSound}
            </Check>
          )}
          {format === "csv" && (
            <Check checked={forExcel} onChange={setForExcel}>
              {messages.forExcel}
            </Check>
          )}
          {absent > 0 && format !== "csv" && (format !== "har" || withSound) && (
            <p className={styles["clean"]}>{messages.soundsAbsent(absent)}</p>
          )}
          <p className={styles["clean"]}>{messages.clean}</p>
        </>
      )}
      {state.status === "running" && (
        <p>
          <label htmlFor={`${id}-progress`}>{messages.progress(state.done, count)}</label>
          <progress id={`${id}-progress`} className={styles["progress"]} max={rows.length} value={state.done} />
        </p>
      )}
      <div role="status">
        {state.status === "failed" && <p className={styles["failed"]}>{messages.failed}</p>}
        {state.status === "saved" && (
          <>
            <p>{messages.saved(state.name, state.bytes)}</p>
            {(["takes", "sounds", "cleaned"] as const).map((part) => {
              const left = state.leftOut[part];
              return left === 0 ? null : <p key={part}>{messages.leftOut[part](left)}</p>;
            })}
          </>
        )}
      </div>
    </Dialog>
  );
}
