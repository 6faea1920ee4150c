import { useEffect, useRef } from "react";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import { useScript, useTexts } from "../page/playground-context.ts";
import type { Take } from "../takes/take.ts";
import { focusScript } from "../text/focus-script.ts";
import { wordsMessages } from "./messages/index.ts";
import { useReading } from "./reading.tsx";
import { ReadingView } from "./reading-view.tsx";
import { useWords } from "./use-words.ts";
import styles from "./words.module.css";

/**
 * The words in the place of the script, with a way back. It stands there only since a person asked for it, so it never
 * covers what one is typing. Default export, because it is loaded when it is first wanted.
 */
export default function ReadAlong({ take }: { readonly take: Take }) {
  const { messages } = useTexts(wordsMessages);
  const { setOpen } = useReading();
  const words = useWords(take)?.words;
  const back = useRef<HTMLButtonElement>(null);
  const hasWords = words !== undefined;
  const script = useScript();
  const opened = useRef(script);
  useEffect(() => {
    // Whoever empties or replaces the script wants to see that.
    if (script !== opened.current) setOpen(false);
  }, [script, setOpen]);
  useEffect(() => {
    // A take whose times can't be read has nothing to read along with.
    if (!hasWords) setOpen(false);
    back.current?.focus({ preventScroll: true });
    back.current?.scrollIntoView({ block: "nearest" });
  }, [hasWords, setOpen]);

  function close(): void {
    setOpen(false);
    // Once the script is there again.
    requestAnimationFrame(() => focusScript());
  }

  if (words === undefined) return null;
  return (
    <section
      className={styles["readAlong"]}
      aria-label={messages.readAlong}
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
    >
      <Button size="pill" ref={back} className={styles["back"]} onClick={close}>
        <Icon name="close" size={0.9375} />
        {messages.back}
      </Button>
      <ReadingView key={take.id} take={take} words={words} />
    </section>
  );
}
