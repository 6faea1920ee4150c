import { useState } from "react";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";
import { useTexts } from "../../core/page/playground-context.ts";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import { scriptToolsMessages } from "./messages/index.ts";
import type { SampleScript } from "./sample-scripts.ts";
import styles from "./script-tools.module.css";

// With the scripts themselves: nobody needs either before the first press.
const Samples = lazyWithRetry(() => import("./samples.tsx"), null);

/** Scripts to try things out with: one in each of five languages, and in two of them one for each length. */
export function SampleMenu({ onChoose }: { readonly onChoose: (sample: SampleScript) => void }) {
  const { messages } = useTexts(scriptToolsMessages);
  const [open, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  if (open && !wasOpen) setWasOpen(true);

  function close(): void {
    setOpen(false);
    button?.focus();
  }

  return (
    <>
      <Button
        look="quiet"
        ref={setButton}
        className={styles["tool"]}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="lines" size={1} />
        <span>{messages.samples}</span>
      </Button>
      {wasOpen && button !== null && (
        <Samples
          anchor={button}
          open={open}
          onDismiss={() => setOpen(false)}
          onClose={close}
          onChoose={(sample) => {
            close();
            onChoose(sample);
          }}
        />
      )}
    </>
  );
}
