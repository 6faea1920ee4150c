import { useEffect, useId, useRef, useState } from "react";
import { useStore } from "zustand";
import { WordsActions } from "../../core/captions/slots.tsx";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";
import { usePlayground, useSettings, useSound, useTake, useTexts } from "../../core/page/playground-context.ts";
import { ariaKeys } from "../../core/shortcuts/aria-keys.ts";
import { type ShortcutIn, shortcutTable, singleOf } from "../../core/shortcuts/shortcut-table.ts";
import { takesLetters, takesSpace } from "../../core/shortcuts/typing.ts";
import { useWindowKeys } from "../../core/shortcuts/use-window-keys.ts";
import type { Take } from "../../core/takes/take.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import { Range } from "../../kit/range.tsx";
import { whileWanted } from "../../kit/while-wanted.ts";
import { type Controls, useControls } from "./controls.ts";
import { DownloadButton } from "./download-button.tsx";
import { Clock, Facts, Stalls } from "./facts.tsx";
import figures from "./figures.module.css";
import { Line } from "./line.tsx";
import styles from "./player.module.css";
import { Rate } from "./rate.tsx";
import { voiceNameOf } from "./voice-name.ts";
import { Waveform } from "./waveform.tsx";

/** The sound, always at the bottom: play, seek, how long, how fast it came, download. */
export function PlayerBar() {
  const { page } = useTexts();
  const idle = useTake(isNone);
  return (
    <section className={styles["player"]} aria-label={page.player.label} data-idle={idle || undefined}>
      <SystemControls />
      <Shortcuts />
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

const isNone = (take: Take | undefined): boolean => take === undefined;

/** Back, play or pause, on. */
function Transport() {
  const { page } = useTexts();
  const waiting = useSound((sound) => sound?.playback === "waiting");
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
        data-waiting={waiting || undefined}
        onClick={playOrPause}
      />
      <IconButton icon="on" size={1.375} label={page.player.on} disabled={silent} onClick={on} />
    </div>
  );
}

/** Ends what still comes, and goes back to the beginning. */
function StopButton() {
  const { page } = useTexts();
  const idle = useTake(isNone);
  const { silent, stop } = useControls();
  return <IconButton icon="stop" size={1} label={page.player.stop} disabled={idle} off={silent} onClick={stop} />;
}

/** How loud it plays here; the request isn't touched by it. */
function Volume() {
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

/** Shows the take to the system's own controls for as long as it is the one that is heard. */
function SystemControls() {
  const texts = useTexts();
  const take = useTake();
  useEffect(() => {
    if (take === undefined || !("mediaSession" in navigator) || !("MediaMetadata" in window)) return;
    // Not needed for the first sound; where it doesn't come, the system's controls show nothing.
    return whileWanted(
      import("./media-session.ts"),
      ({ bindMediaSession }) =>
        bindMediaSession(
          navigator.mediaSession,
          (init) => new MediaMetadata(init),
          { ...take, voice: voiceNameOf(take, texts) },
          () => performance.now(),
        ),
      () => undefined,
    );
  }, [take, texts]);
  return null;
}

/** Plays, pauses and seeks by single keys, wherever the focus is, unless a person turned that off. */
function Shortcuts() {
  const on = useSettings(({ shortcuts }) => shortcuts);
  const controls = useControls();
  useWindowKeys(on, (event) => {
    const action = actionOf(event);
    if (action === undefined) return;
    event.preventDefault();
    controls[action]();
  });
  return null;
}

/** What a single key does, as people know it from other players. */
type ShortcutAction = ShortcutIn<"player"> & keyof Controls;

/**
 * What `event` asks of the player. Nothing where the key belongs to something else: in text, in lists and menus that
 * take letters, in dialogs, together with a modifier; and the space bar wherever it presses a button or chooses.
 */
function actionOf(event: KeyboardEvent): ShortcutAction | undefined {
  if (event.defaultPrevented || event.isComposing) return undefined;
  const action = singleOf(shortcutTable.player, event);
  if (action === undefined || (event.repeat && action !== "back" && action !== "on")) return undefined;
  const { target } = event;
  if (!(target instanceof Element)) return action;
  if (takesLetters(target) || document.querySelector("dialog[open]") !== null) return undefined;
  return event.key === " " && takesSpace(target) ? undefined : action;
}

const FiguresTable = lazyWithRetry(() => import("./figures-table.tsx"), null);

/** Opens everything that was measured of the take, exact and to be copied. The page goes on beside it. */
function FiguresButton() {
  const { page } = useTexts();
  const idle = useTake(isNone);
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon="figures"
        label={page.player.figures}
        className={styles["figuresButton"] ?? ""}
        disabled={idle}
        aria-expanded={open}
        popoverTarget={id}
      />
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={page.player.figures}
        className={figures["popover"]}
        onToggle={(event) => setOpen(event.newState === "open")}
      >
        {open && <OpenFigures onClose={() => popover.current?.hidePopover()} />}
      </div>
    </>
  );
}

/** As long as it is open the table follows everything; the button beside it needn't. */
function OpenFigures({ onClose }: { readonly onClose: () => void }) {
  const take = useTake();
  const sound = useSound();
  return take !== undefined && sound !== undefined && <FiguresTable take={take} sound={sound} onClose={onClose} />;
}
