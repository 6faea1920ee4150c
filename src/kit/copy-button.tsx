import { useEffect, useState } from "react";
import { Announcer } from "./announcer.tsx";
import { Button } from "./button.tsx";
import { copyText } from "./copy-text.ts";
import { Icon } from "./icon.tsx";

interface CopyButtonProps {
  /** Asked when the button is pressed. */
  readonly text: () => string;
  readonly labels: { readonly copy: string; readonly copied: string; readonly refused: string };
}

/** How long the button says that it was done, in milliseconds. */
const saysFor = 2_000;

/**
 * Puts a text on the clipboard and says that it did: to the eye on the button, to the ear beside it. To the ear the
 * button's name stays, since a name that changes under the focus is read as well, and once more when it changes back.
 */
export function CopyButton({ text, labels }: CopyButtonProps) {
  const [result, setResult] = useState<"copied" | "refused">();
  useEffect(() => {
    if (result === undefined) return;
    const timer = setTimeout(() => setResult(undefined), saysFor);
    return () => clearTimeout(timer);
  }, [result]);
  const said = result === undefined ? undefined : labels[result];
  return (
    <>
      <Button aria-label={labels.copy} onClick={async () => setResult((await copyText(text())) ? "copied" : "refused")}>
        <Icon name={result === "copied" ? "check" : "copy"} size={1} />
        <span>{said ?? labels.copy}</span>
      </Button>
      <Announcer text={said ?? ""} />
    </>
  );
}
