import type { FieldDescriptor, FieldValue } from "../../contract/model.ts";
import type { Problem } from "../../contract/problems.ts";

/** The value of a field that mends a problem; undefined takes what was set back, so that nothing is sent. */
export interface Mend {
  readonly value: FieldValue | undefined;
  /** What the press says that it does. */
  readonly does: "set" | "default" | "leave_out";
}

/**
 * What one press can mend of a problem at `field`: the nearest value that is allowed, or none. Undefined where only a
 * person knows what is meant.
 */
export function mendOf(problem: Problem, field: FieldDescriptor): Mend | undefined {
  if (field.group === "script" || field.group === "control") return undefined;
  switch (problem.code) {
    case "out_of_range":
      return { value: problem.sent < problem.minimum ? problem.minimum : problem.maximum, does: "set" };
    case "wrong_type":
    case "value_not_allowed":
      return field.required === true ? undefined : { value: undefined, does: "default" };
    case "not_applicable":
    case "conflict":
      return { value: undefined, does: "leave_out" };
    default:
      return undefined;
  }
}
