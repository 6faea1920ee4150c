import { useStore } from "zustand";
import { usePlayground, useTexts } from "../../core/page/playground-context.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import { Range } from "../../kit/range.tsx";
import styles from "./player.module.css";

/** How loud it plays here; the request isn't touched by it. */
export function Volume() {
  const { page } = useTexts();
  const { volume, muted, setVolume, setMuted, toggleSilent } = useStore(usePlayground().sound);
  const silent = muted || volume === 0;
  return (
    <div className={styles["volume"]}>
      <IconButton
        icon={silent ? "muted" : "volume"}
        label={silent ? page.player.unmute : page.player.mute}
        onClick={toggleSilent}
      />
      <Range
        min={0}
        max={1}
        step={0.05}
        value={muted ? 0 : volume}
        aria-label={page.player.volume}
        aria-valuetext={`${Math.round((muted ? 0 : volume) * 100)} %`}
        part={muted ? 0 : volume}
        onChange={(event) => {
          setMuted(false);
          setVolume(Number(event.target.value));
        }}
      />
    </div>
  );
}
