import { Button } from "../../kit/button.tsx";
import styles from "./checks.module.css";
import { useChecks, useChecksTexts } from "./use-checks.ts";

/** How far the checks are, and how to stop them or to go on. */
export function ProgressLine() {
  const { k } = useChecksTexts();
  const progress = useChecks((checks) => checks.progress);
  const stop = useChecks((checks) => checks.stop);
  const goOn = useChecks((checks) => checks.goOn);
  const { done = 0, all = 0, status, left = [], ended = "not_asked" } = progress ?? {};
  const text =
    status === undefined
      ? ""
      : status === "running"
        ? k.progress.running(done, all)
        : status === "stopping"
          ? k.progress.stopping
          : status === "stopped"
            ? [ended === "not_asked" ? "" : k.progress.ended[ended], k.progress.stopped(done, all)]
                .filter((part) => part !== "")
                .join(" ")
            : k.progress.done(all);
  return (
    <div className={styles["progress"]} hidden={status === undefined}>
      {(status === "running" || status === "stopping") && (
        <progress max={all} value={done} aria-label={k.progress.label} />
      )}
      {/* Said once it is over; while it runs, the numbers would be read out without an end. */}
      <span role="status">{status === "running" ? "" : text}</span>
      {status === "running" && <span>{text}</span>}
      {status === "running" && <Button onClick={stop}>{k.stop}</Button>}
      {status === "stopped" && left.length > 0 && <Button onClick={goOn}>{k.goOn(left.length)}</Button>}
    </div>
  );
}
