import { memo, useDeferredValue, useMemo, useState } from "react";
import { spellings } from "../../contract/model.ts";
import { spellingKey } from "../../contract/placing.ts";
import { outgoingSpeech } from "../../core/exchanges/outgoing.ts";
import { readBody } from "../../core/exchanges/reading.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useConfig, useScript, useSettings, useTexts } from "../../core/page/playground-context.ts";
import type { Plan } from "../../core/submit/derive.ts";
import { requestsOfPlan } from "../../core/submit/submission.ts";
import { optionsOf, Segmented } from "../../kit/segmented.tsx";
import { Effective } from "./effective.tsx";
import { requestMessages } from "./messages/index.ts";
import { PartSelect } from "./part-select.tsx";
import styles from "./request.module.css";
import { RequestBody, RequestLines } from "./request-lines.tsx";

/** What a press of Speak sends as the form stands, and what a service reads in it. */
export function OutgoingView() {
  // Behind the typing: a long script is worked on only when nothing else waits.
  const plan = useDeferredValue(usePlan());
  const script = useDeferredValue(useScript());
  return <OutgoingOf plan={plan} script={script} />;
}

const OutgoingOf = memo(function OutgoingOf({ plan, script }: { readonly plan: Plan; readonly script: string }) {
  const { messages } = useTexts(requestMessages);
  const to = useConfig().data?.baseUrl;
  const [part, setPart] = useState(0);
  const requests = useMemo(() => requestsOfPlan(plan, script), [plan, script]);
  const request = requests[part] ?? requests[0];
  const outgoing = useMemo(() => outgoingSpeech(request), [request]);
  const reading = useMemo(() => readBody(plan.model, request.endpoint, request.body), [plan.model, request]);
  const spelt = plan.model.fields.some(({ places }) => places.some((place) => place.spellings !== undefined));
  return (
    <div className="columns">
      <section className={styles["pane"]} aria-label={messages.outgoing.title}>
        <PartSelect part={requests.indexOf(request)} count={requests.length} onPart={setPart} />
        <RequestLines outgoing={outgoing} webSocket={request.endpoint === "websocket"} to={to} />
        <RequestBody outgoing={outgoing} />
      </section>
      <section className={styles["pane"]} aria-label={messages.effective.title}>
        {spelt && request.endpoint !== "websocket" && <SpellingSwitch />}
        <Effective reading={reading} />
      </section>
    </div>
  );
});

/** Chooses a spelling at once, however far behind the rest of the view may be. */
function SpellingSwitch() {
  const { messages } = useTexts(requestMessages);
  const { spellings: spellingNames, spellingHelp } = messages.outgoing;
  const { model, placing } = usePlan();
  const setValue = useSettings((settings) => settings.setValue);
  return (
    <div className={styles["bar"]}>
      <span className="note" aria-hidden="true">
        {messages.outgoing.spelling}
      </span>
      <span className="line">
        <Segmented
          small
          label={messages.outgoing.spelling}
          value={placing.spelling ?? "openai"}
          onChange={(next) => setValue(model.id, spellingKey, next === "openai" ? undefined : next)}
          options={optionsOf(spellings, spellingNames).map((option) => ({ ...option, description: spellingHelp }))}
        />
      </span>
    </div>
  );
}
