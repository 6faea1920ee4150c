import { parseJson } from "../../contract/json.ts";
import type { FrameRow } from "../../core/exchanges/frame-rows.ts";
import { hexLines } from "../../core/exchanges/hex-lines.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { CopyButton } from "../../kit/copy-button.tsx";
import { Scrolling } from "../../kit/scrolling.tsx";
import { describeFrame } from "./describe-frame.ts";
import styles from "./frames.module.css";
import { framesMessages } from "./messages/index.ts";

/** What one row holds: text read and as it came, bytes in hexadecimal. */
export function FrameDetails({ row }: { readonly row: FrameRow | undefined }) {
  const texts = useTexts(framesMessages);
  const { messages } = texts;
  if (row === undefined) return <p className={styles["choose"]}>{messages.details.choose}</p>;
  const { at, until, count, text, start, frame, size = 0, facts } = row;
  const parsed = frame === undefined ? parseJson(text) : frame.type === "invalid" ? undefined : frame.data;
  const pretty = parsed === undefined ? undefined : JSON.stringify(parsed, null, 2);
  const hexText = start === undefined ? "" : hexLines(start).join("\n");
  const isCut = count === 1 && text !== undefined && new TextEncoder().encode(text).length < size;
  const factLines = Object.entries(facts).map(([name, value]) => `${name}: ${value}`);
  const whole = pretty ?? text ?? (hexText || factLines.join("\n"));
  const { title } = describeFrame(row, texts);
  return (
    <div className={styles["details"]}>
      <div className="spread">
        <h3>{title}</h3>
        {whole !== "" && (
          <CopyButton
            text={() => whole}
            labels={{
              copy: messages.details.copy,
              copied: messages.details.copied,
              refused: messages.details.copyRefused,
            }}
          />
        )}
      </div>
      {count > 1 && <p>{messages.details.several(count, at, until)}</p>}
      {factLines.length > 0 && <Written label={title} content={factLines.join("\n")} />}
      {pretty !== undefined && <Part title={messages.details.parsed} content={pretty} />}
      {text !== undefined && <Part title={messages.details.raw} content={text} />}
      {isCut && <p>{messages.details.cut}</p>}
      {start !== undefined && <Part title={messages.details.hex(start.length, size)} content={hexText} />}
    </div>
  );
}

function Part({ title, content }: { readonly title: string; readonly content: string }) {
  return (
    <section>
      <h4>{title}</h4>
      <Written label={title} content={content} />
    </section>
  );
}

function Written({ label, content }: { readonly label: string; readonly content: string }) {
  return (
    <Scrolling className={styles["content"]} aria-label={label}>
      <pre>{content}</pre>
    </Scrolling>
  );
}
