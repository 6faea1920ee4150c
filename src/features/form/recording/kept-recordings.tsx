import { usePlayground, useTexts } from "../../../core/page/playground-context.ts";
import { agesOf } from "../../../core/takes/age.ts";
import { Button } from "../../../kit/button.tsx";
import { focusNeighbour } from "../../../kit/focus-after.ts";
import { IconButton } from "../../../kit/icon-button.tsx";
import { HearRecording } from "./hear-recording.tsx";
import { recordingMessages } from "./messages/index.ts";
import { type OwnRecording, ownRecordingsOf, useOwnRecordings } from "./own-recordings.ts";
import styles from "./recording.module.css";

const toNextRecording = focusNeighbour((rest) => rest.closest("dialog")?.querySelector("footer button"));

/** The recordings that this browser keeps: each can be heard, given again and deleted. */
export function KeptRecordings({
  off,
  onUse,
}: {
  /** Whether none can be given for now. */
  readonly off: boolean;
  readonly onUse: (recording: OwnRecording) => void;
}) {
  const { messages, language } = useTexts(recordingMessages);
  const { forget } = ownRecordingsOf(usePlayground());
  const kept = useOwnRecordings();
  if (kept.length === 0) return null;
  return (
    <section aria-labelledby="kept-recordings">
      <h3 id="kept-recordings" className={styles["heading"]}>
        {messages.kept}
      </h3>
      <ul className={styles["kept"]}>
        {kept.map((recording) => {
          const { id, created, seconds, wav } = recording;
          const name = recording.name || messages.fromMicrophone(agesOf(language).exactly(created));
          return (
            <li key={id} ref={toNextRecording} className={styles["row"]}>
              <HearRecording wav={wav} hear={messages.keptHear(name)} stop={messages.keptStop(name)} />
              <span className={styles["name"]} title={name}>
                {name}
              </span>
              <span className={styles["length"]}>{messages.seconds(seconds)}</span>
              <Button off={off} aria-label={messages.keptUse(name)} onClick={() => onUse(recording)}>
                {messages.keptUseFace}
              </Button>
              <IconButton icon="trash" size={1} label={messages.keptDelete(name)} onClick={() => forget(recording)} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
