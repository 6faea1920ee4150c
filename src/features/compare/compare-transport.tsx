import { useEffect, useEffectEvent, useId, useRef } from "react";
import { useStore } from "zustand";
import { type ShortcutIn, shortcutTable, singleOf } from "../../core/shortcuts/shortcut-table.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { Button } from "../../kit/button.tsx";
import { Check } from "../../kit/check.tsx";
import { toFirstButton } from "../../kit/focus-after.ts";
import { Hint } from "../../kit/hint.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { Status } from "../../kit/status.tsx";
import { inSteps, showText, tellPlace, useFrames } from "../../kit/use-frames.ts";
import styles from "./compare.module.css";
import type { ComparedListeningStore } from "./compared-listening.ts";
import { useLook } from "./look.ts";
import { compareMessages } from "./messages/index.ts";

interface TransportProps {
  readonly listening: ComparedListeningStore;
  /** What the take is called that is heard. */
  readonly heard?: string | undefined;
}

/** Plays all takes as one, and says where. */
export function Transport({ listening, heard }: TransportProps) {
  const { messages, page, numbers } = useHistoryTexts(compareMessages);
  const { large } = useLook();
  const { playing, status, duration, loop, matched, toggle, seek, position } = useStore(listening);
  const { setLoop, loopFrom, loopUntil, setMatched } = listening.getState();
  const helpId = useId();
  const slider = useRef<HTMLInputElement>(null);
  const clock = useRef<HTMLSpanElement>(null);
  const clockOf = (seconds: number) => messages.listen.positionText(seconds, duration);

  function tell(): void {
    const at = Math.min(duration, position());
    showText(clock.current, `${numbers.clock(at)} / ${numbers.clock(duration)}`);
    if (slider.current !== null) slider.current.value = String(duration === 0 ? 0 : inSteps(at / duration) * duration);
    tellPlace(slider.current, clockOf(playing ? Math.floor(at) : at));
  }

  useFrames(tell, playing);
  const tellNews = useEffectEvent(tell);
  useEffect(() => listening.subscribe(() => tellNews()), [listening]);

  return (
    <div className={styles["transport"]}>
      <IconButton
        icon={playing ? "pause" : "play"}
        label={playing ? page.player.pause : messages.listen.play}
        look="play"
        className={styles["play"]}
        disabled={duration === 0}
        onClick={toggle}
      />
      <input
        ref={slider}
        type="range"
        className={styles["slider"]}
        aria-label={messages.listen.position}
        min={0}
        max={duration}
        step="any"
        defaultValue={0}
        disabled={duration === 0}
        onChange={({ target }) => seek(Number(target.value))}
        onKeyDown={(event) => {
          const asked = singleOf(shortcutTable.comparePosition, event);
          if (asked === undefined) return;
          event.preventDefault();
          seek(position() + moves[asked]);
        }}
      />
      <span ref={clock} className="quiet" />
      {heard !== undefined && (
        <b className={styles["heard"]} title={heard}>
          {heard}
        </b>
      )}
      <Status className="quiet">{status === "preparing" && messages.listen.preparing}</Status>
      <Hint text={messages.listen.matchHelp}>
        <Check checked={matched} aria-describedby={helpId} onChange={setMatched}>
          {messages.listen.match}
        </Check>
      </Hint>
      <span id={helpId} hidden>
        {messages.listen.matchHelp}
      </span>
      {!large && (
        <>
          <Button disabled={duration === 0} onClick={loopFrom}>
            {messages.listen.loopFrom}
          </Button>
          <Button disabled={duration === 0} onClick={loopUntil}>
            {messages.listen.loopUntil}
          </Button>
        </>
      )}
      {loop !== undefined && (
        <>
          <span className="quiet">{messages.listen.loop(loop.from, loop.until)}</span>
          <Button ref={toFirstButton} onClick={() => setLoop(undefined)}>
            {messages.listen.loopOff}
          </Button>
        </>
      )}
    </div>
  );
}

/** How far the slider's keys go, in seconds. */
const moves: Readonly<Record<ShortcutIn<"comparePosition">, number>> = {
  on: 0.5,
  back: -0.5,
  farOn: 5,
  farBack: -5,
  toStart: Number.NEGATIVE_INFINITY,
  toEnd: Number.POSITIVE_INFINITY,
};
