import { useState } from "react";
import type { Check } from "../../conformance/checks/check.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { agesOf } from "../../core/takes/age.ts";
import { Button } from "../../kit/button.tsx";
import { FileButton } from "../../kit/file-button.tsx";
import { focusAfter, toShownView } from "../../kit/focus-after.ts";
import { Options, Select } from "../../kit/select.tsx";
import styles from "./checks.module.css";
import { isRunning } from "./checks.ts";
import { nameOfReport } from "./describe-report.ts";
import { checksMessages } from "./messages/index.ts";
import { openReport } from "./report.ts";
import { openedKind, type Report } from "./reports.ts";
import { nameOfSound } from "./row-sound.ts";
import { useChecks } from "./use-checks.ts";
import { useBaselines } from "./use-report-rows.ts";

/** What a report is held against, whether it is kept as a baseline itself, and reports from files. */
export function KeepReport({
  report,
  reports,
  known,
  baseline,
}: {
  readonly report: Report;
  readonly reports: readonly Report[];
  readonly known: readonly Check[];
  readonly baseline: Report | undefined;
}) {
  const texts = useTexts(checksMessages);
  const { messages, language } = texts;
  const holdAgainst = useBaselines((baselines) => baselines.holdAgainst);
  const forget = useBaselines((baselines) => baselines.forget);
  const running = useChecks((checks) => isRunning(checks.progress));
  /** The run that is being given a name: no other one is, nor one that is run again. */
  const [named, setNamed] = useState<string>();
  const run = `${report.kind} ${report.at}`;
  const naming = named === run && report.name === undefined && !running;
  const others = reports.filter(({ kind, name }) => name !== undefined && kind !== report.kind);
  const { exactly } = agesOf(language);
  return (
    <>
      <div className={styles["bar"]}>
        {others.length > 0 && (
          <label className="line note">
            {messages.report.against}
            <Select value={baseline?.kind ?? ""} onChange={({ target }) => holdAgainst(target.value)}>
              <option value="">{messages.report.runBefore}</option>
              <Options
                of={others}
                value={(each) => each.kind}
                label={(each) => [nameOfReport(each, known, texts), exactly(each.at)].join(" · ")}
              />
            </Select>
          </label>
        )}
        {report.name === undefined && (
          <Button
            data-keeps=""
            disabled={running}
            aria-expanded={naming}
            onClick={() => setNamed(naming ? undefined : run)}
          >
            {messages.report.keep}
          </Button>
        )}
        {report.from !== undefined && (
          <Button ref={toShownView} onClick={() => forget(report.kind)}>
            {messages.report.forget}
          </Button>
        )}
        {report.kind === openedKind && <OfFile />}
        <OpenReport />
      </div>
      {naming && <KeepForm key={run} report={report} onEnd={() => setNamed(undefined)} />}
    </>
  );
}

const toKeeping = focusAfter((rest) => rest.querySelector("[data-keeps]"));

function KeepForm({ report, onEnd }: { readonly report: Report; readonly onEnd: () => void }) {
  const { messages, page, language } = useTexts(checksMessages);
  const keep = useBaselines((baselines) => baselines.keep);
  const [name, setName] = useState(agesOf(language).exactly(report.at));
  return (
    <form
      ref={toKeeping}
      className={styles["bar"]}
      onSubmit={(event) => {
        event.preventDefault();
        keep(report.kind, name.trim());
        onEnd();
      }}
    >
      <label className={styles["field"]}>
        {messages.report.keepName}
        <input type="text" required maxLength={80} value={name} onChange={({ target }) => setName(target.value)} />
        <small>{messages.report.keepAbout}</small>
      </label>
      <Button look="main" type="submit" disabled={name.trim() === ""}>
        {messages.report.kept}
      </Button>
      <Button onClick={onEnd}>{page.words.cancel}</Button>
    </form>
  );
}

/** Sound for the opened report, and its end. */
function OfFile() {
  const { messages } = useTexts(checksMessages);
  const opened = useBaselines((baselines) => baselines.opened);
  const giveSounds = useBaselines((baselines) => baselines.giveSounds);
  const close = useBaselines((baselines) => baselines.close);
  const missing = (opened?.rows ?? []).filter(
    ({ sound }) => sound !== undefined && opened?.sounds.has(nameOfSound(sound)) !== true,
  );
  return (
    <>
      {missing.length > 0 && (
        <FileButton
          ref={toShownView}
          multiple
          label={messages.report.giveSounds(missing.length)}
          onFiles={giveSounds}
        />
      )}
      <Button ref={toShownView} onClick={close}>
        {messages.report.close}
      </Button>
    </>
  );
}

/** Opens a JSON report, as the command line writes it. */
export function OpenReport() {
  const { messages } = useTexts(checksMessages);
  const open = useBaselines((baselines) => baselines.open);
  const [said, setSaid] = useState("");

  async function read([file]: readonly File[]): Promise<void> {
    if (file === undefined) return;
    const report = await openReport(file);
    setSaid(report === undefined ? messages.report.unreadable : report === "too_large" ? messages.report.tooLarge : "");
    if (typeof report === "object") open(report);
  }

  return (
    <>
      <FileButton
        title={messages.report.openAbout}
        label={messages.report.open}
        accept="application/json,.json"
        onFiles={read}
      />
      <span role="status">{said}</span>
    </>
  );
}
