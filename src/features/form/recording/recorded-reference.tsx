import { useQuery } from "@tanstack/react-query";
import { useEffect, useReducer, useState } from "react";
import type { ReferenceField } from "../../../contract/model.ts";
import { ownRecordingEnd } from "../../../contract/own-recordings.ts";
import styles from "../../../core/fields/reference.module.css";
import { ReferenceControl } from "../../../core/fields/reference-control.tsx";
import { lazyWithRetry } from "../../../core/page/lazy-with-retry.tsx";
import { usePlan } from "../../../core/page/plan-context.tsx";
import { useConfig, usePlayground, useSettings, useTexts } from "../../../core/page/playground-context.ts";
import type { FieldState } from "../../../core/submit/derive-form.ts";
import { Button } from "../../../kit/button.tsx";
import { focusAfter } from "../../../kit/focus-after.ts";
import { describeRefusal } from "./describe-refusal.ts";
import { recordingMessages } from "./messages/index.ts";
import { type OwnRecording, ownRecordingsOf, presenceKey, useOwnRecordings } from "./own-recordings.ts";
import { useGone } from "./use-gone.ts";

const RecorderDialog = lazyWithRetry(() => import("./recorder-dialog.tsx"), null);

/** The address of a recording, which may be one's own: from the microphone, or from a file. */
export default function RecordedReference({ state }: { readonly state: FieldState<ReferenceField> }) {
  const { messages } = useTexts(recordingMessages);
  const { model } = usePlan();
  const config = useConfig().data;
  const setValue = useSettings((settings) => settings.setValue);
  /** Whether the recorder is open, with the file that it begins with. */
  const [opened, setOpened] = useState<{ readonly file?: File }>();
  const { field, value } = state;
  const address = value === undefined ? "" : String(value);
  const use = (next: string) => setValue(model.id, field.key, next);
  const isOffered = config?.recordings !== undefined;
  return (
    <ReferenceControl state={state} onFile={isOffered ? (file) => setOpened({ file }) : undefined}>
      {isOffered && (
        <div className={styles["chips"]}>
          <Button onClick={() => setOpened({})}>{messages.open}</Button>
        </div>
      )}
      {config !== undefined && !isOffered && <p className={styles["note"]}>{messages.notOffered}</p>}
      {ownRecordingEnd(address) !== undefined && <RecordingEnd key={address} address={address} onUse={use} />}
      {opened !== undefined && (
        <RecorderDialog
          field={field}
          file={opened.file}
          onUse={(next) => {
            use(next);
            setOpened(undefined);
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </ReferenceControl>
  );
}

const toAddress = focusAfter((rest) => rest.closest("[data-field]")?.querySelector("input"));

/** Whether the server still has one's own recording, with a way to remove it, or to give it again. */
function RecordingEnd({ address, onUse }: { readonly address: string; readonly onUse: (address: string) => void }) {
  const { messages, numbers, page, language } = useTexts(recordingMessages);
  const own = ownRecordingsOf(usePlayground());
  const kept = useOwnRecordings().find(({ addresses }) => addresses.includes(address));
  const isThere = useIsThere(address);
  const [refusal, setRefusal] = useState("");
  const gone = useGone();
  const [isBusy, setBusy] = useState(false);
  const time = numbers.time(ownRecordingEnd(address) ?? 0);

  async function run(act: () => Promise<void>): Promise<void> {
    setRefusal("");
    setBusy(true);
    await act().catch((error: unknown) => setRefusal(describeRefusal(error, messages, language)));
    setBusy(false);
  }

  async function giveAgain(recording: OwnRecording): Promise<void> {
    const next = await own.give(recording);
    if (next !== undefined && !gone.current) onUse(next);
  }

  const said = isThere ? messages.there(time) : messages.gone;
  const rest = isThere ? "" : kept === undefined ? messages.goneEverywhere : messages.goneHere;
  return (
    <>
      <p className={isThere ? styles["note"] : styles["advice"]} role="status">
        {[said, rest].filter((text) => text !== "").join(page.between.sentences)}
      </p>
      {(isThere || kept !== undefined) && (
        <div ref={toAddress} className={styles["chips"]}>
          {isThere ? (
            <Button off={isBusy} onClick={() => run(() => own.takeBack(address))}>
              {messages.removeNow}
            </Button>
          ) : (
            kept !== undefined && (
              <Button off={isBusy} onClick={() => run(() => giveAgain(kept))}>
                {messages.giveAgain}
              </Button>
            )
          )}
        </div>
      )}
      <p className={styles["problem"]} role="status">
        {refusal}
      </p>
    </>
  );
}

/** Whether the server has the recording at `address`: by its clock, and by what the server says, as far as it does. */
function useIsThere(address: string): boolean {
  const { client, wallClock } = usePlayground();
  const [, renew] = useReducer((turn: number) => turn + 1, 0);
  const end = ownRecordingEnd(address) ?? 0;
  useEffect(() => {
    const left = end - wallClock();
    if (left <= 0) return;
    const timer = setTimeout(renew, left);
    return () => clearTimeout(timer);
  }, [end, wallClock]);
  const isInTime = wallClock() < end;
  const asked = useQuery({
    queryKey: presenceKey(address),
    queryFn: async ({ signal }) => (await client.recordings()).isThere(address, signal),
    enabled: isInTime,
    networkMode: "always",
    // Asked again when the page is looked at again: the server may have been started anew.
    staleTime: 10_000,
    retry: false,
  });
  return isInTime && asked.data !== false;
}
