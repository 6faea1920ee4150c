import { describeErrors } from "../../core/hearing/describe-heard.ts";
import { describeMeasure, measureTexts } from "../../core/measures/describe-measures.ts";
import { describeRate } from "../../core/measures/describe-rate.ts";
import { useMeasures } from "../../core/measures/use-measures.ts";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";
import type { Sound } from "../../core/sound/derive-sound.ts";
import { describeRowPrice, describeUnpaid, settledPrice } from "../../core/takes/describe-take.ts";
import { figuresText, moments } from "../../core/takes/figures.ts";
import type { Take } from "../../core/takes/take.ts";
import { useHistoryTexts, useLibrary } from "../../core/takes/use-history.ts";
import { CopyButton } from "../../kit/copy-button.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { Terms } from "../../kit/terms.tsx";
import styles from "./figures.module.css";

// Its parts would be named among those that every visit hears of.
const HearBar = lazyWithRetry(() => import("../../core/hearing/hear-bar.tsx"), null);

interface FiguresTableProps {
  readonly take: Take;
  readonly sound: Sound;
  readonly onClose: () => void;
}

/** What of the measures isn't said already. */
const shownMeasures = ["peak", "loudness", "leadingSilence", "trailingSilence", "clipped"] as const;

/** Everything that was measured of a take. What isn't known stays a dash, so that one sees what could be known. */
export default function FiguresTable({ take, sound, onClose }: FiguresTableProps) {
  const texts = useHistoryTexts();
  const { page, takes, numbers } = texts;
  const row = useLibrary().rows.find(({ id }) => id === take.id);
  const { figures, format, rateAssumed } = sound;
  const overSocket = take.request.endpoint === "websocket";
  const unknown = "–";
  const milliseconds = (value: number | undefined): string =>
    value === undefined ? unknown : `${numbers.fixed(value, 3)} ms`;
  const count = (value: number | undefined, unit = ""): string =>
    value === undefined ? unknown : `${numbers.integer(value)}${unit}`;

  const found = useMeasures(row);
  const messages = measureTexts(texts);
  const { figures: own, hearing } = messages;
  const measured = shownMeasures.map(
    (name) =>
      [messages[name], found.status === "known" ? describeMeasure(name, found.measures, texts) : unknown] as const,
  );

  const rows: readonly (readonly [string, string])[] = [
    ...moments.map((moment) => [page.player.moments[moment], milliseconds(figures.moments[moment])] as const),
    ...figures.stalls.map(
      ({ at, length }, index) =>
        [
          own.stall(index + 1),
          own.stallAt(milliseconds(at), length === undefined ? "…" : milliseconds(length)),
        ] as const,
    ),
    ...(figures.stalls.length === 0 ? ([[page.player.stalls, numbers.integer(0)]] as const) : []),
    [own.duration, figures.duration === undefined ? unknown : `${figures.duration.toFixed(6)} s`],
    [page.player.size, count(figures.bytes, " B")],
    // A task's sound isn't part of its answer: nothing is known of its pieces.
    ...(take.request.endpoint === "tasks"
      ? []
      : [[overSocket ? own.audioFrames : own.chunks, count(figures.chunks)] as const]),
    [page.player.format, format ?? unknown],
    [own.bitrate, figures.bitrate === undefined ? unknown : `${numbers.decimal(figures.bitrate)} kbit/s`],
    [own.sampleRate, figures.sampleRate === undefined ? unknown : describeRate(figures.sampleRate, rateAssumed, texts)],
    [own.channels, count(figures.channels)],
    ...measured,
    ...(row?.heard === undefined
      ? []
      : [
          [hearing.errors, describeErrors(row, texts) ?? unknown] as const,
          [hearing.heard, row.heard.text || hearing.nothing] as const,
        ]),
    [
      page.player.realTime,
      figures.realTime === undefined ? unknown : page.player.realTimeOf(numbers.fixed(figures.realTime, 4)),
    ],
    [takes.estimate, describeRowPrice(row?.price, row?.multiplier, texts) || unknown],
    // By the document's formula where the service told how long the sound is. What was settled stands in its own log
    // (section 8).
    [
      takes.cost,
      (row && (describeUnpaid(row, texts) ?? describeRowPrice(settledPrice(row), row.multiplier, texts))) || unknown,
    ],
  ];
  // Said where everything is that is known of a take: nothing else would tell why it has no captions.
  const lacksTimes =
    take.request.endpoint === "speech" &&
    take.timestamps.getSnapshot().length === 0 &&
    Object.values(take.model.modes).some(({ transports }) => transports.includes("websocket"));
  return (
    <div className={styles["panel"]}>
      <div className={styles["head"]}>
        <h2>{page.player.figures}</h2>
        <CopyButton
          text={() => figuresText(take, sound, row && { ...row, settled: settledPrice(row) })}
          labels={{ copy: own.copy, ...page.copying }}
        />
        <IconButton icon="close" label={page.words.close} onClick={onClose} />
      </div>
      <p>{messages.figuresHelp}</p>
      {lacksTimes && <p>{takes.noTimes}</p>}
      <dl className={styles["table"]}>
        <Terms of={rows} />
      </dl>
      {row !== undefined && <HearBar rows={[row]} />}
    </div>
  );
}
