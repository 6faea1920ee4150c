import { type InputEvent, useEffect, useRef } from "react";
import { useReading } from "../../core/captions/reading.tsx";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useLanguage, usePlayground, useScript, useTexts } from "../../core/page/playground-context.ts";
import { languageOfText } from "../../core/text/writing-system.ts";
import styles from "./script.module.css";

// Few scripts say how they are spoken, or hold words of which a list says it.
const ScriptDirections = lazyWithRetry(() => import("./script-directions.tsx"), null);

/** Up to this many characters every keystroke is counted at once; longer scripts wait for a pause in the typing. */
const countedAtOnce = 10_000;
const pause = 150;
/** What may come again before it was counted. */
const typed = new Set([
  "insertText",
  "insertCompositionText",
  "insertLineBreak",
  "deleteContentBackward",
  "deleteContentForward",
]);

/**
 * The text to speak. The browser owns what is typed, so that half a million characters stay as quick as a bare text
 * area.
 */
export function Script() {
  const { page } = useTexts();
  const language = useLanguage();
  const { settings } = usePlayground();
  const script = useScript();
  // What waits for a first visit is in the interface's.
  const lang = settings.getState().script === undefined ? language : languageOfText(script);
  const dir = directionOf(script);
  const length = lengthClass(script.length);
  const reading = useReading().shown;
  const { hasDirections, pronunciations } = usePlan();
  const isMarked = hasDirections || pronunciations.length > 0;
  const area = useRef<HTMLTextAreaElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function commit(): void {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (area.current !== null) settings.setState({ script: area.current.value });
  }

  /**
   * Waits only while keys are pressed: what a paste brings into sight must not come, and move what stands below, when
   * one is about to press that.
   */
  function noteInput({ nativeEvent }: InputEvent<HTMLTextAreaElement>): void {
    clearTimeout(timer.current);
    const length = area.current?.textLength ?? 0;
    const isTyped = nativeEvent instanceof globalThis.InputEvent && typed.has(nativeEvent.inputType);
    // At once, also for a script that is counted later: otherwise the browser would lay it out twice.
    if (area.current !== null) setLength(area.current, length);
    if (length <= countedAtOnce || !isTyped) commit();
    else timer.current = setTimeout(commit, pause);
  }

  /** Sets the size of the letters before the text is there: half a million characters must not be laid out twice. */
  function expectPaste(pasted: string): void {
    if (area.current === null) return;
    const { textLength, selectionStart, selectionEnd } = area.current;
    setLength(area.current, textLength - (selectionEnd - selectionStart) + pasted.length);
  }

  /** What is still waiting must be there before anything is sent. */
  function commitWaiting(): void {
    if (timer.current !== undefined) commit();
  }

  useEffect(() => {
    const element = area.current;
    if (element !== null && timer.current === undefined && element.value !== script) element.value = script;
  }, [script]);

  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <>
      {isMarked && !reading && area.current !== null && (
        <ScriptDirections area={area.current} lang={lang} dir={dir} length={length} />
      )}
      <textarea
        ref={area}
        className={styles["script"]}
        data-script=""
        hidden={reading}
        data-length={length}
        aria-label={page.script.label}
        placeholder={page.script.placeholder}
        defaultValue={script}
        lang={lang}
        dir={dir}
        spellCheck={false}
        autoComplete="off"
        onPaste={(event) => expectPaste(event.clipboardData.getData("text/plain"))}
        onInput={noteInput}
        onBlur={commitWaiting}
        onKeyDown={(event) => {
          if (event.key === "Enter") commitWaiting();
        }}
      />
    </>
  );
}

/**
 * The direction of a text, by its first letter. The browser's own `dir="auto"` says the same, but reads the whole text
 * on every keystroke: with 500,000 characters that takes ten times as long as everything else together.
 */
function directionOf(script: string): "ltr" | "rtl" {
  const letter = /\p{L}/u.exec(script.slice(0, 1_000))?.[0] ?? "";
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(letter)
    ? "rtl"
    : "ltr";
}

/** Touches the element only where something changes: every touch may make the browser lay out the whole text. */
function setLength(area: HTMLTextAreaElement, length: number): void {
  const next = lengthClass(length);
  if (area.dataset["length"] !== next) area.dataset["length"] = next;
}

/** Short texts stand large, long ones so that one sees more of them. */
function lengthClass(length: number): "short" | "medium" | "long" {
  if (length <= 400) return "short";
  return length <= 1_500 ? "medium" : "long";
}
