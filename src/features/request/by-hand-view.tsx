import { type KeyboardEvent, useDeferredValue, useMemo, useState } from "react";
import { readByHand } from "../../core/exchanges/by-hand.ts";
import { readBody } from "../../core/exchanges/reading.ts";
import { isKeyOrNone, partsOf, routeRequest } from "../../core/exchanges/route-form.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useTexts } from "../../core/page/playground-context.ts";
import { chordOf, shortcutOf, shortcutTable } from "../../core/shortcuts/shortcut-table.ts";
import { Notice } from "../../kit/notice.tsx";
import { BodyEditor } from "./body-editor.tsx";
import { Effective } from "./effective.tsx";
import { FieldsHelp } from "./fields-help.tsx";
import { requestMessages } from "./messages/index.ts";
import { OwnFields } from "./own-fields.tsx";
import styles from "./request.module.css";
import { RouteFields } from "./route-fields.tsx";
import { SendLine } from "./send-line.tsx";
import { useRequestTab } from "./use-request.ts";

/** A request by hand: any documented route, its parameters, its body as text, and what the document says of it. */
export function ByHandView() {
  const { messages } = useTexts(requestMessages);
  const form = useRequestTab((tab) => tab.form);
  const send = useRequestTab((tab) => tab.send);
  const parts = partsOf(form.route, form.own);
  // Nowhere but here, and only until it was sent.
  const [written, setKey] = useState("");
  const key = form.route === "any" ? written.trim() : "";
  return (
    <div className="columns">
      <section className={styles["pane"]} aria-label={messages.views.byHand} onKeyDown={sendByKey}>
        <div className={styles["route"]}>
          <RouteFields />
          {form.route === "any" && <OwnFields otherKey={written} onOtherKey={setKey} />}
        </div>
        {parts.body && <BodyEditor />}
        <SendLine
          off={!isKeyOrNone(key)}
          onSend={() => {
            send(key);
            setKey("");
          }}
        />
      </section>
      <BesideBody />
    </div>
  );
}

/** The keys that speak the script send what is written here. */
function sendByKey(event: KeyboardEvent<HTMLElement>): void {
  if (shortcutOf(shortcutTable.page, chordOf(event.nativeEvent)) !== "speak" || event.nativeEvent.isComposing) return;
  event.preventDefault();
  const button = event.currentTarget.querySelector("[data-send]");
  if (button instanceof HTMLButtonElement) button.click();
}

/** What the document says of the body as it stands, and which fields there are. */
function BesideBody() {
  const { messages } = useTexts(requestMessages);
  const plan = usePlan();
  const form = useDeferredValue(useRequestTab((tab) => tab.form));
  const request = useMemo(() => routeRequest(form), [form]);
  const read = useMemo(() => {
    if (request?.endpoint === undefined) return undefined;
    const { endpoint, path, body = "" } = request;
    const byHand = readByHand({ endpoint, path, body }, plan.model);
    return { byHand, endpoint, reading: readBody(byHand.model, endpoint, body) };
  }, [request, plan.model]);
  if (read === undefined) {
    return form.route === "systemone" || form.route === "any" ? (
      <section className={styles["pane"]} aria-label={messages.effective.title}>
        <Notice tone="quiet">{form.route === "any" ? messages.byHand.own.about : messages.byHand.others}</Notice>
      </section>
    ) : null;
  }
  const { byHand, reading, endpoint } = read;
  const unknown = byHand.modelId !== undefined && byHand.modelId !== byHand.model.id;
  return (
    <section className={styles["pane"]} aria-label={messages.effective.title}>
      {unknown && <Notice tone="warn">{messages.effective.unknownModel(byHand.modelId ?? "")}</Notice>}
      {form.body !== "" && <Effective reading={reading} />}
      <FieldsHelp model={byHand.model} mode={byHand.resolution.mode} endpoint={endpoint} />
    </section>
  );
}
