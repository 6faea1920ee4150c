import { useState } from "react";
import { exportMessages } from "../../core/archive/messages/index.ts";
import type { LeftOut } from "../../core/archive/zip-takes.ts";
import { useConfig, usePlayground } from "../../core/page/playground-context.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { saveFile } from "../../kit/save-file.ts";
import { presentMessages } from "./messages/index.ts";
import styles from "./programme.module.css";
import { FootButton } from "./programme-foot.tsx";
import { useProgramme } from "./use-presenter.ts";

type State =
  | { readonly status: "idle" | "running" | "failed" }
  | { readonly status: "saved"; readonly name: string; readonly bytes: number; readonly leftOut: LeftOut };

/** Saves the programme as one file for another browser, and says what isn't in it. */
export function ProgrammeExport() {
  const { messages } = useHistoryTexts(presentMessages);
  const { messages: archiveTexts } = useHistoryTexts(exportMessages);
  const { library, wallClock } = usePlayground();
  const { items } = useProgramme();
  const version = useConfig().data?.version ?? "";
  const [state, setState] = useState<State>({ status: "idle" });

  async function save(): Promise<void> {
    setState({ status: "running" });
    try {
      const [{ zipProgramme }, { exportName }] = await Promise.all([
        import("../../core/archive/zip-programme.ts"),
        import("../../core/archive/names.ts"),
      ]);
      const made = new Date(wallClock());
      const name = exportName(messages.fileName, "zip", made);
      const origin = { by: `Speech Playground ${version}`.trim(), made };
      const { blob, leftOut } = await zipProgramme(items, library, origin, new AbortController().signal);
      saveFile(blob, name);
      setState({ status: "saved", name, bytes: blob.size, leftOut });
    } catch {
      setState({ status: "failed" });
    }
  }

  return (
    <>
      {items.length > 0 && (
        <FootButton icon="share" label={messages.save} off={state.status === "running"} onClick={save} />
      )}
      <div role="status" className={styles["saved"]}>
        {state.status === "failed" && <p>{messages.saveFailed}</p>}
        {state.status === "saved" && (
          <>
            <p>
              {archiveTexts.saved(state.name, state.bytes)} {messages.importHint}
            </p>
            {(["takes", "sounds", "cleaned"] as const).map((part) => {
              const left = state.leftOut[part];
              return left === 0 ? null : <p key={part}>{messages.leftOut[part](left)}</p>;
            })}
          </>
        )}
      </div>
    </>
  );
}
