import { useEffect, useState } from "react";
import { copyText } from "./copy-text.ts";
import { Icon } from "./icon.tsx";
import styles from "./kit.module.css";

interface CopyButtonProps {
  /** Asked when the button is pressed. */
  readonly text: () => string;
  readonly labels: { readonly copy: string; readonly copied: string; readonly refused: string };
}

/** How long the button says that it was done, in milliseconds. */
const saysFor = 2_000;

/** Puts a text on the clipboard and says that it did. */
export function CopyButton({ text, labels }: CopyButtonProps) {
  const [result, setResult] = useState<"copied" | "refused">();
  useEffect(() => {
    if (result === undefined) return;
    const timer = setTimeout(() => setResult(undefined), saysFor);
    return () => clearTimeout(timer);
  }, [result]);
  return (
    <button
      type="button"
      className={styles["copy"]}
      onClick={async () => setResult((await copyText(text())) ? "copied" : "refused")}
    >
      <Icon name={result === "copied" ? "check" : "copy"} size={1} />
      <span aria-live="polite">{result === undefined ? labels.copy : labels[result]}</span>
    </button>
  );
}
