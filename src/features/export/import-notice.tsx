import { useStore } from "zustand";
import { type Imports, importsOf } from "../../core/archive/imports.ts";
import { type ExportTexts, useExportTexts } from "../../core/archive/use-export-texts.ts";
import { usePlayground } from "../../core/page/playground-context.ts";
import { Button } from "../../kit/button.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import styles from "./export.module.css";

/** So many parts that were left out are named; more help nobody. */
const mostNamed = 200;

/**
 * How far an import is, and what became of it: what is there now, what was there already, what was left out and why.
 */
export default function ImportNotice() {
  const texts = useExportTexts();
  const { x } = texts;
  const { state, agree, stop, dismiss } = useStore(importsOf(usePlayground()));
  if (state.status === "idle") return null;
  const skipped = state.status === "done" ? state.report.skipped : [];
  return (
    <div className={styles["notice"]} data-tone={state.status === "failed" ? "bad" : undefined}>
      <div role="status">{describe(state, texts)}</div>
      {state.status === "asking" && (
        <>
          <Button onClick={agree}>{x.imports.agree}</Button>
          <Button onClick={stop}>{x.cancel}</Button>
        </>
      )}
      {state.status === "running" && (
        <>
          <progress
            className={styles["progress"]}
            aria-label={x.imports.running(state.name)}
            max={state.all ?? 1}
            {...(state.all === undefined ? {} : { value: state.done })}
          />
          <Button onClick={stop}>{x.imports.stop}</Button>
        </>
      )}
      {(state.status === "done" || state.status === "failed") && (
        <IconButton icon="close" label={x.imports.dismiss} size={0.875} onClick={dismiss} />
      )}
      {skipped.length > 0 && (
        <details className={styles["skipped"]}>
          <summary>{x.imports.skipped(skipped.length)}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll, which the keyboard must be able to do */}
          <ul tabIndex={0}>
            {skipped.slice(0, mostNamed).map(({ name, problem }) => (
              <li key={`${name} ${problem}`}>
                {name} – {x.imports.problems[problem]}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function describe(state: Exclude<Imports["state"], { readonly status: "idle" }>, { x, t }: ExportTexts): string {
  switch (state.status) {
    case "asking": {
      const { name, size, free } = state;
      const takes = x.imports.asks(name, size.takes, size.bytes);
      if (free === undefined) return takes;
      const room = (size.bytes > free ? x.imports.lacksRoom : x.imports.hasRoom)(free);
      return [takes, room].join(t.between.sentences);
    }
    case "running":
      return x.imports.running(state.name);
    case "failed":
      return x.imports.failed(state.name, x.imports.problems[state.problem]);
    case "done": {
      const { added, known, presented } = state.report;
      const said = (part: "added" | "known" | "missing"): string => {
        const count = presented?.[part] ?? 0;
        return count === 0 ? "" : x.imports.programme[part](count);
      };
      const isNothing = !state.stopped && (presented?.added ?? 0) === 0;
      const parts = [
        state.stopped ? x.imports.stopped : "",
        added > 0 ? x.imports.done(added) : isNothing ? x.imports.nothing : "",
        known > 0 ? x.imports.known(known) : "",
        ...(["added", "known", "missing"] as const).map(said),
      ];
      return parts.filter((part) => part !== "").join(t.between.sentences);
    }
  }
}
