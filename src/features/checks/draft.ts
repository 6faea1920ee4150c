import { type CaseStep, type CheckCase, stepsOfCase } from "../../conformance/checks/case.ts";
import { writeRows } from "./case-rows.ts";

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
