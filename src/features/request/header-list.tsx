import type { Answer } from "../../core/exchanges/answer.ts";
import { Terms } from "../../kit/terms.tsx";
import styles from "./request.module.css";

/** Headers by name and value. `own` are the playground's, which say nothing of the service. */
export function HeaderList({
  label,
  headers,
  own,
}: {
  readonly label: string;
  readonly headers: Answer["headers"];
  readonly own?: true;
}) {
  return (
    <dl className={styles["headers"]} aria-label={label} data-own={own}>
      <Terms of={headers} />
    </dl>
  );
}
