import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { Button } from "../../kit/button.tsx";
import type { BlindHands } from "./blind.ts";
import styles from "./compare.module.css";
import { compareMessages } from "./messages/index.ts";

interface HandsProps {
  /** Whether something is still to be heard before a vote counts. */
  readonly off: boolean;
  readonly onCount: (hands: BlindHands) => void;
}

/** Takes how many hands of a room went up for A and for B; Enter counts them. */
export function Hands({ off, onCount }: HandsProps) {
  const { messages } = useHistoryTexts(compareMessages);
  const field = (place: "a" | "b") => (
    <input
      type="number"
      name={place}
      min={0}
      max={9_999}
      required
      inputMode="numeric"
      aria-label={messages.blind.handsFor(messages.blind.places[place])}
    />
  );
  return (
    <form
      className={styles["hands"]}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const data = new FormData(form);
        onCount({ a: Number(data.get("a")), b: Number(data.get("b")) });
        if (!off) form.reset();
      }}
    >
      <span>{messages.blind.hands}</span>
      {field("a")} : {field("b")}
      <Button type="submit" aria-disabled={off || undefined}>
        {messages.blind.countHands}
      </Button>
    </form>
  );
}
