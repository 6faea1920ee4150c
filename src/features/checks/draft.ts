import { type CaseStep, type CheckCase, mayBeDocumented, stepsOfCase } from "../../conformance/checks/case.ts";
import { readRows, writeRows } from "./case-rows.ts";
import { nextStep } from "./cases.ts";

/** One request of a case, with a name of its own, so that its fields stay what they are while others come and go. */
interface StepDraft {
  readonly key: number;
  readonly step: CaseStep;
}

/** A case as it stands in its form, whatever it lacks yet. */
export interface CaseDraft {
  /** The case as it was before. */
  readonly edited: CheckCase;
  readonly name: string;
  /** As they are written, separated by commas. */
  readonly tags: string;
  readonly table: string;
  readonly steps: readonly StepDraft[];
}

export function draftOf(edited: CheckCase): CaseDraft {
  return {
    edited,
    name: edited.name,
    tags: (edited.tags ?? []).join(", "),
    table: writeRows(edited.rows ?? []),
    steps: stepsOfCase(edited).map((step, key) => ({ key, step })),
  };
}

/** Whether it can't be kept as it stands: a table that can't be read, an address that isn't a documented one. */
export function isWrong({ table, steps }: CaseDraft): boolean {
  return typeof readRows(table) === "string" || steps.some(({ step }) => !mayBeDocumented(step.request));
}

/** The case that a form would keep now. */
export function caseOf({ edited, name, tags, table, steps }: CaseDraft): CheckCase {
  const [{ step = nextStep } = {}, ...next] = steps;
  const list = tags.split(/[,，]/).map((tag) => tag.trim());
  const rows = readRows(table);
  return {
    ...edited,
    ...step,
    name: name.trim() || edited.name,
    next: next.map((each) => ({ ...each.step, expect: [...each.step.expect] })),
    tags: [...new Set(list.filter((tag) => tag !== ""))],
    rows: typeof rows === "string" ? [] : rows.map((row) => ({ ...row })),
  };
}
