import { useEffect, useRef, useState } from "react";
import { countCharacters } from "../../contract/characters.ts";
import { importsOf, isZip } from "../../state/export/imports.ts";
import { whenChanged } from "../../state/restore-take.ts";
import { longestScript, type ReadText, readTextFile, type TextEncoding } from "../../state/text-file.ts";
import { Icon } from "../kit/icon.tsx";
import { type Texts, usePlayground, useScript, useTexts } from "../playground-context.ts";
import { type ShareReport, useShare } from "../share/use-share.ts";
import { focusScript } from "./focus-script.ts";
import { replaceScript } from "./replace-script.ts";
import { SampleMenu } from "./sample-menu.tsx";
import styles from "./script-tools.module.css";
import { useFileDrop } from "./use-file-drop.ts";

/** What the tools have to say: what was done, which can be undone, or why it wasn't. */
type Report =
  | { readonly kind: "replaced"; readonly text: string; readonly before: string; readonly after: string }
  | { readonly kind: "problem"; readonly text: string }
  | ShareReport;

/** Below the script: samples, a text file by button or by drop, sharing, and a way back from each of them. */
export default function ScriptTools() {
  const texts = useTexts();
  const { t, numbers } = texts;
  const playground = usePlayground();
  const { settings } = playground;
  const script = useScript();
  const picker = useRef<HTMLInputElement>(null);
  const [report, setReport] = useState<Report>();
  const [shared, setShared] = useState({ script, language: texts.language });
  const sharing = useShare((said) => {
    setReport(said);
    setShared({ script, language: texts.language });
  });
  const over = useFileDrop(readFile);
  const limit = numbers.integer(longestScript);
  const shown = report !== undefined && isPast(report) ? undefined : report;

  useEffect(() => {
    if (report?.kind !== "shared" || report.brought === undefined) return;
    return whenChanged(settings, () => setReport(undefined));
  }, [report, settings]);

  function isPast(past: Report): boolean {
    // Once somebody wrote something else, taking a replacement back would take that with it.
    if (past.kind === "replaced") return past.after !== script;
    // A copied link is that of another script then, and the sentence may be in another language than the page.
    const only = past.kind === "shared" && past.action === undefined && past.link === undefined;
    return only && (shared.script !== script || shared.language !== texts.language);
  }

  function replace(after: string, text: string): void {
    setReport({ kind: "replaced", text, before: script, after });
    replaceScript(settings, after);
  }

  async function readFile(file: File): Promise<void> {
    if (await isZip(file)) {
      importsOf(playground).getState().start(file);
      return;
    }
    if (await sharing.receiveFile(file)) return;
    const read = await readTextFile(file);
    if (!read.ok) {
      setReport({ kind: "problem", text: describeProblem(read, file.name, texts) });
      return;
    }
    const characters = numbers.integer(countCharacters(read.text));
    replace(read.text, t.script.read(file.name, encodingNames[read.encoding], characters));
    focusScript();
  }

  return (
    <div className={styles["tools"]}>
      <SampleMenu onChoose={(sample) => replace(sample.text, t.script.replaced(sample.title))} />
      <button type="button" className={styles["tool"]} onClick={() => picker.current?.click()}>
        <Icon name="file" size={1} />
        <span>{t.script.open}</span>
      </button>
      <input
        ref={picker}
        type="file"
        accept=".txt,.text,.md,.srt,.vtt,.json,text/*"
        aria-label={t.script.open}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file may be opened again, after it was changed.
          event.target.value = "";
          if (file !== undefined) readFile(file);
        }}
      />
      {script !== "" && (
        <button
          type="button"
          className={styles["tool"]}
          onClick={() => {
            replace("", t.script.cleared);
            focusScript();
          }}
        >
          <Icon name="close" size={1} />
          <span>{t.script.clear}</span>
        </button>
      )}
      <button type="button" className={styles["tool"]} onClick={sharing.share}>
        <Icon name="share" size={1} />
        <span data-extra="">{sharing.label}</span>
      </button>
      <div role="status" className={styles["report"]} data-tone={shown?.kind === "problem" ? "bad" : undefined}>
        {shown?.text}
      </div>
      {shown?.kind === "shared" && shown.link !== undefined && (
        <input
          className={styles["link"]}
          aria-label={shown.link.label}
          value={shown.link.address}
          readOnly
          onFocus={(event) => event.target.select()}
        />
      )}
      {shown?.kind === "shared" && shown.action !== undefined && (
        <button
          type="button"
          className={styles["tool"]}
          data-main=""
          onClick={() => {
            shown.action?.run();
            setReport(undefined);
          }}
        >
          <Icon name={shown.action.icon} size={1} />
          <span>{shown.action.label}</span>
        </button>
      )}
      {shown?.kind === "replaced" && (
        <button
          type="button"
          className={styles["tool"]}
          data-main=""
          onClick={() => {
            replaceScript(settings, shown.before);
            setReport(undefined);
            focusScript();
          }}
        >
          <Icon name="undo" size={1} />
          <span>{t.script.undo}</span>
        </button>
      )}
      {over && (
        <div className={styles["drop"]} aria-hidden="true">
          <p>
            <b>{t.script.drop}</b>
            <span>{t.script.dropNote(limit)}</span>
          </p>
        </div>
      )}
    </div>
  );
}

const encodingNames = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  gb18030: "GB18030",
} as const satisfies Record<TextEncoding, string>;

function describeProblem(read: Extract<ReadText, { readonly ok: false }>, name: string, { t, numbers }: Texts): string {
  const limit = numbers.integer(longestScript);
  switch (read.reason) {
    case "too_long":
      return t.script.fileProblems.too_long(name, numbers.integer(read.characters), limit);
    case "too_large":
      return t.script.fileProblems.too_large(name, numbers.size(read.bytes), limit);
    default:
      return t.script.fileProblems[read.reason](name);
  }
}
