import { useState } from "react";
import {
  type CheckCase,
  caseLimits,
  checksOfCase,
  expectsAnything,
  stepsOfCase,
  writeCases,
} from "../../conformance/checks/case.ts";
import { type Check as CheckOfCase, spokenBy } from "../../conformance/checks/check.ts";
import { countOutcomes, reportOf } from "../../conformance/report/report.ts";
import { isResultOf, type RunRecord } from "../../conformance/run/result.ts";
import { languageTags } from "../../core/messages/languages.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { ConfirmDialog } from "../../core/takes/confirm-dialog.tsx";
import { KeptNotice } from "../../core/takes/kept-notice.tsx";
import { mayHide } from "../../core/takes/library.ts";
import { Button } from "../../kit/button.tsx";
import { Check } from "../../kit/check.tsx";
import { EmptyState } from "../../kit/empty-state.tsx";
import { FileButton } from "../../kit/file-button.tsx";
import { toFirstButton, toShownView } from "../../kit/focus-after.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import { saveFile } from "../../kit/save-file.ts";
import { SelectButton } from "../../kit/select-button.tsx";
import { CaseEditor } from "./case-editor.tsx";
import { newAmong, newCase, readCases } from "./cases.ts";
import styles from "./checks.module.css";
import { newCaseId } from "./checks.ts";
import { checksMessages } from "./messages/index.ts";
import { OutcomeBadge } from "./outcome-badge.tsx";
import { allCases, someCases } from "./reports.ts";
import { RunButton } from "./run-button.tsx";
import { useCases, useChecks, useRuns } from "./use-checks.ts";

/** The cases that are kept: run one by one, some or all, changed, taken out and in. */
export function CasesView() {
  const { messages, language } = useTexts(checksMessages);
  const { records: cases, loaded, keeping } = useCases();
  const runs = useRuns();
  const draft = useChecks((checks) => checks.draft);
  const edit = useChecks((checks) => checks.edit);
  const remove = useChecks((checks) => checks.remove);
  const show = useChecks((checks) => checks.show);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asks, setAsks] = useState(false);
  const some = cases.filter(({ id }) => chosen.has(id));
  const meant = some.length > 0 ? some : cases;
  const runnable = meant.filter(expectsAnything).flatMap(checksOfCase);
  const { compare } = new Intl.Collator(languageTags[language]);
  const tags = [...new Set(cases.flatMap((each) => each.tags ?? []))].sort(compare);
  if (draft !== undefined) return <CaseEditor key={draft.edited.id} draft={draft} />;
  return (
    <>
      <KeptNotice keeping={keeping} holds={cases.length > 0} />
      <div ref={toShownView} className={styles["bar"]}>
        {cases.length > 0 && (
          <>
            <Check
              checked={some.length === cases.length}
              onChange={(checked) => setChosen(new Set(checked ? cases.map(({ id }) => id) : []))}
            >
              {messages.cases.all}
            </Check>
            <SelectButton
              label={messages.cases.byTag}
              button={messages.cases.chooseTagged}
              options={tags.map((tag) => ({ value: tag, label: tag }))}
              onPress={(tag) => {
                const tagged = cases.filter((each) => each.tags?.includes(tag));
                setChosen(new Set(tagged.map(({ id }) => id)));
              }}
            />
            <RunButton
              main
              checks={runnable}
              kind={some.length === 0 || some.length === cases.length ? allCases : someCases}
              label={some.length > 0 ? messages.runChosen(runnable.length) : messages.runAll(runnable.length)}
            />
            <Button ref={toFirstButton} off={some.length === 0} onClick={() => setAsks(true)}>
              {messages.cases.remove}
            </Button>
            <Button onClick={() => saveFile(new Blob([writeCases(meant)], { type: "application/json" }), "cases.json")}>
              {messages.cases.exporting}
            </Button>
          </>
        )}
        <Button onClick={() => edit(newCase(newCaseId(), Date.now()))}>{messages.cases.fresh}</Button>
        <ImportButton />
      </div>
      {cases.length === 0 && loaded && !mayHide(keeping) && (
        <EmptyState
          icon="check"
          title={messages.cases.empty.title}
          text={messages.cases.empty.text}
          steps={[{ label: messages.openSuite, act: () => show("suite") }]}
        />
      )}
      <ul ref={toShownView} className={styles["cases"]} aria-label={messages.views.cases} hidden={cases.length === 0}>
        {cases.map((each) => (
          <li key={each.id}>
            <label className={styles["choose"]}>
              <input
                type="checkbox"
                aria-label={messages.cases.choose(each.name)}
                checked={chosen.has(each.id)}
                onChange={({ target }) => setChosen(changed(chosen, each.id, target.checked))}
              />
            </label>
            <span className={styles["words"]}>
              <b dir="auto">{each.name}</b>
              <small>
                <code>{requestLine(each)}</code> · {(each.tags ?? []).map((tag) => `#${tag} · `)}
                {messages.cases.expectations(stepsOfCase(each).flatMap(({ expect }) => expect).length)}
              </small>
            </span>
            <LastOutcome checks={checksOfCase(each)} runs={runs} />
            <RunButton
              checks={expectsAnything(each) ? checksOfCase(each) : []}
              kind={someCases}
              label={messages.run}
              name={messages.cases.runOne(each.name)}
            />
            <IconButton icon="edit" label={messages.cases.edit(each.name)} onClick={() => edit(each)} />
          </li>
        ))}
      </ul>
      {asks && (
        <ConfirmDialog
          question={{
            title: messages.ask.removeTitle(some.length),
            text: <p>{messages.ask.removeText}</p>,
            confirm: messages.ask.remove,
            act() {
              remove(...some.map(({ id }) => id));
              setChosen(new Set());
            },
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}

/** What became of a case's checks, one for each of its rows: the worst of it. What was sent otherwise says nothing. */
function LastOutcome({
  checks,
  runs,
}: {
  readonly checks: readonly CheckOfCase[];
  readonly runs: readonly RunRecord[];
}) {
  const { failed, passed, changed } = countOutcomes(
    reportOf(checks, runs).filter(({ check, record }) => record !== undefined && isResultOf(check, record.last)),
  );
  const outcome = failed > 0 ? "failed" : passed === checks.length ? "passed" : "not_judged";
  return <OutcomeBadge outcome={outcome} changed={changed > 0} />;
}

function ImportButton() {
  const { messages, page } = useTexts(checksMessages);
  const keep = useChecks((checks) => checks.keep);
  const { records } = useCases();
  const [said, setSaid] = useState("");

  async function read([file]: readonly File[]): Promise<void> {
    if (file === undefined) return;
    const found = await readCases(file).catch(() => undefined);
    if (found === undefined) return setSaid(messages.cases.unreadable);
    if (found === "too_large") {
      return setSaid(messages.cases.tooLarge(caseLimits.bytes, caseLimits.cases));
    }
    const fresh = newAmong(found.cases, records);
    const twins = found.cases.length - fresh.length;
    // Under ids of their own, so that nothing that is here is written over.
    await keep(...fresh.map((each) => ({ ...each, id: newCaseId() })));
    setSaid(
      [
        messages.cases.imported(fresh.length),
        twins > 0 ? messages.cases.twins(twins) : "",
        found.unread > 0 ? messages.cases.unread(found.unread) : "",
      ]
        .filter((part) => part !== "")
        .join(page.between.sentences),
    );
  }

  return (
    <>
      <FileButton label={messages.cases.importing} accept="application/json,.json" onFiles={read} />
      <span role="status">{said}</span>
    </>
  );
}

/** Where a case goes, and of one that speaks, which model and voice: names are often the same. */
function requestLine({ request }: CheckCase): string {
  const where = request.transport === "websocket" ? `WebSocket ${request.path}` : `${request.method} ${request.path}`;
  const spoken = spokenBy(request);
  return [where, spoken?.model, spoken?.voice].filter((part) => part !== undefined).join(" · ");
}

function changed(chosen: ReadonlySet<string>, id: string, isChosen: boolean): ReadonlySet<string> {
  const next = new Set(chosen);
  if (isChosen) next.add(id);
  else next.delete(id);
  return next;
}
