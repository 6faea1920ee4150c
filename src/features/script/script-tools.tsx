import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { attempt } from "../../core/page/attempt.ts";
import { loadPart } from "../../core/page/load-part.ts";
import { usePlayground, useScript, useSettings, useTexts } from "../../core/page/playground-context.ts";
import { whenChanged } from "../../core/takes/restore-form.ts";
import { focusScript } from "../../core/text/focus-script.ts";
import { longestScript } from "../../core/text/longest-script.ts";
import { Button } from "../../kit/button.tsx";
import { FileButton } from "../../kit/file-button.tsx";
import { focusAfter } from "../../kit/focus-after.ts";
import { Icon } from "../../kit/icon.tsx";
import { isBrokenIntoLines, joinLines } from "./join-lines.ts";
import { scriptToolsMessages, type ToolTexts } from "./messages/index.ts";
import type { FileTaker } from "./open-file.tsx";
import { PronunciationsButton } from "./pronunciations/pronunciations-button.tsx";
import { replaceScript } from "./replace-script.ts";
import { SampleMenu } from "./sample-menu.tsx";
import type { ScriptReport } from "./script-report.ts";
import styles from "./script-tools.module.css";
import { useShare } from "./share/use-share.ts";
import { useFileDrop } from "./use-file-drop.ts";

const toNextTool = focusAfter((rest) => rest.querySelector("[data-main]") ?? rest.querySelector("button"));

/** Below the script: samples, a text file by button or by drop, sharing, and a way back from each of them. */
export default function ScriptTools() {
  const texts = useTexts(scriptToolsMessages);
  const { messages, page } = texts;
  const { settings } = usePlayground();
  const script = useScript();
  const isWritten = useSettings((state) => state.script !== undefined);
  const hasList = useSettings(({ pronunciations }) => pronunciations.length > 0);
  const [report, setReport] = useState<ScriptReport>();
  const [spoken, setSpoken] = useState(texts.language);
  const sharing = useShare((said) => {
    setReport(said);
    setSpoken(texts.language);
  });
  const readFile = useTextFile(sharing.receiveFile, setReport);
  const over = useFileDrop(([file, ...others]) => {
    if (others.length > 0) setReport({ kind: "problem", say: ({ messages }) => messages.fileProblems.several, script });
    else if (file !== undefined) readFile(file);
  });
  const shown = report !== undefined && isPast(report) ? undefined : report;
  const looked = useDeferredValue(script);
  // Not while something else is said, and not of what is just being written.
  const broken = useMemo(() => isBrokenIntoLines(looked), [looked]) && shown === undefined && looked === script;

  useEffect(() => {
    if (report?.kind !== "shared" || report.brought === undefined) return;
    return whenChanged(settings, () => setReport(undefined));
  }, [report, settings]);

  function isPast(past: ScriptReport): boolean {
    // Once somebody wrote something else, taking a replacement back would take that with it.
    if (past.kind === "replaced") return past.after !== script;
    if (past.kind === "problem") return past.script !== script;
    // What is offered is that of another script then, and the sentence may be in another language than the page. What
    // was brought goes when something is changed: see above.
    const isOfAnother = past.script !== undefined && past.script !== script;
    return past.brought === undefined && (isOfAnother || spoken !== texts.language);
  }

  function replace(after: string, say: (texts: ToolTexts) => string): void {
    setReport({ kind: "replaced", say, before: script, after });
    replaceScript(settings, after);
  }

  return (
    <div className={styles["tools"]}>
      <SampleMenu onChoose={(sample) => replace(sample.text, ({ messages }) => messages.replaced(sample.title))} />
      <FileButton
        look="quiet"
        label={messages.open}
        accept=".txt,.text,.md,.srt,.vtt,.json,text/*"
        onFiles={([file]) => {
          if (file !== undefined) readFile(file);
        }}
      >
        <Icon name="file" size={1} />
        <span data-narrow="">{messages.open}</span>
      </FileButton>
      {script !== "" && (
        <Button
          look="quiet"
          onClick={() => {
            replace("", ({ messages }) => messages.cleared);
            focusScript();
          }}
        >
          <Icon name="close" size={1} />
          <span>{messages.clear}</span>
        </Button>
      )}
      <Button look="quiet" onClick={sharing.share}>
        <Icon name="share" size={1} />
        <span data-extra="">{sharing.label}</span>
      </Button>
      {(isWritten || hasList) && <PronunciationsButton />}
      <div role="status" className={styles["report"]} data-tone={shown?.kind === "problem" ? "bad" : undefined}>
        {shown !== undefined && (shown.kind === "shared" ? shown.text : shown.say(texts))}
        {broken && messages.brokenLines}
      </div>
      {broken && (
        <Button
          look="quiet"
          className={styles["tool"]}
          data-main=""
          onClick={() => {
            replace(joinLines(script), ({ messages }) => messages.joined);
            focusScript();
          }}
        >
          <span>{messages.join}</span>
        </Button>
      )}
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
        <Button
          ref={toNextTool}
          look="quiet"
          className={styles["tool"]}
          data-main=""
          onClick={() => {
            shown.action?.run();
            setReport(undefined);
          }}
        >
          <Icon name={shown.action.icon} size={1} />
          <span>{shown.action.label}</span>
        </Button>
      )}
      {shown?.kind === "replaced" && shown.otherwise}
      {shown?.kind === "replaced" && (
        <Button
          look="quiet"
          className={styles["tool"]}
          data-main=""
          onClick={() => {
            replaceScript(settings, shown.before);
            setReport(undefined);
            focusScript();
          }}
        >
          <Icon name="undo" size={1} />
          <span>{page.words.undo}</span>
        </Button>
      )}
      {over && (
        <div className={styles["drop"]} aria-hidden="true">
          <p>
            <b>{messages.drop}</b>
            <span>{messages.dropNote(longestScript)}</span>
          </p>
        </div>
      )}
    </div>
  );
}

/** Takes what a person opens or drops. What reads it comes with the first file. */
function useTextFile(
  receiveShared: FileTaker["receiveShared"],
  onReport: FileTaker["onReport"],
): (file: File) => Promise<void> {
  const playground = usePlayground();
  const script = useScript();
  const latest = useRef(script);
  latest.current = script;
  return (file) =>
    attempt(playground, async () => {
      const { openFile } = await loadPart(() => import("./open-file.tsx"));
      await openFile(file, { playground, script: () => latest.current, receiveShared, onReport });
    });
}
