import { describeProblem } from "../../contract/problems.ts";
import { beginning } from "../fields/field-row.tsx";
import { failureMessages } from "../messages/failure/index.ts";
import { useTexts } from "../page/playground-context.ts";
import type { Failure } from "../takes/failure.ts";
import type { Take } from "../takes/takes.ts";
import styles from "./failure-explanation.module.css";
import { findProblem } from "./find-problem.ts";

/**
 * What was said about a failure, in the interface's language where it is known what it means; the words of whoever said
 * it, the service or the playground's server, stay to be looked at. Default export, because it is loaded when something
 * fails.
 */
export default function FailureExplanation({
  failure,
  take,
  className,
}: {
  readonly failure: Failure;
  readonly take: Take;
  /** How the sentence itself looks. */
  readonly className?: string | undefined;
}) {
  const { language, of } = useTexts();
  const { message, code = "", field } = failure;
  const messages = failureMessages.in(language);
  const problem = findProblem(failure, take);
  const label = field === undefined ? undefined : beginning(of(field.label));
  const said = problem === undefined ? messages.said(code, label) : describeProblem(problem, language, label);
  // In the same words but for the field's name there is nothing more to look at.
  const same = said === undefined || (problem !== undefined && describeProblem(problem, "en") === message);
  return (
    <>
      <p className={className}>{said ?? message}</p>
      {!(same && (said === undefined || language === "en")) && (
        <details className={styles["original"]}>
          <summary>{failure.by === "playground" ? messages.originalOfPlayground : messages.original}</summary>
          <p lang="en">{message}</p>
        </details>
      )}
    </>
  );
}
