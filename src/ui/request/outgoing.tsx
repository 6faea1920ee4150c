import { memo, useDeferredValue, useMemo, useState } from "react";
import { spellings } from "../../contract/model.ts";
import { spellingKey } from "../../contract/placing.ts";
import { deriveRequest, type Plan } from "../../state/derive.ts";
import { type Outgoing, outgoingSpeech } from "../../state/request/outgoing.ts";
import { readBody } from "../../state/request/reading.ts";
import { Hint } from "../kit/hint.tsx";
import { Segmented } from "../kit/segmented.tsx";
import { usePlan } from "../plan-context.tsx";
import { useConfig, useScript, useSettings } from "../playground-context.ts";
import { HeaderList } from "./answer-head.tsx";
import { BodyView, CopyAll, type Look, LookSwitch, wholeText } from "./body-view.tsx";
import { Effective } from "./effective.tsx";
import styles from "./request.module.css";
import { useRequestTexts } from "./use-request.ts";

/** What a press of Speak sends as the form stands, and what a service reads in it. */
export function OutgoingView() {
  // Behind the typing: a long script is worked on only when nothing else waits.
  const plan = useDeferredValue(usePlan());
  const script = useDeferredValue(useScript());
  return <OutgoingOf plan={plan} script={script} />;
}

const OutgoingOf = memo(function OutgoingOf({ plan, script }: { readonly plan: Plan; readonly script: string }) {
  const { q } = useRequestTexts();
  const request = useMemo(() => deriveRequest(plan, script), [plan, script]);
  const outgoing = useMemo(() => outgoingSpeech(request), [request]);
  const reading = useMemo(() => readBody(plan.model, request.endpoint, request.body), [plan.model, request]);
  const spelt = plan.model.fields.some(({ places }) => places.some((place) => place.spellings !== undefined));
  return (
    <div className={styles["twoPanes"]}>
      <section className={styles["pane"]} aria-label={q.outgoing.title}>
        <RequestLines outgoing={outgoing} webSocket={request.endpoint === "websocket"} />
        <BodyPart outgoing={outgoing} />
      </section>
      <section className={styles["pane"]} aria-label={q.effective.title}>
        {spelt && request.endpoint !== "websocket" && <SpellingSwitch plan={plan} />}
        <Effective reading={reading} />
      </section>
    </div>
  );
});

/** Method, path and headers. */
function RequestLines({ outgoing, webSocket }: { readonly outgoing: Outgoing; readonly webSocket: boolean }) {
  const { q } = useRequestTexts();
  const { method, path, headers } = outgoing;
  const address = useConfig().data?.baseUrl ?? q.outgoing.service;
  return (
    <>
      <div className={styles["bar"]}>
        <p className={styles["line"]}>
          <b>{webSocket ? "WS" : method}</b> <code>{path}</code>
        </p>
        <CopyAll label={q.copyOf.request} text={() => textOf(outgoing)} />
      </div>
      {headers.length > 0 && <HeaderList label={q.outgoing.headers} headers={headers} />}
      <p className={styles["note"]}>
        {webSocket && `${q.outgoing.frame} `}
        {q.outgoing.through(address)}
      </p>
    </>
  );
}

function BodyPart({ outgoing: { body, bytes, characters } }: { readonly outgoing: Outgoing }) {
  const { q, numbers } = useRequestTexts();
  const [look, setLook] = useState<Look>("pretty");
  if (body === undefined) return <p className={styles["note"]}>{q.outgoing.noBody}</p>;
  return (
    <>
      <div className={styles["bar"]}>
        <LookSwitch look={look} onLook={setLook} />
        <span className={styles["counts"]}>
          {q.bytes(numbers.integer(bytes), bytes === 1)} · {q.characters(numbers.integer(characters), characters === 1)}
        </span>
        <CopyAll label={q.copyOf.body} text={() => wholeText(body, look)} />
      </div>
      <BodyView label={q.outgoing.body} text={body} look={look} />
    </>
  );
}

function SpellingSwitch({ plan: { model, placing } }: { readonly plan: Plan }) {
  const { q } = useRequestTexts();
  const setValue = useSettings((settings) => settings.setValue);
  return (
    <div className={styles["bar"]}>
      <Hint text={q.outgoing.spellingHelp}>
        <span className={styles["label"]} aria-hidden="true">
          {q.outgoing.spelling}
        </span>
      </Hint>
      <span className={styles["small"]}>
        <Segmented
          label={q.outgoing.spelling}
          value={placing.spelling ?? "openai"}
          onChange={(next) => setValue(model.id, spellingKey, next === "openai" ? undefined : next)}
          options={spellings.map((value) => ({ value, label: q.outgoing.spellings[value] }))}
        />
      </span>
    </div>
  );
}

/** A request as text: its line, what the page gives as headers, and the body, exactly. */
function textOf({ method, path, headers, body }: Outgoing): string {
  const lines = [`${method} ${path}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return `${lines.join("\n")}\n\n${body ?? ""}`;
}
