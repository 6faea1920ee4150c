import { useId } from "react";
import { useSound, useTexts } from "../../core/page/playground-context.ts";
import { rates } from "../../core/sound/sound-owner.ts";
import { Button } from "../../kit/button.tsx";
import { Hint } from "../../kit/hint.tsx";
import { Options } from "../../kit/select.tsx";
import { useControls } from "./controls.ts";
import styles from "./player.module.css";

/** How fast it plays, its pitch kept. While the sound comes it is off and says why. */
export function Rate() {
  const { page, numbers } = useTexts();
  const id = useId();
  const { rate, canSetRate, running } = useSound((sound) => ({
    rate: sound?.rate ?? 1,
    canSetRate: sound?.canSetRate === true,
    running: sound?.running === true,
  }));
  const { setRate } = useControls();
  const name = (value: number): string => `${numbers.decimal(value)}×`;

  if (!canSetRate) {
    const reason = running ? page.player.rateWhileStreaming : page.player.rateOfNothing;
    return (
      <Hint text={reason}>
        <Button
          look="bare"
          className={styles["rate"]}
          aria-disabled="true"
          aria-label={`${page.player.rate}${page.between.colon}${name(rate)}`}
          aria-describedby={id}
        >
          {name(rate)}
          <span id={id} hidden>
            {reason}
          </span>
        </Button>
      </Hint>
    );
  }
  return (
    <select
      className={styles["rate"]}
      aria-label={page.player.rate}
      data-changed={rate !== 1 || undefined}
      value={rate}
      onChange={(event) => setRate(Number(event.target.value))}
    >
      <Options of={rates} label={name} />
    </select>
  );
}
