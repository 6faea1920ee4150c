import { useState } from "react";
import { exportMessages } from "../../core/archive/messages/index.ts";
import type { LeftOut } from "../../core/archive/zip-takes.ts";
import { useConfig, usePlayground } from "../../core/page/playground-context.ts";
import type { ItemOf } from "../../core/programme/programme-item.ts";
import { useOffers } from "../../core/takes/offers.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { saveFile } from "../../kit/save-file.ts";
import { presentMessages } from "./messages/index.ts";
import styles from "./programme.module.css";
import { FootButton } from "./programme-foot.tsx";
import { useProgramme } from "./use-presenter.ts";

type State =
  | { readonly status: "idle" | "running" | "failed" }
  | { readonly status: "saved"; readonly name: string; readonly bytes: number; readonly leftOut?: LeftOut };

/** Saves the programme as one file for another browser, with what isn't in it, and what was shown as a page. */
export function ProgrammeExport() {
  const texts = useHistoryTexts(presentMessages);
  const { messages, page } = texts;
  const { messages: archiveTexts } = useHistoryTexts(exportMessages);
  const playground = usePlayground();
  const { library, wallClock } = playground;
  const { compare } = useOffers();
  const { items } = useProgramme();
  const version = useConfig().data?.version ?? "";
  const [state, setState] = useState<State>({ status: "idle" });

  async function save(what: "programme" | "report"): Promise<void> {
    setState({ status: "running" });
    try {
      if (what === "report") {
        await saveReport();
        return;
      }
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

  async function saveReport(): Promise<void> {
    const [{ showReport }, { exportName }] = await Promise.all([
      import("./show-report.ts"),
      import("../../core/archive/names.ts"),
    ]);
    const made = wallClock();
    const name = exportName(messages.report.fileName, "html", new Date(made));
    const scoreOf = async ({ takes, question }: ItemOf<"blind">) => compare?.scoreOf(playground, takes, question);
    const blob = await showReport(items, { library, scoreOf, texts, made });
    saveFile(blob, name);
    setState({ status: "saved", name, bytes: blob.size });
  }

  const off = state.status === "running";
  return (
    <>
      {items.length > 0 && (
        <>
          <FootButton icon="share" label={messages.save} off={off} onClick={() => void save("programme")} />
          <FootButton icon="file" label={messages.report.save} off={off} onClick={() => void save("report")} />
        </>
      )}
      <div role="status" className={styles["saved"]}>
        {off && <p>{messages.making}</p>}
        {state.status === "failed" && <p>{messages.saveFailed}</p>}
        {state.status === "saved" && (
          <>
            <p>
              {archiveTexts.saved(state.name, state.bytes)}
              {state.leftOut !== undefined && `${page.between.sentences}${messages.importHint}`}
            </p>
            {(["takes", "sounds", "cleaned"] as const).map((part) => {
              const left = state.leftOut?.[part] ?? 0;
              return left === 0 ? null : <p key={part}>{messages.leftOut[part](left)}</p>;
            })}
          </>
        )}
      </div>
    </>
  );
}
