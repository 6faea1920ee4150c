import { useEffect, useState } from "react";
import { containerOf, essenceOf } from "../../api/reply-format.ts";
import type { Answer } from "../../core/exchanges/answer.ts";
import { hexLines } from "../../core/exchanges/hex-lines.ts";
import { describeMeasure, measureNames, measureTexts } from "../../core/measures/describe-measures.ts";
import { useMeasures } from "../../core/measures/use-measures.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import { hasAssumedRate, isHeaderless } from "../../core/takes/take-file.ts";
import { useTakeActions } from "../../core/takes/use-take-actions.ts";
import { Button } from "../../kit/button.tsx";
import { Notice } from "../../kit/notice.tsx";
import { saveFile } from "../../kit/save-file.ts";
import { Scrolling } from "../../kit/scrolling.tsx";
import { Terms } from "../../kit/terms.tsx";
import { whileWanted } from "../../kit/while-wanted.ts";
import { BodyView, CopyAll, type Look, LookSwitch, wholeText } from "./body-view.tsx";
import { requestMessages } from "./messages/index.ts";
import styles from "./request.module.css";

/** What a take's sound is, every figure as it was read, and the sound itself as a file. */
export function SoundFacts({ row }: { readonly row: TakeRow }) {
  const { messages, page } = useTexts(requestMessages);
  const actions = useTakeActions();
  const { facts, format, sound } = row;
  const figures = [
    [
      messages.answer.facts.codec,
      format === undefined ? undefined : format.codec === "other" ? format.mediaType : format.codec,
    ],
    [messages.answer.facts.bytes, facts?.bytes],
    // To the microsecond, a twentieth of a sample: what stands behind it is arithmetic.
    [messages.answer.facts.duration, facts?.duration === undefined ? undefined : Number(facts.duration.toFixed(6))],
    [
      messages.answer.facts.sampleRate,
      hasAssumedRate(row) ? page.player.assumed(String(facts?.sampleRate ?? "")) : facts?.sampleRate,
    ],
    [messages.answer.facts.channels, facts?.channels],
    [messages.answer.facts.bitrate, facts?.bitrate],
  ] as const;
  return (
    <>
      <div className={styles["bar"]}>
        <h3>{messages.answer.sound}</h3>
        {(sound === "whole" || sound === "partial") && (
          <>
            <Button onClick={() => actions.save(row, "raw")}>
              {isHeaderless(row) ? messages.saveRaw : messages.save}
            </Button>
            {isHeaderless(row) && <Button onClick={() => actions.save(row, "playable")}>{messages.saveWav}</Button>}
          </>
        )}
      </div>
      <dl className={styles["facts"]}>
        <Terms of={figures.filter(([, value]) => value !== undefined)} />
      </dl>
      {sound !== "whole" && <p className="note">{messages.answer.soundStates[sound]}</p>}
      <SoundMeasuresList row={row} />
    </>
  );
}

/** Text that came, or bytes that are none: laid out or as they are, copied and saved whole. */
export function TextBody({
  title,
  text,
  name,
  blob,
  start = 0,
  times,
}: {
  readonly title: string;
  readonly text: { readonly text: string; readonly truncated: boolean } | undefined;
  /** The file's name without its ending. */
  readonly name: string;
  /** The whole body, where it is more than its text. */
  readonly blob?: Blob;
  /** Where it begins in the file that it is a part of, in bytes. */
  readonly start?: number;
  /** Milliseconds: to the headers, to the end. */
  readonly times?: readonly [number, number];
}) {
  const { messages } = useTexts(requestMessages);
  const [look, setLook] = useState<Look>("pretty");
  const whole = blob ?? new Blob([text?.text ?? ""], { type: "text/plain" });
  const isJson = text !== undefined && /^\s*[{[]/.test(text.text);
  return (
    <>
      <div className={styles["bar"]}>
        <h3>{title}</h3>
        {isJson && <LookSwitch look={look} onLook={setLook} />}
        <span className={styles["counts"]}>{messages.bytes(whole.size)}</span>
        {text !== undefined && <CopyAll label={messages.copyOf.answer} text={() => wholeText(text.text, look)} />}
        {whole.size > 0 && (
          <Button onClick={() => saveFile(whole, `${name}.${endingOf(whole.type, isJson)}`)}>{messages.save}</Button>
        )}
      </div>
      {/* To the microsecond: what stands behind it is the clock's arithmetic, not its time. */}
      {times !== undefined && (
        <dl className={styles["facts"]}>
          <Terms
            of={[[messages.answer.facts.times, times.map((time) => Math.round(time * 1_000) / 1_000).join(", ")]]}
          />
          {whole.type !== "" && <Terms of={[[messages.answer.facts.type, whole.type]]} />}
        </dl>
      )}
      {text?.truncated === true && <Notice tone="warn">{messages.answer.truncated}</Notice>}
      {text !== undefined ? (
        <BodyView label={title} text={text.text} look={look} />
      ) : whole.size === 0 ? (
        <p className="note">{messages.answer.noBody}</p>
      ) : (
        <HexView label={title} blob={whole} start={start} />
      )}
    </>
  );
}

/** The text frames of a WebSocket's answer, in order. */
export function Frames({ answer: { frames, binaryFrames } }: { readonly answer: Answer }) {
  const { messages, numbers } = useTexts(requestMessages);
  if (frames.length === 0 && binaryFrames === 0) return null;
  const received = frames.filter(({ direction }) => direction === "received");
  return (
    <>
      <h3>{messages.answer.frames(received.length, binaryFrames)}</h3>
      {received.map(({ text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: frames have no other name than their order
        <BodyView key={at} label={`${messages.answer.received} ${numbers.integer(at + 1)}`} text={text} look="pretty" />
      ))}
    </>
  );
}

function endingOf(type: string, isJson: boolean): string {
  if (isJson || /json/i.test(type)) return "json";
  const container = containerOf(essenceOf(type));
  if (container !== undefined) return container;
  if (/html/i.test(type)) return "html";
  return /^text\//i.test(type) ? "txt" : "bin";
}

/** What a take's samples say of it, as a list of figures; nothing while there is no whole sound. */
function SoundMeasuresList({ row }: { readonly row: TakeRow }) {
  const texts = useTexts();
  const messages = measureTexts(texts);
  const measured = useMeasures(row);
  if (measured.status === "none") return null;
  return (
    <>
      <h3>{messages.title}</h3>
      {measured.status === "known" ? (
        <>
          <dl className={styles["facts"]}>
            <Terms
              of={measureNames.map((name) => [
                messages[name],
                describeMeasure(name, measured.measures, texts, hasAssumedRate(row)),
              ])}
            />
          </dl>
          <p className="note">{messages.help}</p>
        </>
      ) : (
        <p className="note" role="status">
          {messages[measured.status]}
        </p>
      )}
    </>
  );
}

/** So many bytes are shown at most. */
const shownBytes = 4_096;

/** Bytes that aren't text, in hexadecimal. */
function HexView({ label, blob, start }: { readonly label: string; readonly blob: Blob; readonly start: number }) {
  const { messages } = useTexts(requestMessages);
  const [lines, setLines] = useState<readonly string[]>([]);
  useEffect(() => {
    const coming = blob.slice(0, shownBytes).arrayBuffer();
    return whileWanted(coming, (bytes) => setLines(hexLines(new Uint8Array(bytes), start)));
  }, [blob, start]);
  return (
    <>
      <p className="note">{messages.answer.binary(Math.min(blob.size, shownBytes), blob.size)}</p>
      <Scrolling className={styles["body"]} aria-label={label}>
        <pre dir="ltr" className={styles["hex"]}>
          {lines.join("\n")}
        </pre>
      </Scrolling>
    </>
  );
}
