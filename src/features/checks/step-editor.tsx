import { useState } from "react";
import { type CaseStep, mayBeDocumented } from "../../conformance/checks/case.ts";
import type { Expectation } from "../../conformance/checks/expectation.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { Button } from "../../kit/button.tsx";
import { Check } from "../../kit/check.tsx";
import { focusAfter } from "../../kit/focus-after.ts";
import { SelectButton } from "../../kit/select-button.tsx";
import { emptyExpectations } from "./cases.ts";
import styles from "./checks.module.css";
import { ExpectationRow } from "./expectation-row.tsx";
import { checksMessages } from "./messages/index.ts";
import { RequestFields } from "./request-fields.tsx";

/** A row with a name of its own, so that its fields stay what they are while others come and go. */
interface Row {
  readonly key: number;
  readonly expectation: Expectation;
}

/** What comes behind it can be added again. */
export const toAdding = focusAfter((rest) => rest.querySelector("[data-adds]"));

/** One request of a case: what is sent, what is expected, and what later requests take of the answer. */
export function StepEditor({
  step,
  at,
  onChange,
  onRemove,
}: {
  readonly step: CaseStep;
  /** Its place, from 0. */
  readonly at: number;
  readonly onChange: (step: CaseStep) => void;
  /** Absent for the first. */
  readonly onRemove: (() => void) | undefined;
}) {
  const { messages } = useTexts(checksMessages);
  const [rows, setRows] = useState<readonly Row[]>(step.expect.map((expectation, key) => ({ key, expectation })));
  const kinds = Object.entries(messages.editor.kinds);
  const reads = step.request.transport === "http" && step.request.method === "GET";

  function change(next: readonly Row[]): void {
    setRows(next);
    onChange({ ...step, expect: next.map(({ expectation }) => expectation) });
  }

  function add(kind: string): void {
    const expectation = emptyExpectations.find((each) => each.kind === kind);
    if (expectation === undefined) return;
    change([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, expectation }]);
  }

  return (
    <fieldset ref={toAdding} className={styles["caseStep"]}>
      <legend>{at === 0 ? messages.editor.request : messages.editor.next(at + 1)}</legend>
      <RequestFields request={step.request} onChange={(request) => onChange({ ...step, request })} />
      {!mayBeDocumented(step.request) && <p data-tone="bad">{messages.editor.undocumented}</p>}
      {reads && (
        <Check
          checked={step.until !== undefined}
          onChange={(checked) => onChange({ ...step, until: checked ? "ended" : undefined })}
        >
          {messages.editor.until}
        </Check>
      )}
      <h3>{messages.editor.expected}</h3>
      <ul className={styles["expectations"]}>
        {rows.map((row) => (
          <ExpectationRow
            key={row.key}
            expectation={row.expectation}
            onChange={(expectation) =>
              change(rows.map((each) => (each.key === row.key ? { ...each, expectation } : each)))
            }
            onRemove={() => change(rows.filter((each) => each.key !== row.key))}
          />
        ))}
      </ul>
      <SelectButton
        label={messages.editor.add}
        button={messages.editor.addNow}
        options={kinds.map(([value, label]) => ({ value, label }))}
        onPress={add}
      />
      <Taken take={step.take} onChange={(take) => onChange({ ...step, take })} />
      {onRemove !== undefined && (
        <div className={styles["bar"]}>
          <Button onClick={onRemove}>{messages.editor.removeNext(at + 1)}</Button>
        </div>
      )}
    </fieldset>
  );
}

/** What later requests take: `task = id`, one a line. */
function Taken({
  take,
  onChange,
}: {
  readonly take: CaseStep["take"];
  readonly onChange: (take: CaseStep["take"]) => void;
}) {
  const { messages } = useTexts(checksMessages);
  const [text, setText] = useState(
    Object.entries(take ?? {})
      .map(([name, path]) => `${name} = ${path}`)
      .join(", "),
  );
  return (
    <label className={styles["field"]}>
      {messages.editor.take}
      <input
        type="text"
        spellCheck={false}
        placeholder="task = id"
        pattern="\s*(\w+\s*=\s*[^=,\s]+\s*(,\s*\w+\s*=\s*[^=,\s]+\s*)*)?"
        title={messages.editor.takeHelp}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          const pairs = [...target.value.matchAll(/(\w+)\s*=\s*([^=,\s]+)/g)].map(([, name = "", path = ""]) => [
            name,
            path,
          ]);
          onChange(pairs.length === 0 ? undefined : Object.fromEntries(pairs));
        }}
      />
      <small>{messages.editor.takeHelp}</small>
    </label>
  );
}
