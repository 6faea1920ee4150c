import { useSound, useTexts } from "../../core/page/playground-context.ts";
import { ariaKeys } from "../../core/shortcuts/aria-keys.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import { useControls } from "./controls.ts";
import styles from "./player.module.css";

/** Back, play or pause, on. */
export function Transport() {
  const { page } = useTexts();
  const sound = useSound();
  const { sounding, silent, playOrPause, back, on } = useControls();
  return (
    <div className={styles["transport"]}>
      <IconButton icon="back" size={1.375} label={page.player.back} disabled={silent} onClick={back} />
      <IconButton
        icon={sounding ? "pause" : "play"}
        label={sounding ? page.player.pause : page.player.play}
        look="play"
        size={1.5}
        hint={false}
        className={styles["play"]}
        aria-keyshortcuts={ariaKeys("player", "playOrPause")}
        disabled={silent}
        data-waiting={sound?.playback === "waiting" || undefined}
        onClick={playOrPause}
      />
      <IconButton icon="on" size={1.375} label={page.player.on} disabled={silent} onClick={on} />
    </div>
  );
}

/** Ends what still comes, and goes back to the beginning. */
export function StopButton() {
  const { page } = useTexts();
  const { silent, stop } = useControls();
  return <IconButton icon="stop" size={1} label={page.player.stop} disabled={silent} onClick={stop} />;
}
