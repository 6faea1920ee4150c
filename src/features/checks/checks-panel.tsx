import { useTexts } from "../../core/page/playground-context.ts";
import { Button } from "../../kit/button.tsx";
import { toShownView } from "../../kit/focus-after.ts";
import { optionsOf, Segmented } from "../../kit/segmented.tsx";
import { CasesView } from "./cases-view.tsx";
import styles from "./checks.module.css";
import { checkViews } from "./checks.ts";
import { checksMessages } from "./messages/index.ts";
import { RepeatView } from "./repeat-view.tsx";
import { ReportView } from "./report-view.tsx";
import { SuiteView } from "./suite-view.tsx";
import { useChecks } from "./use-checks.ts";

const views = { cases: CasesView, suite: SuiteView, report: ReportView, repeat: RepeatView };

/** Requests with what is expected of their answers: one's own, and one for every rule of the document. */
export function ChecksPanel() {
  const { messages } = useTexts(checksMessages);
  const view = useChecks((checks) => checks.view);
  const show = useChecks((checks) => checks.show);
  const View = views[view];
  return (
    <div className="panel">
      <div className="top">
        <Segmented
          small
          label={messages.viewsLabel}
          value={view}
          onChange={show}
          options={optionsOf(checkViews, messages.views, messages.viewsAbout)}
        />
      </div>
      <ProgressLine />
      <div key={view} ref={toShownView} className="view">
        <View />
      </div>
    </div>
  );
}

/** How far the checks are, and how to stop them or to go on. */
function ProgressLine() {
  const { messages, page } = useTexts(checksMessages);
  const progress = useChecks((checks) => checks.progress);
  const stop = useChecks((checks) => checks.stop);
  const goOn = useChecks((checks) => checks.goOn);
  const { done = 0, all = 0, status, left = [], ended = "not_asked" } = progress ?? {};
  const text =
    status === undefined
      ? ""
      : status === "running"
        ? messages.progress.running(done, all)
        : status === "stopping"
          ? messages.progress.stopping
          : status === "stopped"
            ? [ended === "not_asked" ? "" : messages.progress.ended[ended], messages.progress.stopped(done, all)]
                .filter((part) => part !== "")
                .join(page.between.sentences)
            : messages.progress.done(all);
  return (
    <div className={styles["progress"]} hidden={status === undefined}>
      {(status === "running" || status === "stopping") && (
        <progress max={all} value={done} aria-label={messages.progress.label} />
      )}
      {/* Said once it is over; while it runs, the numbers would be read out without an end. */}
      <span role="status">{status === "running" ? "" : text}</span>
      {status === "running" && <span>{text}</span>}
      {status === "running" && (
        <Button ref={toShownView} single onClick={stop}>
          {page.words.stop}
        </Button>
      )}
      {status === "stopped" && left.length > 0 && (
        <Button ref={toShownView} single onClick={goOn}>
          {messages.goOn(left.length)}
        </Button>
      )}
    </div>
  );
}
