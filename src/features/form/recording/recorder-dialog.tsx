import { useEffect, useEffectEvent, useState } from "react";
import { useStore } from "zustand";
import { openMicrophone } from "../../../audio/recording/microphone.ts";
import { ownWav } from "../../../audio/recording/own-wav.ts";
import { readSoundFile } from "../../../audio/recording/read-sound-file.ts";
import type { ReferenceField } from "../../../contract/model.ts";
import { ownRecordingSeconds } from "../../../contract/own-recordings.ts";
import { consentOf } from "../../../core/consent/consent.ts";
import { ConsentCheck } from "../../../core/consent/consent-check.tsx";
import { usePlayground, useTexts } from "../../../core/page/playground-context.ts";
import { Button } from "../../../kit/button.tsx";
import { Dialog } from "../../../kit/dialog.tsx";
import { listen } from "../../../kit/listen.ts";
import { pickFile } from "../../../kit/pick-file.ts";
import { CandidateReview } from "./candidate-review.tsx";
import { describeRefusal } from "./describe-refusal.ts";
import { KeptRecordings } from "./kept-recordings.tsx";
import { recordingMessages } from "./messages/index.ts";
import { type OwnRecording, ownRecordingsOf } from "./own-recordings.ts";
import { type Candidate, createRecorder, isReady } from "./recorder.ts";
import { RecorderStage } from "./recorder-stage.tsx";
import styles from "./recording.module.css";
import { useGone } from "./use-gone.ts";

interface RecorderDialogProps {
  /** The field that the recording is for. */
  readonly field: ReferenceField;
  /** A file that it begins with. */
  readonly file: File | undefined;
  /** Takes the address under which the service fetches the recording. */
  readonly onUse: (address: string) => void;
  readonly onClose: () => void;
}

/** Makes a recording from the microphone or a file, lets it be heard, and gives it to the playground's server. */
export default function RecorderDialog({ field, file, onUse, onClose }: RecorderDialogProps) {
  const { messages, page, of, language } = useTexts(recordingMessages);
  const playground = usePlayground();
  const own = ownRecordingsOf(playground);
  const consent = consentOf(playground);
  const [recorder] = useState(() => createRecorder({ openMicrophone, readSoundFile }));
  const { state, readFile, dispose } = useStore(recorder);
  const [refusal, setRefusal] = useState("");
  const gone = useGone();
  const [isGiving, setGiving] = useState(false);
  /** What of the candidate is written down, once. */
  const [written, setWritten] = useState<{ readonly part: Candidate["part"]; readonly id: string }>();
  const candidate = state.kind === "ready" ? state.candidate : undefined;

  const take = useEffectEvent((taken: File) => void readFile(taken));
  useEffect(() => {
    if (file !== undefined) take(file);
    return dispose;
  }, [file, dispose]);
  useFiles((taken) => void readFile(taken));

  /** Calls on with what is to be given, once a person has agreed. */
  function agreed(then: () => Promise<void>): void {
    if (consent.getState().given) void then();
    else setRefusal(messages.consentFirst);
  }

  async function give(recording: OwnRecording): Promise<void> {
    setRefusal("");
    setGiving(true);
    try {
      const address = await own.give(recording);
      if (address !== undefined && !gone.current) onUse(address);
    } catch (error) {
      setRefusal(describeRefusal(error, messages, language));
    }
    setGiving(false);
  }

  /** Writes it down first: what the server doesn't take isn't lost. */
  function giveCandidate({ name, part }: Candidate): Promise<void> {
    const kept = own.records.getSnapshot().records;
    const known = kept.find(({ id }) => written?.part === part && id === written.id);
    const recording = known ?? own.keep({ name, seconds: ownRecordingSeconds(part.length), wav: ownWav(part) });
    setWritten({ part, id: recording.id });
    return give(recording);
  }

  return (
    <Dialog
      title={messages.title(of(field.label))}
      onClose={onClose}
      className={styles["recorder"]}
      buttons={
        <>
          <Button size="large" onClick={onClose}>
            {page.words.close}
          </Button>
          <Button
            size="large"
            look="main"
            disabled={candidate === undefined || !isReady(candidate)}
            off={isGiving}
            onClick={() => candidate !== undefined && agreed(() => giveCandidate(candidate))}
          >
            {messages.use}
          </Button>
        </>
      }
    >
      <p>{messages.intro}</p>
      <ConsentCheck />
      <RecorderStage
        recorder={recorder}
        onChoose={() => pickFile("audio/*,video/*", (taken) => void readFile(taken))}
      />
      {candidate !== undefined && <CandidateReview candidate={candidate} onCut={recorder.getState().cutFrom} />}
      <p role="status" className={refusal === "" ? styles["note"] : styles["problem"]}>
        {refusal === "" && isGiving ? messages.giving : refusal}
      </p>
      <KeptRecordings off={isGiving} onUse={(recording) => agreed(() => give(recording))} />
    </Dialog>
  );
}

/** Takes files that are dropped or pasted while the dialog is open; the page below it would take them for a text. */
function useFiles(onFile: (file: File) => void): void {
  const take = useEffectEvent((event: Event, data: DataTransfer | null) => {
    const file = data?.files[0];
    if (file === undefined) return;
    event.preventDefault();
    onFile(file);
  });
  useEffect(() => {
    const drop = (event: DragEvent): void => take(event, event.dataTransfer);
    const paste = (event: ClipboardEvent): void => take(event, event.clipboardData);
    return listen(window, { drop, paste }, { capture: true });
  }, []);
}
