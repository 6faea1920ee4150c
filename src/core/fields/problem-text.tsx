import { lazy, Suspense } from "react";
import type { Problem } from "../../contract/problems.ts";
import { useTexts } from "../page/playground-context.ts";

interface ProblemTextProps {
  readonly problem: Problem;
  /** What the field is called there; its name in the request when absent. */
  readonly name?: string;
}

// Most forms have no problem. Where the sentence can't be fetched, the field is named at least.
const Sentence = lazy(() =>
  import("../../contract/problems.ts")
    .then(({ describeProblem }) => ({
      default: ({ problem, name }: ProblemTextProps) => describeProblem(problem, useTexts().language, name),
    }))
    .catch(() => ({ default: ({ problem, name }: ProblemTextProps) => name ?? problem.param })),
);

/** A problem as one sentence that names the field and the remedy. */
export function ProblemText(props: ProblemTextProps) {
  return (
    <Suspense fallback={null}>
      <Sentence {...props} />
    </Suspense>
  );
}
