import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import type { Numbers } from "../../core/messages/numbers.ts";
import { keyNamer } from "../../core/shortcuts/key-namer.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { Notice } from "../../kit/notice.tsx";
import { inSteps, useFrames } from "../../kit/use-frames.ts";
import type { Analyses } from "./analyses.ts";
import styles from "./compare.module.css";
import { Transport } from "./compare-transport.tsx";
import type { ComparedListeningStore } from "./compared-listening.ts";
import { Lane } from "./lane.tsx";
import { useLook } from "./look.ts";
import { compareMessages } from "./messages/index.ts";
import { type PictureSettings, PictureTools, usualPicture } from "./picture-tools.tsx";
import { StageQuestion } from "./stage-question.tsx";
import { follow, type TimeView, timeTicks } from "./time-view.ts";
import { useNames, useShortNames } from "./use-distinctions.ts";
import { useTimeView } from "./use-time-view.ts";
import { useWidth } from "./use-width.ts";

interface ListenViewProps {
  readonly takes: readonly TakeRow[];
  readonly analyses: Analyses["byId"];
  readonly listening: ComparedListeningStore;
  /** What stands in front of how the sounds are drawn, in one line with it. */
  readonly lead?: ReactNode;
  /** Stands above the sounds. */
  readonly children?: ReactNode;
}

/** The sounds under each other on one axis, of which one is heard. */
export function ListenView({ takes, analyses, listening, lead, children }: ListenViewProps) {
  const texts = useHistoryTexts(compareMessages);
  const { large } = useLook();
  const wholeNameOf = useNames(takes);
  const short = useShortNames(takes);
  const { messages } = texts;
  const group = useId();
  const lanes = useRef<HTMLDivElement>(null);
  const [picture, setPicture] = useState<PictureSettings>(usualPicture);
  const playing = useStore(listening, (state) => state.playing);
  const active = useStore(listening, (state) => state.active);
  const exact = useStore(listening, (state) => state.exact);
  const failed = useStore(listening, (state) => state.status === "failed");
  const select = useStore(listening, (state) => state.select);
  const length = useStore(listening, (state) => state.duration);
  const found = useMemo(() => takes.map(({ id }) => analyses.get(id)), [takes, analyses]);
  const known = found.filter((each) => typeof each === "object");
  const duration = Math.max(length, ...known.map(({ measures }) => measures.duration), 0);
  const top = Math.max(4_000, ...known.map(({ measures }) => measures.sampleRate / 2));
  const at = takes.findIndex(({ id }) => id === active);
  const heard = takes[at] && messages.number(at + 1, short.nameOf(takes[at]));
  const { view, whole, setView } = useTimeView(duration, lanes, listening);

  useFrames(() => {
    const position = listening.getState().position();
    if (playing && !whole) {
      const next = follow(view, position, duration);
      if (next !== view) setView(next);
    }
    placeHeads(lanes.current, position, view);
  }, playing);
  // Whoever seeks while nothing plays sees it too.
  useEffect(
    () => listening.subscribe(() => placeHeads(lanes.current, listening.getState().position(), view)),
    [listening, view],
  );

  return (
    <>
      {large ? (
        <StageQuestion words={short.words} />
      ) : (
        <>
          <div className={styles["tools"]}>
            {lead}
            <PictureTools
              settings={picture}
              onSettings={setPicture}
              spectrograms={known.flatMap(({ spectrogram }) => spectrogram ?? [])}
              view={view}
              duration={duration}
              onView={setView}
            />
          </div>
          <Transport listening={listening} heard={heard} />
        </>
      )}
      {children}
      {failed && <Notice tone="warn">{messages.listen.failed}</Notice>}
      {!exact && <Notice tone="quiet">{messages.listen.long}</Notice>}
      <div
        ref={lanes}
        role="radiogroup"
        aria-label={messages.heard}
        className={styles["lanes"]}
        style={{ "--count": takes.length }}
      >
        {takes.map((row, at) => (
          <Lane
            key={row.id}
            row={row}
            number={at + 1}
            name={large ? short.nameOf(row) : wholeNameOf(row)}
            short={short.nameOf(row)}
            group={group}
            analysis={found[at]}
            active={row.id === active}
            picture={picture}
            view={view}
            top={top}
            listening={listening}
            onSelect={() => select(row.id)}
          />
        ))}
        {!large && <TimeAxis view={view} numbers={texts.numbers} />}
      </div>
      <p className="quiet" data-control="">
        {large ? messages.listen.stageKeys : messages.listen.keys(keyNamer(texts.language))}
      </p>
    </>
  );
}

/** Moves every playhead to `position`; the part of the page that does this is drawn sixty times a second. */
function placeHeads(lanes: HTMLElement | null, position: number, { from, until }: TimeView): void {
  const share = (position - from) / Math.max(1e-9, until - from);
  const place = `${inSteps(share) * 100}%`;
  for (const head of lanes?.querySelectorAll<HTMLElement>("[data-head]") ?? []) {
    head.hidden = share < 0 || share > 1;
    head.style.insetInlineStart = place;
  }
}

/** What a number of four or five characters takes beside its neighbour, in pixels. */
const room = 48;

interface TimeAxisProps {
  readonly view: TimeView;
  readonly numbers: Numbers;
}

/**
 * The seconds below the pictures. A number begins at its mark at the left end of the axis and ends at it at the right
 * end, and between them it is moved in proportion: the first and the last are whole, and none meets its neighbour.
 */
export function TimeAxis({ view, numbers }: TimeAxisProps) {
  const axis = useRef<HTMLDivElement>(null);
  const parts = Math.min(8, Math.max(1, Math.floor(useWidth(axis) / room)));
  const length = Math.max(1e-9, view.until - view.from);
  return (
    <div className={styles["axisRow"]} aria-hidden="true">
      <div ref={axis} className={styles["axis"]}>
        {timeTicks(view, parts).map((tick) => (
          <span key={tick} style={{ "--at": `${((tick - view.from) / length) * 100}%` }}>
            {numbers.decimal(tick)}
          </span>
        ))}
      </div>
    </div>
  );
}
