import { undocumented } from "../../contract/language.ts";
import { describeProblem, type Problem } from "../../contract/problems.ts";
import { resolveRequest } from "../../contract/resolve.ts";
import { validateRequest } from "../../contract/validate.ts";
import { beginning, MendButton } from "../fields/field-row.tsx";
import { failureMessages } from "../messages/failure/index.ts";
import { useTexts } from "../page/playground-context.ts";
import type { Failure } from "../takes/failure.ts";
import type { Take } from "../takes/take.ts";
import { languageOfText } from "../text/writing-system.ts";
import styles from "./failure-explanation.module.css";

/**
 * What was said about a failure, in the interface's language where it is known what it means; the words of whoever said
 * it, the service or the playground's server, stay to be looked at. Default export, because it is loaded when something
 * fails.
 */
export default function FailureExplanation({
  failure,
  take,
  mends = false,
  className,
}: {
  readonly failure: Failure;
  readonly take: Take;
  /** Whether the form is what was sent, so that a press there mends it. */
  readonly mends?: boolean;
  /** How the sentence itself looks. */
  readonly className?: string | undefined;
}) {
  const { language, of } = useTexts();
  const { message, code = "", field } = failure;
  const messages = failureMessages.in(language);
  // The document's messages are English; a service may have its own.
  const lang = languageOfText(message, "en");
  const problem = findProblem(failure, take);
  const label = field === undefined ? undefined : beginning(of(field.label));
  const said = problem === undefined ? messages.said(code, label) : describeProblem(problem, language, label);
  // In the same words but for the field's name there is nothing more to look at.
  const same = said === undefined || (problem !== undefined && describeProblem(problem, "en") === message);
  return (
    <>
      <p className={className} lang={said === undefined ? lang : undefined}>
        {said ?? message}
      </p>
      {mends && problem !== undefined && field !== undefined && (
        <MendButton problem={problem} field={field} className={styles["mend"]} />
      )}
      {!(same && (said === undefined || language === "en")) && (
        <details className={styles["original"]}>
          <summary>{failure.by === "playground" ? messages.originalOfPlayground : messages.original}</summary>
          <p lang={lang}>{message}</p>
        </details>
      )}
    </>
  );
}

/**
 * What a service refused, found again in the request by the contract's own rules: it can then be said in any language.
 * Undefined where those rules find nothing of the same name at the same field.
 */
export function findProblem(
  { code, param, field }: Pick<Failure, "code" | "param" | "field">,
  { model, request }: Pick<Take, "model" | "request">,
): Problem | undefined {
  const resolution = resolve();
  if (resolution === undefined || param === undefined) return undefined;
  const found = validateRequest(resolution).find((problem) => problem.code === code && problem.param === param);
  if (found !== undefined || code !== "out_of_range" || field?.kind !== "number") return found;
  // Where the document gives no range a service has one of its own: the embedded one's are the sliders' ends.
  const sent = resolution.fields.get(field.key)?.winner?.value;
  if (field.range !== undocumented || field.ownRange === undefined || typeof sent !== "number") return undefined;
  return { code, param, section: field.section, ...field.ownRange, sent };

  function resolve() {
    try {
      return resolveRequest(model, JSON.parse(request.body), request.endpoint);
    } catch {
      // A body that was written by hand need not be JSON.
      return undefined;
    }
  }
}
