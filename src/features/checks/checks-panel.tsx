import { useTexts } from "../../core/page/playground-context.ts";
import { Segmented } from "../../kit/segmented.tsx";
import { CasesView } from "./cases-view.tsx";
import { checkViews } from "./checks.ts";
import { checksMessages } from "./messages/index.ts";
import { ProgressLine } from "./progress-line.tsx";
import { ReportView } from "./report-view.tsx";
import { SuiteView } from "./suite-view.tsx";
import { useChecks } from "./use-checks.ts";

const views = { cases: CasesView, suite: SuiteView, report: ReportView };

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
          options={checkViews.map((value) => ({
            value,
            label: messages.views[value],
            description: messages.viewsAbout[value],
          }))}
        />
      </div>
      <ProgressLine />
      <div className="view">
        <View />
      </div>
    </div>
  );
}
