import { useSound } from "../../core/page/playground-context.ts";
import { ariaKeys } from "../../core/shortcuts/aria-keys.ts";
import { StageButton } from "../../core/stage/stage-button.tsx";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { presentMessages } from "./messages/index.ts";
import { PositionLine } from "./position-line.tsx";
import styles from "./present.module.css";
import { type Shown, usePresenter } from "./use-presenter.ts";

/** Back, play or pause, on; and where the sound is. */
export function StageControls({ shown }: { readonly shown: Shown }) {
  const { messages, page } = useHistoryTexts(presentMessages);
  const { go, playOrPause } = usePresenter();
  const heard = useSound();
  const { take, items, index, playability } = shown;
  const playback = take === undefined ? undefined : heard?.playback;
  const sounding = playback === "playing" || playback === "waiting";
  const audible = playability === "kept" || playability === "unspoken" || (take !== undefined && playback !== "none");
  const speaks = playability === "unspoken" && (playback === undefined || playback === "none");
  const several = items.length > 1;
  const label = sounding ? page.player.pause : speaks ? page.speak.speak : page.player.play;
  return (
    <div className={styles["transport"]}>
      <PositionLine take={take} />
      <div className={styles["buttons"]} data-control="">
        {several && <StageButton icon="previous" label={messages.previous} off={index === 0} onClick={() => go(-1)} />}
        <StageButton
          icon={sounding ? "pause" : "play"}
          label={label}
          aria-keyshortcuts={ariaKeys("present", "playOrPause")}
          look="play"
          size={1.75}
          off={!audible}
          className={styles["play"]}
          onClick={playOrPause}
        />
        {several && (
          <StageButton icon="next" label={messages.next} off={index + 1 >= items.length} onClick={() => go(1)} />
        )}
      </div>
    </div>
  );
}
