import { useMemo } from "react";
import { ownWav } from "../../../audio/recording/own-wav.ts";
import { isUsable } from "../../../audio/recording/recording-faults.ts";
import { ownRecordingSeconds } from "../../../contract/own-recordings.ts";
import { useTexts } from "../../../core/page/playground-context.ts";
import { LateRegion } from "../../../kit/late-region.tsx";
import { Range } from "../../../kit/range.tsx";
import { HearRecording } from "./hear-recording.tsx";
import { recordingMessages } from "./messages/index.ts";
import { type Candidate, latestStart } from "./recorder.ts";
import styles from "./recording.module.css";

/** What was recorded or read: to be heard, cut where it is too long, and what is wrong with it. */
export function CandidateReview({
  candidate,
  onCut,
}: {
  readonly candidate: Candidate;
  readonly onCut: (start: number) => void;
}) {
  const { messages, page, numbers } = useTexts(recordingMessages);
  const { samples, start, part, faults, wasLost } = candidate;
  const wav = useMemo(() => ownWav(part), [part]);
  const latest = latestStart(samples);
  return (
    <div className={styles["review"]}>
      <HearRecording wav={wav} hear={messages.hear} stop={page.words.stop} withWords />
      {latest > 0 && (
        <>
          <p>{messages.cut(ownRecordingSeconds(samples.length))}</p>
          <label className={styles["cut"]}>
            <span>{messages.cutFrom}</span>
            <Range
              min={0}
              max={latest}
              step={0.1}
              value={start}
              part={start / latest}
              aria-valuetext={numbers.clock(start)}
              onChange={(event) => onCut(event.target.valueAsNumber)}
            />
            <output>{numbers.clock(start)}</output>
          </label>
        </>
      )}
      <LateRegion role="status">
        {wasLost && <p className={styles["warning"]}>{messages.wasLost}</p>}
        {faults.map((fault) => (
          <p key={fault} className={isUsable(fault) ? styles["warning"] : styles["problem"]}>
            {messages.faults[fault]}
          </p>
        ))}
      </LateRegion>
    </div>
  );
}
