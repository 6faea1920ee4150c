import { useState } from "react";
import type { CheckCase } from "../../conformance/checks/case.ts";
import type { Expectation, ExpectationKind } from "../../conformance/checks/expectation.ts";
import { requestText } from "../../conformance/report/request-text.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { Button } from "../../kit/button.tsx";
import { Select } from "../../kit/select.tsx";
import { emptyExpectation } from "./cases.ts";
import styles from "./checks.module.css";
import { Code } from "./code.tsx";
import { ExpectationRow } from "./expectation-row.tsx";
import { checksMessages } from "./messages/index.ts";
import { useChecks } from "./use-checks.ts";

/** A row with a name of its own, so that its fields stay what they are while others come and go. */
interface Row {
  readonly key: number;
  readonly expectation: Expectation;
}

/** A case's name and what is expected, to be changed and kept. The request stays as it was sent. */
export function CaseEditor({ edited }: { readonly edited: CheckCase }) {
  const { messages } = useTexts(checksMessages);
  const edit = useChecks((checks) => checks.edit);
  const keep = useChecks((checks) => checks.keep);
  const [name, setName] = useState(edited.name);
  const [rows, setRows] = useState<readonly Row[]>(edited.expect.map((expectation, key) => ({ key, expectation })));
  const kinds = Object.entries(messages.editor.kinds);

  function add(kind: string): void {
    const known = kinds.find(([each]) => each === kind)?.[0];
    const expectation = isKind(known) ? emptyExpectation(known) : undefined;
    if (expectation === undefined) return;
    setRows([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, expectation }]);
  }

  function isKind(kind: string | undefined): kind is ExpectationKind {
    return kind !== undefined && kind in messages.editor.kinds;
  }

  return (
    <form
      className="stack"
      aria-label={messages.editor.title}
      onSubmit={(event) => {
        event.preventDefault();
        keep({ ...edited, name: name.trim() || edited.name, expect: rows.map(({ expectation }) => expectation) });
        edit(undefined);
      }}
    >
      <label className={styles["field"]}>
        {messages.editor.name}
        <input type="text" value={name} onChange={({ target }) => setName(target.value)} />
      </label>
      <details>
        <summary>{messages.editor.request}</summary>
        <Code label={messages.editor.request} text={requestText(edited.request)} />
      </details>
      <h3>{messages.editor.expected}</h3>
      {rows.length === 0 && <p className="note">{messages.editor.none}</p>}
      <ul className={styles["expectations"]}>
        {rows.map((row) => (
          <ExpectationRow
            key={row.key}
            expectation={row.expectation}
            onChange={(expectation) =>
              setRows(rows.map((each) => (each.key === row.key ? { ...each, expectation } : each)))
            }
            onRemove={() => setRows(rows.filter((each) => each.key !== row.key))}
          />
        ))}
      </ul>
      <label className={styles["field"]}>
        {messages.editor.add}
        <Select value="" onChange={({ target }) => add(target.value)}>
          <option value="">…</option>
          {kinds.map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </Select>
      </label>
      <div className={styles["bar"]}>
        <Button look="main" type="submit">
          {messages.editor.save}
        </Button>
        <Button onClick={() => edit(undefined)}>{messages.editor.cancel}</Button>
      </div>
    </form>
  );
}
