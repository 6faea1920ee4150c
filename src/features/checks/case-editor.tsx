import { useState } from "react";
import type { CaseStep } from "../../conformance/checks/case.ts";
import { endpointOfRequest } from "../../conformance/checks/check.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { Button } from "../../kit/button.tsx";
import { toShownView } from "../../kit/focus-after.ts";
import { readRows } from "./case-rows.ts";
import { afterTask, keptBeside, nextStep } from "./cases.ts";
import styles from "./checks.module.css";
import { newCaseId } from "./checks.ts";
import { type CaseDraft, caseOf, isWrong } from "./draft.ts";
import { checksMessages } from "./messages/index.ts";
import { StepEditor, toAdding } from "./step-editor.tsx";
import { useCases, useChecks } from "./use-checks.ts";

/** A case, new or changed: its name and tags, its requests with what is expected of each, and its table. */
export function CaseEditor({ draft }: { readonly draft: CaseDraft }) {
  const { messages, page } = useTexts(checksMessages);
  const edit = useChecks((checks) => checks.edit);
  const keep = useChecks((checks) => checks.keep);
  const change = useChecks((checks) => checks.changeDraft);
  const { records } = useCases();
  const { name, tags, table, steps } = draft;
  const setSteps = (changed: CaseDraft["steps"]): void => change({ steps: changed });
  const rows = readRows(table);
  const tableFault = typeof rows === "string" ? messages.editor.tableFaults[rows] : undefined;
  const [first] = steps;
  // It stays as it is while the table is written anew.
  const [hadTable] = useState(table !== "");

  function add(...more: readonly CaseStep[]): void {
    const free = Math.max(...steps.map(({ key }) => key)) + 1;
    setSteps([...steps, ...more.map((step, at) => ({ key: free + at, step }))]);
  }

  function save(): void {
    keep(keptBeside(caseOf(draft), draft.edited, records, newCaseId()));
    edit(undefined);
  }

  return (
    <form
      ref={toShownView}
      className="stack"
      aria-label={messages.editor.title}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <label className={styles["field"]}>
        {messages.editor.name}
        <input type="text" required value={name} onChange={({ target }) => change({ name: target.value })} />
      </label>
      <label className={styles["field"]}>
        {messages.editor.tags}
        <input type="text" value={tags} onChange={({ target }) => change({ tags: target.value })} />
      </label>
      {steps.every(({ step }) => step.expect.length === 0) && <p className="note">{messages.editor.none}</p>}
      {steps.map(({ key, step }, at) => (
        <StepEditor
          key={key}
          step={step}
          at={at}
          onChange={(changed) => setSteps(steps.map((each) => (each.key === key ? { key, step: changed } : each)))}
          onRemove={at === 0 ? undefined : () => setSteps(steps.filter((each) => each.key !== key))}
        />
      ))}
      <div className={styles["bar"]}>
        <Button data-adds="" onClick={() => add(nextStep)}>
          {messages.editor.addNext}
        </Button>
        {steps.length === 1 && first !== undefined && endpointOfRequest(first.step.request) === "tasks" && (
          <Button
            ref={toAdding}
            onClick={() => {
              const made = { ...first, step: { ...first.step, take: { ...first.step.take, task: "id" } } };
              setSteps([
                { ...made, key: first.key + 1 },
                ...afterTask.map((step, index) => ({ key: first.key + 2 + index, step })),
              ]);
            }}
          >
            {messages.editor.addTask}
          </Button>
        )}
      </div>
      <details open={hadTable}>
        <summary>{messages.editor.table}</summary>
        <label className={styles["field"]}>
          <small>{messages.editor.tableHelp}</small>
          <textarea
            rows={4}
            spellCheck={false}
            aria-label={messages.editor.table}
            aria-invalid={tableFault !== undefined || undefined}
            value={table}
            onChange={({ target }) => change({ table: target.value })}
          />
        </label>
        {tableFault !== undefined && <p data-tone="bad">{tableFault}</p>}
      </details>
      <div className={styles["bar"]}>
        <Button look="main" type="submit" disabled={isWrong(draft)}>
          {messages.editor.save}
        </Button>
        <Button onClick={() => edit(undefined)}>{page.words.cancel}</Button>
      </div>
    </form>
  );
}
