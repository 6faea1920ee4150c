import { requestViews } from "../../core/exchanges/request-tab.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { toShownView } from "../../kit/focus-after.ts";
import { optionsOf, Segmented } from "../../kit/segmented.tsx";
import { AnswerView } from "./answer-view.tsx";
import { ByHandView } from "./by-hand-view.tsx";
import { CodeView } from "./code-view.tsx";
import { requestMessages } from "./messages/index.ts";
import { OutgoingView } from "./outgoing-view.tsx";
import { useRequestTab } from "./use-request.ts";

const views = { outgoing: OutgoingView, byHand: ByHandView, answer: AnswerView, code: CodeView };

/** Requests for the person who checks a service: what is sent now, by hand, what came back, and the same as code. */
export function RequestPanel() {
  const { messages } = useTexts(requestMessages);
  const view = useRequestTab((tab) => tab.view);
  const show = useRequestTab((tab) => tab.show);
  const View = views[view];
  return (
    <div className="panel">
      <div className="top">
        <Segmented
          small
          label={messages.viewsLabel}
          value={view}
          onChange={show}
          options={optionsOf(requestViews, messages.views, messages.viewsAbout)}
        />
      </div>
      <div key={view} ref={toShownView} className="view">
        <View />
      </div>
    </div>
  );
}
