import { type StoreApi, useStore } from "zustand";
import { ownRecording, ownRecordingSeconds } from "../../../contract/own-recordings.ts";
import { useTexts } from "../../../core/page/playground-context.ts";
import { Button } from "../../../kit/button.tsx";
import { type RecordingMessages, recordingMessages } from "./messages/index.ts";
import type { Recorder, RecorderState } from "./recorder.ts";
import styles from "./recording.module.css";

/** The ways to a recording, with the clock and the level while one is made. */
export function RecorderStage({
  recorder,
  onChoose,
}: {
  readonly recorder: StoreApi<Recorder>;
  readonly onChoose: () => void;
}) {
  const { messages, page, numbers } = useTexts(recordingMessages);
  const { state, record, stop } = useStore(recorder);
  const isRecording = state.kind === "recording";
  const problem = state.kind === "idle" || state.kind === "ready" ? state.problem : undefined;
  return (
    <div className={styles["stage"]}>
      <div className="inline">
        {/* One button, so that the keyboard stays on it. */}
        <Button
          look={isRecording ? "accent" : undefined}
          size="large"
          single
          off={state.kind === "asking"}
          onClick={() => (isRecording ? stop() : void record())}
        >
          {isRecording ? page.words.stop : state.kind === "ready" ? messages.again : messages.record}
        </Button>
        <Button size="large" disabled={isRecording || state.kind === "asking"} onClick={onChoose}>
          {messages.choose}
        </Button>
        {isRecording && (
          <span aria-hidden="true">
            {numbers.clock(state.seconds)} / {numbers.clock(ownRecording.longest)}
          </span>
        )}
      </div>
      {isRecording ? (
        // biome-ignore lint/a11y/useSemanticElements: browsers draw their meter each in its own way, and not this wide
        <div
          className={styles["level"]}
          role="meter"
          aria-label={messages.level}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share(state.level) * 100)}
          aria-valuetext={messages.hints[state.hint]}
          data-hint={state.hint}
          style={{ "--part": share(state.level) }}
        />
      ) : (
        <p className={styles["note"]}>{messages.drop}</p>
      )}
      <p role="status" className={styles["note"]}>
        {describe(state, messages)}
      </p>
      <p role="alert" className={styles["problem"]}>
        {problem !== undefined && messages.problems[problem]}
      </p>
    </div>
  );
}

/** Decibels below full scale at which the level's line is empty. */
const floor = 60;

/** How much of the line a peak fills. */
function share(level: number): number {
  return Math.min(1, Math.max(0, 1 + (20 * Math.log10(Math.max(level, 1e-6))) / floor));
}

function describe(state: RecorderState, messages: RecordingMessages): string {
  switch (state.kind) {
    case "idle":
      return "";
    case "asking":
      return messages.asking;
    case "recording":
      if (state.hint !== "fine") return messages.hints[state.hint];
      return state.seconds < ownRecording.shortest ? messages.recordingShort : messages.recording;
    case "reading":
      return messages.reading(state.name);
    case "ready":
      return messages.ready(ownRecordingSeconds(state.candidate.part.length));
  }
}
