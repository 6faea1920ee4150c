import { Fragment, memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useStore } from "zustand";
import { describeMeasure } from "../../core/measures/describe-measures.ts";
import { describeTake } from "../../core/takes/describe-take.ts";
import { isSending, type TakeRow } from "../../core/takes/take.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { classes } from "../../kit/classes.ts";
import { focusAfter, focusNeighbour } from "../../kit/focus-after.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import { scrollBehavior } from "../../kit/scroll-behavior.ts";
import { useDark } from "../../kit/theme.tsx";
import { type Analysis, type Spectrogram as Levels, loudestBetween, type SoundAnalysis } from "./analyses.ts";
import styles from "./compare.module.css";
import type { ComparedListeningStore } from "./compared-listening.ts";
import { useLook } from "./look.ts";
import { type CompareTexts, compareMessages } from "./messages/index.ts";
import type { PictureSettings } from "./picture-tools.tsx";
import { type FrequencyScale, frequencyTicks, paintSpectrogram, shareOf, summarise } from "./spectrum.ts";
import type { TimeView } from "./time-view.ts";
import { useChoice } from "./use-compare.ts";
import { useWidth } from "./use-width.ts";

interface LaneProps {
  readonly row: TakeRow;
  readonly number: number;
  readonly name: string;
  /** The name where all of them are seen. */
  readonly short: string;
  /** The name of the radio group. */
  readonly group: string;
  readonly analysis: Analysis | undefined;
  readonly active: boolean;
  readonly picture: PictureSettings;
  readonly view: TimeView;
  /** The upper end of the frequency axis, in hertz. */
  readonly top: number;
  readonly listening: ComparedListeningStore;
  readonly onSelect: () => void;
}

const toNextLane = focusNeighbour((rest) => rest.closest("[role=tabpanel]")?.querySelector("button"), "input:enabled");
const toOwnLane = focusAfter((rest) => rest.closest("[role=radiogroup] > *")?.querySelector("input:enabled"));

/** One take: its name, which lets it be heard, and its pictures on the common axis. */
export function Lane(props: LaneProps) {
  const { row, number, name, short, group, analysis, active, picture, view, top, listening, onSelect } = props;
  const texts = useHistoryTexts(compareMessages);
  const { large, figures = false } = useLook();
  const { messages } = texts;
  const lane = useRef<HTMLDivElement>(null);
  const sounds = useStore(listening, (state) => state.playing) && active;
  const matched = useStore(listening, (state) => state.matched);
  const decibels = useStore(listening, (state) => state.decibels.get(row.id) ?? 0);
  const loop = useStore(listening, (state) => state.loop);
  const found = typeof analysis === "object" ? analysis : undefined;
  const { model, pace, length, price } = describeTake(row, texts);
  const silent = row.sound !== "whole" && row.sound !== "partial";
  useEffect(() => {
    if (sounds) lane.current?.scrollIntoView({ block: "nearest", behavior: scrollBehavior() });
  }, [sounds]);
  const placed = useCallback((element: HTMLDivElement | null) => {
    lane.current = element;
    return toNextLane(element);
  }, []);
  return (
    <div ref={placed} className={styles["lane"]} data-active={active || undefined} data-sounds={sounds || undefined}>
      <label className={styles["laneHead"]}>
        <input
          type="radio"
          className="covering"
          name={group}
          checked={active}
          disabled={silent}
          aria-label={messages.number(number, name)}
          onChange={onSelect}
        />
        <b className={styles["number"]}>{number}</b>
        <span className={classes(large ? "twoLines" : "cut", styles["laneName"])} dir="auto" title={name}>
          {short}
        </span>
        {figures && (
          <small className={styles["laneFigures"]}>
            {[model, pace, length, price].filter(Boolean).map((figure, at) => (
              <Fragment key={figure}>
                {at > 0 && " · "}
                <span>{figure}</span>
              </Fragment>
            ))}
          </small>
        )}
        {!large && (
          <small className={styles["laneModel"]} title={model}>
            {model}
          </small>
        )}
        {matched && found !== undefined && large && (
          <small className={styles["gain"]}>{messages.listen.gain(signed(decibels, texts))}</small>
        )}
      </label>
      {found === undefined ? (
        <p className={styles["laneNote"]}>{whyEmpty(row, analysis, texts)}</p>
      ) : (
        <Pictures analysis={found} name={name} picture={picture} view={view} top={top} loop={loop} />
      )}
      {!large && (
        <div className={styles["laneFacts"]}>
          {found !== undefined && <span>{describeMeasure("loudness", found.measures, texts)}</span>}
          {matched && found !== undefined && (
            <span className={styles["gain"]}>{messages.listen.gain(signed(decibels, texts))}</span>
          )}
          <span>{pace}</span>
          {row.facts?.bitrate !== undefined && <span>{texts.numbers.integer(row.facts.bitrate)} kbit/s</span>}
          <LaneActions row={row} name={name} first={number === 1} />
        </div>
      )}
    </div>
  );
}

/** What becomes of a take in the comparison; the first one is the reference. */
function LaneActions({ row, name, first }: { readonly row: TakeRow; readonly name: string; readonly first: boolean }) {
  const { messages } = useHistoryTexts(compareMessages);
  const { remove, makeFirst } = useChoice((choice) => choice);
  return (
    <span className={styles["laneActions"]}>
      {first ? (
        <small>{messages.reference}</small>
      ) : (
        <IconButton
          ref={toOwnLane}
          icon="first"
          size={0.9375}
          label={messages.makeFirst(name)}
          onClick={() => makeFirst(row.id)}
        />
      )}
      <IconButton icon="close" size={0.9375} label={messages.remove(name)} onClick={() => remove(row.id)} />
    </span>
  );
}

function Pictures({
  analysis,
  name,
  picture: { shown, scale },
  view,
  top,
  loop,
}: Pick<LaneProps, "name" | "picture" | "view" | "top"> & {
  readonly analysis: SoundAnalysis;
  readonly loop: TimeView | undefined;
}) {
  const texts = useHistoryTexts(compareMessages);
  const { messages, numbers } = texts;
  const { measures, peaks, spectrogram } = analysis;
  const summary = useMemo(() => (spectrogram === undefined ? undefined : summarise(spectrogram)), [spectrogram]);
  const length = Math.max(1e-9, view.until - view.from);
  const said =
    summary === undefined
      ? messages.picture.silent(name)
      : messages.picture.spectrogram(name, summary.strongest, summary.reaches);
  return (
    <div className={styles["picture"]} data-picture="" data-shown={shown}>
      {shown !== "spectrogram" && (
        <Waveform
          peaks={peaks}
          view={view}
          label={messages.picture.waveform(name, describeMeasure("peak", measures, texts))}
        />
      )}
      {shown !== "waveform" && spectrogram !== undefined && (
        <div className={styles["spectrogram"]}>
          <Spectrogram spectrogram={spectrogram} view={view} scale={scale} top={top} label={said} />
          <div className={styles["frequencies"]} aria-hidden="true">
            {frequencyTicks(scale, top).map((hertz) => (
              <span key={hertz} style={{ insetBlockEnd: `${shareOf(hertz, scale, top) * 100}%` }}>
                {hertz < 1_000 ? numbers.integer(hertz) : messages.picture.kilohertz(hertz / 1_000)}
              </span>
            ))}
          </div>
        </div>
      )}
      {loop !== undefined && (
        <span
          className={styles["loop"]}
          style={{
            insetInlineStart: `${Math.max(0, (loop.from - view.from) / length) * 100}%`,
            insetInlineEnd: `${Math.max(0, (view.until - loop.until) / length) * 100}%`,
          }}
        />
      )}
      <span className={styles["head"]} data-head="" />
    </div>
  );
}

function whyEmpty(row: TakeRow, analysis: Analysis | undefined, { messages }: CompareTexts): string {
  if (isSending(row) || row.status === "waiting") return messages.listen.waiting;
  if (row.sound === "remote") return messages.listen.remote;
  if (row.sound === "none" || row.sound === "removed" || analysis === "none") return messages.listen.noSound;
  return analysis === "failed" ? messages.listen.unreadable : messages.listen.reading;
}

/** A level with its sign: a true minus, and none for nothing. */
function signed(decibels: number, { numbers }: CompareTexts): string {
  const text = numbers.fixed(Math.abs(decibels), 1);
  return decibels <= -0.05 ? `−${text}` : text;
}

/** The height that stands for full scale to both sides, in the picture's own units. */
const half = 50;
/** How far silence reaches: a line that one sees. */
const quietest = 1.2;

/** A sound's shape on the common axis; heights are of full scale, so that takes can be compared. */
const Waveform = memo(function Waveform({
  peaks,
  view,
  label,
}: {
  readonly peaks: SoundAnalysis["peaks"];
  readonly view: TimeView;
  readonly label: string;
}) {
  const svg = useRef<SVGSVGElement>(null);
  const width = Math.max(1, useWidth(svg));
  const seconds = (view.until - view.from) / width;
  let path = "";
  for (let x = 0; x < width; x += 1) {
    const from = view.from + x * seconds;
    if (from >= peaks.seconds) break;
    const reach = Math.max(quietest, half * loudestBetween(peaks, from, from + seconds)).toFixed(1);
    path += `M${x + 0.5} ${half}v-${reach}m0 ${reach}v${reach}`;
  }
  return (
    <svg
      ref={svg}
      role="img"
      aria-label={label}
      className={styles["waveform"]}
      viewBox={`0 0 ${width} ${2 * half}`}
      preserveAspectRatio="none"
    >
      <path d={path} />
    </svg>
  );
});

/** How many lines of pixels a spectrogram is painted with; the browser brings them to the height that there is. */
const lines = 160;

/** How much of each frequency there is at each moment, on the common axis. Only what is shown is painted. */
const Spectrogram = memo(function Spectrogram({
  spectrogram,
  view,
  scale,
  top,
  label,
}: {
  readonly spectrogram: Levels;
  readonly view: TimeView;
  readonly scale: FrequencyScale;
  /** Hertz. */
  readonly top: number;
  readonly label: string;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(canvas);
  const dark = useDark();
  const { from, until } = view;
  useLayoutEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (context === null || context === undefined || width === 0) return;
    const pixels = paintSpectrogram(spectrogram, { from, until, scale, top, dark }, width, lines);
    context.putImageData(new ImageData(pixels, width, lines), 0, 0);
  }, [spectrogram, from, until, scale, top, dark, width]);
  return (
    <canvas ref={canvas} role="img" aria-label={label} className={styles["canvas"]} width={width} height={lines} />
  );
});
