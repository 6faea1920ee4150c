import { useRef } from "react";
import { isSounding } from "../../audio/session/session-state.ts";
import { useSound, useTexts } from "../../core/page/playground-context.ts";
import { ariaKeys } from "../../core/shortcuts/aria-keys.ts";
import { StageButton } from "../../core/stage/stage-button.tsx";
import type { Take } from "../../core/takes/take.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { Range } from "../../kit/range.tsx";
import { inSteps, showText, tellPlace, useFrames } from "../../kit/use-frames.ts";
import { presentMessages } from "./messages/index.ts";
import styles from "./present.module.css";
import { type Shown, usePresenter } from "./use-presenter.ts";

/** Back, play or pause, on; and where the sound is. */
export function StageControls({ shown }: { readonly shown: Shown }) {
  const { messages, page } = useHistoryTexts(presentMessages);
  const { go, playOrPause } = usePresenter();
  const heard = useSound();
  const { take, items, index, playability } = shown;
  const playback = take === undefined ? undefined : heard?.playback;
  const sounding = isSounding(playback);
  const audible = playability === "kept" || playability === "unspoken" || (take !== undefined && playback !== "none");
  const speaks = playability === "unspoken" && (playback === undefined || playback === "none");
  const several = items.length > 1;
  const label = sounding ? page.player.pause : speaks ? page.speak.speak : page.player.play;
  return (
    <div className={styles["transport"]}>
      {playability !== "shown" && <PositionLine take={take} />}
      <div className={styles["buttons"]} data-control="">
        {several && <StageButton icon="previous" label={messages.previous} off={index === 0} onClick={() => go(-1)} />}
        {playability !== "shown" && (
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
        )}
        {several && (
          <StageButton icon="next" label={messages.next} off={index + 1 >= items.length} onClick={() => go(1)} />
        )}
      </div>
    </div>
  );
}

/** How far a take's sound is: a line that is always seen, and a slider to move in it. */
function PositionLine({ take }: { readonly take: Take | undefined }) {
  const { page, numbers } = useTexts();
  const heard = useSound();
  const sound = take === undefined ? undefined : heard;
  const line = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const clock = useRef<HTMLSpanElement>(null);
  const duration = sound?.duration ?? 0;
  const silent = sound === undefined || sound.playback === "none" || sound.playback === "failed";
  const playing = sound?.playback === "playing";

  useFrames(() => {
    const position = silent ? 0 : Math.min(take?.session.position() ?? 0, duration);
    const part = duration === 0 ? 0 : inSteps(position / duration);
    if (line.current !== null) line.current.style.transform = `scaleX(${part})`;
    const input = slider.current;
    if (input !== null) {
      input.value = String(part * duration);
      input.style.setProperty("--part", String(part));
    }
    tellPlace(input, page.player.seekText(playing ? Math.floor(position) : position, duration));
    showText(clock.current, numbers.clock(position));
  }, playing);

  return (
    <>
      <div className={styles["line"]} data-waiting={isAwaited(sound) || undefined} aria-hidden="true">
        <div ref={line} />
      </div>
      <div className={styles["position"]} data-control="">
        <Range
          ref={slider}
          min={0}
          max={duration}
          step="any"
          defaultValue={0}
          disabled={silent}
          aria-label={page.player.seek}
          onChange={(event) => take?.session.seek(Number(event.target.value))}
        />
        <span className={styles["clock"]}>
          <span ref={clock} /> / {duration === 0 ? "–:––" : numbers.clock(duration)}
        </span>
      </div>
    </>
  );
}

/** Whether sound is awaited that isn't there. */
function isAwaited(sound: ReturnType<typeof useSound>): boolean {
  return sound !== undefined && (sound.status === "connecting" || sound.stalled || sound.playback === "waiting");
}
