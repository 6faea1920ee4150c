import { useEffect, useState } from "react";
import { hexLines } from "../../core/exchanges/hex-lines.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { Scrolling } from "../../kit/scrolling.tsx";
import { requestMessages } from "./messages/index.ts";
import styles from "./request.module.css";

/** So many bytes are shown at most. */
const shownBytes = 4_096;

/** Bytes that aren't text, in hexadecimal. */
export function HexView({
  label,
  blob,
  start,
}: {
  readonly label: string;
  readonly blob: Blob;
  readonly start: number;
}) {
  const { messages } = useTexts(requestMessages);
  const [lines, setLines] = useState<readonly string[]>([]);
  useEffect(() => {
    let gone = false;
    blob
      .slice(0, shownBytes)
      .arrayBuffer()
      .then((bytes) => {
        if (!gone) setLines(hexLines(new Uint8Array(bytes), start));
      });
    return () => {
      gone = true;
    };
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
