import { useStore } from "zustand";
import { type Imports, importsOf } from "../../core/archive/imports.ts";
import { type ExportTexts, exportMessages } from "../../core/archive/messages/index.ts";
import { usePlayground } from "../../core/page/playground-context.ts";
import { useHistoryTexts, useLibrary } from "../../core/takes/use-history.ts";
import { Button } from "../../kit/button.tsx";
import { focusAfter, standIn, toFirstButton } from "../../kit/focus-after.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import { LateRegion } from "../../kit/late-region.tsx";
import styles from "./export.module.css";

/** So many parts that were left out are named; more help nobody. */
const mostNamed = 200;

/**
 * How far an import is, and what became of it: what is there now, what was there already, what was left out and why.
 */
export default function ImportNotice() {
  const texts = useHistoryTexts(exportMessages);
  const { messages, page, takes } = texts;
  const { loaded, keeping } = useLibrary();
  const { state, agree, stop, dismiss } = useStore(importsOf(usePlayground()));
  if (state.status === "idle") return null;
  const skipped = state.status === "done" ? state.report.skipped : [];
  // It waits for the takes that are here.
  const waits = state.status === "running" && !loaded && keeping.kind === "memory" ? keeping.reason : undefined;
  return (
    <div
      // Behind a press of its last button it is gone itself.
      ref={focusAfter(standIn)}
      className={styles["notice"]}
      data-tone={state.status === "failed" ? "bad" : undefined}
    >
      <LateRegion role="status">
        {describe(state, texts)}
        {waits !== undefined && waits !== "full" && <div>{takes.keeping[waits]}</div>}
      </LateRegion>
      {state.status === "asking" && (
        <>
          <Button ref={toFirstButton} onClick={agree}>
            {messages.imports.agree}
          </Button>
          <Button onClick={stop}>{page.words.cancel}</Button>
        </>
      )}
      {state.status === "running" && (
        <>
          <progress
            className={styles["progress"]}
            aria-label={messages.imports.running(state.name)}
            max={state.all ?? 1}
            {...(state.all === undefined ? {} : { value: state.done })}
          />
          <Button ref={toFirstButton} onClick={stop}>
            {page.words.stop}
          </Button>
        </>
      )}
      {(state.status === "done" || state.status === "failed") && (
        <IconButton icon="close" label={page.words.close} size={0.875} onClick={dismiss} />
      )}
      {skipped.length > 0 && (
        <details className={styles["skipped"]}>
          <summary>{messages.imports.skipped(skipped.length)}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll, which the keyboard must be able to do */}
          <ul tabIndex={0}>
            {skipped.slice(0, mostNamed).map(({ name, problem }) => (
              <li key={`${name} ${problem}`}>
                {name} – {messages.imports.problems[problem]}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function describe(
  state: Exclude<Imports["state"], { readonly status: "idle" }>,
  { messages, page }: ExportTexts,
): string {
  switch (state.status) {
    case "asking": {
      const { name, size, free } = state;
      const takes = messages.imports.asks(name, size.takes, size.bytes);
      if (free === undefined) return takes;
      const room = (size.bytes > free ? messages.imports.lacksRoom : messages.imports.hasRoom)(free);
      return [takes, room].join(page.between.sentences);
    }
    case "running":
      return messages.imports.running(state.name);
    case "failed":
      return messages.imports.failed(state.name, messages.imports.problems[state.problem]);
    case "done": {
      const { added, known, presented } = state.report;
      const said = (part: "added" | "known" | "missing"): string => {
        const count = presented?.[part] ?? 0;
        return count === 0 ? "" : messages.imports.programme[part](count);
      };
      const isNothing = !state.stopped && (presented?.added ?? 0) === 0;
      const parts = [
        state.stopped ? messages.imports.stopped : "",
        added > 0 ? messages.imports.done(added) : isNothing ? messages.imports.nothing : "",
        known > 0 ? messages.imports.known(known) : "",
        ...(["added", "known", "missing"] as const).map(said),
      ];
      return parts.filter((part) => part !== "").join(page.between.sentences);
    }
  }
}
