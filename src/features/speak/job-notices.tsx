import { useEffect } from "react";
import { useStore } from "zustand";
import { referenceMessages } from "../../core/fields/messages/index.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { usePlayground, useSettings, useTexts } from "../../core/page/playground-context.ts";
import { useHeldWish } from "../../core/submit/use-held-wish.ts";
import { Button } from "../../kit/button.tsx";
import { listen } from "../../kit/listen.ts";
import { Notice } from "../../kit/notice.tsx";
import styles from "./send.module.css";
import { toSpeak } from "./to-speak.ts";

/** What a synchronous request means whose job goes on by itself (section 4, rule 1): said before, and while it runs. */
export default function JobNotices() {
  const { model, mode } = usePlan();
  const waiting = useStore(usePlayground().orphanedRequests, (state) => state.waiting);
  const isAsked = useHeldWish("page")?.hurdle.kind === "orphaned";
  return (
    <>
      {waiting && <LeaveGuard />}
      {model.modes[mode]?.waitsForJob === true && !isAsked && <JobNotice />}
    </>
  );
}

function JobNotice() {
  const { messages } = useTexts(referenceMessages);
  const { model, availability } = usePlan();
  const setMode = useSettings((settings) => settings.setMode);
  return (
    <div className={styles["notices"]}>
      <Notice tone="quiet">
        {messages.job}{" "}
        {availability.async.on && (
          <Button ref={toSpeak} look="link" className={styles["link"]} onClick={() => setMode(model.id, "async")}>
            {messages.useAsync}
          </Button>
        )}
      </Notice>
    </div>
  );
}

/** The browser asks before the page is left while an answer is awaited: leaving wouldn't end what it costs. */
function LeaveGuard() {
  useEffect(() => {
    return listen(window, { beforeunload: (event) => event.preventDefault() });
  }, []);
  return null;
}
