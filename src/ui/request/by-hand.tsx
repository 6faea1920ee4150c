import { useDeferredValue, useEffect, useId, useMemo, useState } from "react";
import { useStore } from "zustand";
import { chosenModel, deriveRequest } from "../../state/derive.ts";
import { readByHand } from "../../state/request/by-hand.ts";
import { layOutJson } from "../../state/request/json-text.ts";
import { lengthsOf } from "../../state/request/outgoing.ts";
import { readBody } from "../../state/request/reading.ts";
import { partsOf, type RouteRequest, routeRequest } from "../../state/request/route-form.ts";
import { waitsForJob } from "../../state/unanswered.ts";
import { ConfirmDialog, type Question } from "../history/confirm-dialog.tsx";
import { Notice } from "../kit/notice.tsx";
import { usePlan } from "../plan-context.tsx";
import { useConfig, usePlayground, useScript, useSettings } from "../playground-context.ts";
import { describePrice } from "../send/describe-price.ts";
import { Effective } from "./effective.tsx";
import { FieldsHelp } from "./fields-help.tsx";
import styles from "./request.module.css";
import { RouteFields } from "./route-fields.tsx";
import { useBench, useRequestTexts } from "./use-request.ts";

/** A request by hand: any documented route, its parameters, its body as text, and what the document says of it. */
export function ByHandView() {
  const { q } = useRequestTexts();
  const form = useBench((bench) => bench.form);
  const parts = partsOf(form.route);
  return (
    <div className={styles["twoPanes"]}>
      <section className={styles["pane"]} aria-label={q.views.byHand}>
        <RouteFields />
        {parts.body && <BodyEditor />}
        <SendLine />
      </section>
      <BesideBody />
    </div>
  );
}

/** The body as text. It starts as what the form says, and nothing checks it on its way out. */
function BodyEditor() {
  const { q, numbers } = useRequestTexts();
  const plan = usePlan();
  const script = useScript();
  const body = useBench((bench) => bench.form.body);
  const change = useBench((bench) => bench.change);
  const [replaced, setReplaced] = useState<string>();
  const id = useId();
  const shown = useDeferredValue(body);
  const { bytes, characters } = useMemo(() => lengthsOf(shown), [shown]);

  function takeFromForm(): void {
    const request = deriveRequest(plan, script);
    const model = plan.model.id;
    change({ route: request.endpoint, model, body: layOutJson(request.body) ?? request.body });
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: nobody begins with an empty page; later it is a person's own
  useEffect(() => {
    if (body === "") takeFromForm();
  }, []);

  return (
    <>
      <div className={styles["bar"]}>
        <label className={styles["label"]} htmlFor={id}>
          {q.byHand.body}
        </label>
        <span className={styles["counts"]}>
          {q.bytes(numbers.integer(bytes), bytes === 1)} · {q.characters(numbers.integer(characters), characters === 1)}
        </span>
        <button
          type="button"
          className={styles["button"]}
          onClick={() => {
            setReplaced(body);
            takeFromForm();
          }}
        >
          {q.byHand.fromForm}
        </button>
        <button
          type="button"
          className={styles["button"]}
          onClick={() => {
            const laidOut = layOutJson(body);
            if (laidOut !== undefined) change({ body: laidOut });
          }}
        >
          {q.byHand.layOut}
        </button>
      </div>
      <textarea
        id={id}
        className={styles["editor"]}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        dir="ltr"
        value={body}
        onChange={({ target }) => {
          setReplaced(undefined);
          change({ body: target.value });
        }}
      />
      {replaced !== undefined && replaced !== "" && (
        <p className={styles["note"]} role="status">
          {q.byHand.replaced}{" "}
          <button
            type="button"
            className={styles["link"]}
            onClick={() => {
              change({ body: replaced });
              setReplaced(undefined);
            }}
          >
            {q.byHand.undo}
          </button>
        </p>
      )}
    </>
  );
}

/** The button that sends, what that costs as far as known, and that it happens once. */
function SendLine() {
  const texts = useRequestTexts();
  const { q } = texts;
  const { takes, unanswered, settings } = usePlayground();
  const form = useBench((bench) => bench.form);
  const send = useBench((bench) => bench.send);
  const sending = useStore(takes, (state) => state.sending !== undefined);
  const [question, setQuestion] = useState<Question>();
  const request = routeRequest(form);
  const posts = request?.method === "POST" || request?.endpoint !== undefined;

  function press(): void {
    if (request === undefined) return;
    if (!mayStillRun(request)) send();
    else {
      const { title, text, confirm } = q.byHand.again;
      setQuestion({ title, text: <p>{text}</p>, confirm, act: send });
    }
  }

  /** Whether the same request was sent lately, was never answered, and its job goes on all the same (section 4, rule 1). */
  function mayStillRun({ endpoint, path, body = "" }: RouteRequest): boolean {
    if (endpoint === undefined) return false;
    const sent = { endpoint, path, body };
    const { model } = readByHand(sent, chosenModel(settings.getState().model));
    return waitsForJob(model, sent) && unanswered.getState().find(sent) !== undefined;
  }

  return (
    <div className={styles["sendLine"]}>
      <button type="button" className={styles["send"]} disabled={request === undefined || sending} onClick={press}>
        {posts ? q.byHand.send : q.byHand.ask}
      </button>
      <HandPrice request={request} />
      <span className={styles["note"]}>{sending ? q.byHand.busy : posts ? q.byHand.once : ""}</span>
      {question !== undefined && <ConfirmDialog question={question} onClose={() => setQuestion(undefined)} />}
    </div>
  );
}

function HandPrice({ request }: { readonly request: RouteRequest | undefined }) {
  const texts = useRequestTexts();
  const { q } = texts;
  const { model } = usePlan();
  const embedded = useConfig().data?.service === "embedded";
  const multiplier = useSettings((settings) => settings.multiplier);
  const shown = useDeferredValue(request?.body ?? "");
  const endpoint = request?.endpoint;
  const path = request?.path ?? "";
  const price = useMemo(
    () => (endpoint === undefined ? undefined : readByHand({ endpoint, path, body: shown }, model, multiplier).price),
    [endpoint, path, shown, model, multiplier],
  );
  if (request === undefined) return null;
  const text =
    price !== undefined
      ? describePrice(price, { embedded, multiplier }, texts).text
      : endpoint !== undefined
        ? q.byHand.price.unknown
        : request.method === "POST"
          ? q.byHand.price.undocumented
          : q.byHand.price.free;
  return <span className={styles["price"]}>{text}</span>;
}

/** What the document says of the body as it stands, and which fields there are. */
function BesideBody() {
  const { q } = useRequestTexts();
  const plan = usePlan();
  const form = useDeferredValue(useBench((bench) => bench.form));
  const request = useMemo(() => routeRequest(form), [form]);
  const read = useMemo(() => {
    if (request?.endpoint === undefined) return undefined;
    const { endpoint, path, body = "" } = request;
    const byHand = readByHand({ endpoint, path, body }, plan.model);
    return { byHand, endpoint, reading: readBody(byHand.model, endpoint, body) };
  }, [request, plan.model]);
  if (read === undefined) {
    return form.route === "systemone" ? (
      <section className={styles["pane"]} aria-label={q.effective.title}>
        <Notice tone="quiet">{q.byHand.others}</Notice>
      </section>
    ) : null;
  }
  const { byHand, reading, endpoint } = read;
  const unknown = byHand.modelId !== undefined && byHand.modelId !== byHand.model.id;
  return (
    <section className={styles["pane"]} aria-label={q.effective.title}>
      {unknown && <Notice tone="warn">{q.effective.unknownModel(byHand.modelId ?? "")}</Notice>}
      {form.body !== "" && <Effective reading={reading} />}
      <FieldsHelp model={byHand.model} mode={byHand.resolution.mode} endpoint={endpoint} />
    </section>
  );
}
