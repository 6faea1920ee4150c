import { useEffect } from "react";
import { toggleSilent } from "../../state/loudness.ts";
import { IconButton } from "../kit/icon-button.tsx";
import { usePlayground, useSettings, useTake, useTexts } from "../playground-context.ts";
import { useControls } from "./controls.ts";
import styles from "./player.module.css";

/** How loud it plays here; the request isn't touched by it. */
export function Volume() {
  const { t } = useTexts();
  const playground = usePlayground();
  const session = useTake()?.session;
  const { muted, toggleMuted } = useControls();
  const { volume, setVolume } = useSettings((settings) => ({
    volume: settings.volume,
    setVolume: settings.setVolume,
  }));
  useEffect(() => session?.setVolume(volume), [session, volume]);
  useEffect(() => session?.setMuted(muted), [session, muted]);
  const silent = muted || volume === 0;
  return (
    <div className={styles["volume"]}>
      <IconButton
        icon={silent ? "muted" : "volume"}
        label={silent ? t.player.unmute : t.player.mute}
        onClick={() => toggleSilent(playground)}
      />
      <input
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={muted ? 0 : volume}
        aria-label={t.player.volume}
        aria-valuetext={`${Math.round((muted ? 0 : volume) * 100)} %`}
        style={{ "--part": muted ? 0 : volume }}
        onChange={(event) => {
          if (muted) toggleMuted();
          setVolume(Number(event.target.value));
        }}
      />
    </div>
  );
}
