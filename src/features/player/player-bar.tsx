import { WordsActions } from "../../core/captions/slots.tsx";
import { useTake, useTexts } from "../../core/page/playground-context.ts";
import { DownloadButton } from "./download-button.tsx";
import { Clock, Facts, Stalls } from "./facts.tsx";
import { FiguresButton } from "./figures-button.tsx";
import { Line } from "./line.tsx";
import styles from "./player.module.css";
import { Rate } from "./rate.tsx";
import { StopButton, Transport } from "./transport.tsx";
import { useMediaSession } from "./use-media-session.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import { Volume } from "./volume.tsx";
import { Waveform } from "./waveform.tsx";

/** The sound, always at the bottom: play, seek, how long, how fast it came, download. */
export function PlayerBar() {
  const { page } = useTexts();
  const take = useTake();
  useMediaSession(take);
  useShortcuts();
  return (
    <section className={styles["player"]} aria-label={page.player.label} data-idle={take === undefined || undefined}>
      <Transport />
      <div className={styles["middle"]}>
        <Line />
        <Waveform />
        <div className={styles["figures"]}>
          <Clock />
          <Facts />
          <Stalls />
        </div>
      </div>
      <div className={styles["side"]}>
        <div className={styles["controls"]}>
          <StopButton />
          <Rate />
          <Volume />
        </div>
        <div className={styles["actions"]}>
          <WordsActions />
          <FiguresButton />
          <DownloadButton />
        </div>
      </div>
    </section>
  );
}
