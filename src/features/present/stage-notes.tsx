import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import { useOnLine, usePlayground, useSound } from "../../core/page/playground-context.ts";
import { keyNamer } from "../../core/shortcuts/key-namer.ts";
import { useSilent } from "../../core/sound/use-silent.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { Button } from "../../kit/button.tsx";
import { areWhole, describeBeside, describeClicker } from "./describe-item.ts";
import { type PresentTexts, presentMessages } from "./messages/index.ts";
import styles from "./present.module.css";
import type { Presenter } from "./presenter-state.ts";
import { type Shown, usePresenter } from "./use-presenter.ts";

/**
 * How often it is looked whether the first sound is overdue, and for how long the volume stands there. Milliseconds.
 */
const lookInterval = 250;
const volumeShown = 2_000;

interface StageNotesProps {
  readonly shown: Shown;
  /** How often the volume was changed. */
  readonly turned: number;
  /** The number of an item that was typed, empty before its first digit. */
  readonly typed: string | undefined;
}

/** What there is to know beside the words: what is awaited, where one is, how loud it plays. */
export function StageNotes({ shown, turned, typed }: StageNotesProps) {
  const texts = useHistoryTexts(presentMessages);
  const { messages, page, language } = texts;
  const { note, tried, again } = usePresenter();
  const sound = useSound();
  const overdue = useOverdue();
  const loudness = useLoudness(turned, texts);
  const { beside } = shown;
  // A blind test that can't be held says so in its place.
  const isTold = beside !== undefined && !areWhole(beside) && (shown.item?.kind !== "blind" || beside.partial > 0);
  const lacks = isTold ? describeBeside(beside, messages) : "";
  const waiting =
    describeWaiting(shown, sound, texts) || (overdue === undefined ? "" : lacks || page.player.connecting);
  const key = keyNamer(language);
  const notes = {
    first: messages.firstOne,
    last: messages.lastOne,
    resumed: messages.resumed(shown.index + 1, key("present", "first")),
  };
  // For a task, and for what is spoken in one run, one can only wait.
  const isWaited = shown.row?.mode === "async" || beside !== undefined;
  const isLast = shown.index + 1 >= shown.items.length;
  const isOffLine = !useOnLine() && shown.playability === "unspoken" && !tried;
  const isPartial = shown.row?.sound === "partial" && !tried;
  return (
    <div className={styles["notes"]}>
      <p role="status" data-said="">
        {typed === undefined ? loudness : messages.goTo(typed)}
      </p>
      <p role="status" data-said="">
        {waiting ||
          (isOffLine ? messages.offLine : note !== undefined ? notes[note] : isPartial ? messages.partial : lacks)}
        {/* A screen reader isn't told each second. */}
        {overdue !== undefined && (
          <>
            <span aria-hidden="true"> {messages.seconds(overdue)}</span>{" "}
            <strong>{describeClicker(messages, isLast, isWaited ? undefined : "again")}</strong>
          </>
        )}
      </p>
      {overdue !== undefined && !isWaited && (
        <Button size="pill" onClick={again}>
          {messages.again}
        </Button>
      )}
    </div>
  );
}

/** That it is silent, as long as it is; else the volume, for a moment after somebody has turned it. */
function useLoudness(turned: number, { messages, page, numbers }: PresentTexts): string {
  const silent = useSilent();
  const volume = useStore(usePlayground().sound, (sound) => sound.volume);
  const [over, setOver] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setOver(turned), volumeShown);
    return () => clearTimeout(timer);
  }, [turned]);
  if (silent) return messages.muted;
  return turned === over ? "" : `${page.player.volume} ${numbers.integer(volume * 100)}\u00a0%`;
}

/** For how many seconds the first sound is overdue; undefined while it isn't. */
function useOverdue(): ReturnType<Presenter["overdue"]> {
  const { overdue } = usePresenter();
  const follow = useCallback((listener: () => void) => {
    const timer = setInterval(listener, lookInterval);
    return () => clearInterval(timer);
  }, []);
  return useSyncExternalStore(follow, overdue);
}

/** What is awaited, in words; empty while nothing is. */
function describeWaiting(
  { playability, row, take }: Shown,
  sound: ReturnType<typeof useSound>,
  { page, messages }: PresentTexts,
): string {
  if (playability === "looking") return messages.looking;
  if (playability === "under_way" && row?.status === "waiting")
    return row.task?.progress === undefined ? messages.task : messages.taskAt(row.task.progress);
  if (take === undefined) return playability === "under_way" ? page.player.connecting : "";
  if (sound?.playback === "blocked") return page.player.blocked;
  if (sound?.stalled === true) return page.player.stalled;
  return sound?.status === "connecting" ? page.player.connecting : "";
}
