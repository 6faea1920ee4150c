import { PositionLine } from "../../features/present/position-line.tsx";
import styles from "../../features/present/present.module.css";
import { type Shown, usePresenter, usePresentTexts } from "../../features/present/use-presenter.ts";
import { Icon, type IconName } from "../../kit/icon.tsx";
import { useSound } from "../page/playground-context.ts";
import { ariaKeys } from "../shortcuts/aria-keys.ts";

interface StageButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly keys?: string;
  readonly off?: boolean;
  readonly pressed?: boolean;
  readonly className?: string | undefined;
  readonly size?: number;
  readonly onClick: () => void;
}

/** A button of the stage: a sign, with its name on the pointer and for screen readers. What can't be done now stays reachable. */
export function StageButton({ icon, label, keys, off, pressed, className, size = 1.375, onClick }: StageButtonProps) {
  return (
    <button
      type="button"
      className={className ?? styles["button"]}
      title={label}
      aria-label={label}
      aria-keyshortcuts={keys}
      aria-disabled={off || undefined}
      aria-pressed={pressed}
      onClick={() => {
        if (off !== true) onClick();
      }}
    >
      <Icon name={icon} size={size} />
    </button>
  );
}

/** Back, play or pause, on; and where the sound is. */
export function StageControls({ shown }: { readonly shown: Shown }) {
  const { p, t } = usePresentTexts();
  const { go, playOrPause } = usePresenter();
  const heard = useSound();
  const { take, items, index, standing } = shown;
  const playback = take === undefined ? undefined : heard?.playback;
  const sounding = playback === "playing" || playback === "waiting";
  const audible = standing === "kept" || standing === "unspoken" || (take !== undefined && playback !== "none");
  const speaks = standing === "unspoken" && (playback === undefined || playback === "none");
  const several = items.length > 1;
  const label = sounding ? t.player.pause : speaks ? t.speak.speak : t.player.play;
  return (
    <div className={styles["transport"]}>
      <PositionLine take={take} />
      <div className={styles["buttons"]} data-control="">
        {several && <StageButton icon="previous" label={p.previous} off={index === 0} onClick={() => go(-1)} />}
        <StageButton
          icon={sounding ? "pause" : "play"}
          label={label}
          keys={ariaKeys("present", "playOrPause")}
          size={1.75}
          off={!audible}
          className={styles["play"]}
          onClick={playOrPause}
        />
        {several && <StageButton icon="next" label={p.next} off={index + 1 >= items.length} onClick={() => go(1)} />}
      </div>
    </div>
  );
}
