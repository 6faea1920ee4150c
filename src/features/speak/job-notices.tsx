import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import { useReferenceTexts } from "../../core/fields/use-reference-texts.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { usePlayground, useScript, useSettings } from "../../core/page/playground-context.ts";
import { Notice } from "../../kit/notice.tsx";
import { Question } from "../../kit/question.tsx";
import styles from "./send.module.css";
import { useSpeak } from "./use-speak.ts";

/** What a synchronous request means whose job goes on by itself (section 4, rule 1): said before, while, and again. */
export default function JobNotices() {
  const { model, mode } = usePlan();
  const { waiting, asking } = useStore(usePlayground().unanswered, (state) => state);
  return (
    <>
      {waiting && <LeaveGuard />}
      {asking !== undefined && <ConfirmRepeat since={asking.since} />}
      {model.modes[mode]?.waitsForJob === true && asking === undefined && <JobNotice />}
    </>
  );
}

function JobNotice() {
  const { r } = useReferenceTexts();
  const { model, availability } = usePlan();
  const setMode = useSettings((settings) => settings.setMode);
  return (
    <div className={styles["notices"]}>
      <Notice tone="quiet">
        {r.job}{" "}
        {availability.async.on && (
          <button type="button" className={styles["link"]} onClick={() => setMode(model.id, "async")}>
            {r.useAsync}
          </button>
        )}
      </Notice>
    </div>
  );
}

/** The browser asks before the page is left while an answer is awaited: leaving wouldn't end what it costs. */
function LeaveGuard() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  return null;
}

/** Asks before a request is sent again whose job may still be running. */
function ConfirmRepeat({ since }: { readonly since: number }) {
  const { r } = useReferenceTexts();
  const ask = useStore(usePlayground().unanswered, (state) => state.ask);
  const plan = usePlan();
  const script = useScript();
  const { press } = useSpeak();
  const asked = useRef({ plan, script });
  // The question was about another request.
  useEffect(() => {
    if (asked.current.plan !== plan || asked.current.script !== script) ask(undefined);
  }, [plan, script, ask]);
  return (
    <Question
      title={r.repeatTitle}
      text={r.repeatText(since)}
      accept={r.repeat}
      decline={r.decline}
      focus="decline"
      onAccept={() => press("again")}
      onDecline={() => ask(undefined)}
    />
  );
}
