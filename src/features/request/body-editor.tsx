import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import { layOutJson } from "../../core/exchanges/json-text.ts";
import { lengthsOf } from "../../core/exchanges/outgoing.ts";
import type { RouteForm } from "../../core/exchanges/route-form.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useScript, useTexts } from "../../core/page/playground-context.ts";
import { requestsOfPlan } from "../../core/submit/submission.ts";
import { Button } from "../../kit/button.tsx";
import { focusAfter } from "../../kit/focus-after.ts";
import { Status } from "../../kit/status.tsx";
import { requestMessages } from "./messages/index.ts";
import styles from "./request.module.css";
import { useRequestTab } from "./use-request.ts";

/** The body as text. It starts as what the form says, and nothing checks it on its way out. */
export function BodyEditor() {
  const { messages, page } = useTexts(requestMessages);
  const plan = usePlan();
  const script = useScript();
  const form = useRequestTab((tab) => tab.form);
  const isOwn = useRequestTab((tab) => tab.isOwnBody);
  const change = useRequestTab((tab) => tab.change);
  const fill = useRequestTab((tab) => tab.fill);
  const [replaced, setReplaced] = useState<RouteForm>();
  const id = useId();
  const editor = useRef<HTMLTextAreaElement>(null);
  const leads = useRequestTab((tab) => tab.leads);
  const arrive = useRequestTab((tab) => tab.arrive);
  useEffect(() => {
    if (!leads) return;
    editor.current?.focus();
    arrive();
  }, [leads, arrive]);
  const { body } = form;
  const shown = useDeferredValue(body);
  const { bytes, characters } = useMemo(() => lengthsOf(shown), [shown]);

  function takeFromForm(): void {
    const [request] = requestsOfPlan(plan, script);
    const model = plan.model.id;
    fill({ route: request.endpoint, model, body: layOutJson(request.body) ?? request.body });
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: nobody begins with an empty page; then it is one's own
  useEffect(() => {
    if (body === "" && !isOwn) takeFromForm();
  }, []);

  return (
    <>
      <div className={styles["bar"]}>
        <label className="note" htmlFor={id}>
          {messages.byHand.body}
        </label>
        <span className={styles["counts"]}>
          {messages.bytes(bytes)} · {page.script.characters(characters)}
        </span>
        <Button
          onClick={() => {
            setReplaced(form);
            takeFromForm();
          }}
        >
          {messages.byHand.fromForm}
        </Button>
        <Button
          onClick={() => {
            const laidOut = layOutJson(body);
            if (laidOut !== undefined) change({ body: laidOut });
          }}
        >
          {messages.byHand.layOut}
        </Button>
      </div>
      <textarea
        ref={editor}
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
      <Status className="note">
        {replaced !== undefined && (
          <span ref={focusAfter(() => editor.current)}>
            {messages.byHand.replaced}{" "}
            <Button
              look="link"
              onClick={() => {
                change(replaced);
                setReplaced(undefined);
              }}
            >
              {page.words.undo}
            </Button>
          </span>
        )}
      </Status>
    </>
  );
}
