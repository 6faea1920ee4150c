import { useMemo } from "react";
import { type JsonPiece, layOutJson, showJson, showText } from "../../core/exchanges/json-text.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { CopyButton } from "../../kit/copy-button.tsx";
import { Scrolling } from "../../kit/scrolling.tsx";
import { optionsOf, Segmented } from "../../kit/segmented.tsx";
import { requestMessages } from "./messages/index.ts";
import styles from "./request.module.css";

export type Look = "pretty" | "raw";

/** The longest string that is shown whole, and the most that is shown in all, in UTF-16 units. */
const longestString = 1_200;
const mostShown = 20_000;

/** A body for the eye: laid out where it is JSON, else as it is; what is too long is said to be. */
export function BodyView({
  label,
  text,
  look,
}: {
  readonly label: string;
  readonly text: string;
  readonly look: Look;
}) {
  const { messages } = useTexts(requestMessages);
  const pieces = useMemo(
    () => (look === "pretty" ? showJson(text, longestString, mostShown) : undefined) ?? showText(text, mostShown),
    [text, look],
  );
  return (
    <Scrolling className={styles["body"]} aria-label={label}>
      <pre dir="ltr">
        {pieces.map((piece, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name
          <Piece key={at} piece={piece} leftOut={(count) => messages.leftOut(count)} help={messages.leftOutHelp} />
        ))}
      </pre>
    </Scrolling>
  );
}

function Piece({
  piece,
  leftOut,
  help,
}: {
  readonly piece: JsonPiece;
  readonly leftOut: (count: number) => string;
  readonly help: string;
}) {
  if (piece.kind === "left_out") {
    return (
      <mark className={styles["leftOut"]} title={help}>
        {leftOut(piece.characters)}
      </mark>
    );
  }
  return piece.kind === "mark" ? piece.text : <span data-kind={piece.kind}>{piece.text}</span>;
}

/** Chooses between a body laid out and as it is; nothing where both are the same. */
export function LookSwitch({ look, onLook }: { readonly look: Look; readonly onLook: (look: Look) => void }) {
  const { messages } = useTexts(requestMessages);
  return (
    <span className="line">
      <Segmented
        small
        label={messages.looksLabel}
        value={look}
        onChange={onLook}
        options={optionsOf<Look>(["pretty", "raw"], messages.looks)}
      />
    </span>
  );
}

/** Copies a text whole, however much of it is shown. */
export function CopyAll({ label, text }: { readonly label: string; readonly text: () => string }) {
  const { page } = useTexts();
  return <CopyButton text={text} labels={{ copy: label, ...page.copying }} />;
}

/** A body as one looks at it, whole. */
export function wholeText(text: string, look: Look): string {
  return (look === "pretty" ? layOutJson(text) : undefined) ?? text;
}
