import { useTexts } from "../../core/page/playground-context.ts";
import styles from "./frames.module.css";
import { framesMessages } from "./messages/index.ts";
import type { Waterfall as Layout, Span } from "./waterfall-layout.ts";
import { axisTicks } from "./waterfall-layout.ts";

interface WaterfallProps {
  readonly layout: Layout;
  /** The row that is looked at. */
  readonly chosen: number | undefined;
}

/** Behind this share of the axis a tick's number has no room to the right of it, on a phone either. */
const lastRoom = 0.88;

/** A request on one axis of time: what it waited for, every piece as it came, and what was heard when. */
export function Waterfall({ layout, chosen }: WaterfallProps) {
  const { messages, page, numbers } = useTexts(framesMessages);
  const { end, pieces, preparing, waiting, answer, sound, stalls } = layout;
  const percent = (at: number): string => `${(Math.min(at, end) / end) * 100}%`;
  const place = ({ from, until }: Span) => ({ left: percent(from), width: percent(Math.max(0, until - from)) });
  const say = (name: string, { from, until }: Span): string => messages.waterfall.span(name, from, until);
  const spans = [
    { name: messages.waterfall.preparing, span: preparing, className: "preparing" },
    { name: messages.waterfall.waiting, span: waiting, className: "waiting" },
    { name: messages.waterfall.answer, span: answer, className: "answer" },
  ] as const;
  const summary = [
    ...spans.flatMap(({ name, span }) => (span === undefined ? [] : [say(name, span)])),
    // What is told of a task has no sound in it.
    messages.waterfall.pieces(pieces.reduce((sum, { share, count }) => sum + (share > 0 ? count : 0), 0)),
    ...(sound === undefined ? [] : [say(messages.waterfall.sound, sound)]),
    ...stalls.map((stall) => say(messages.waterfall.stall, stall)),
  ];
  const label = [messages.waterfall.label, summary.join(page.between.list)].join(page.between.colon);
  return (
    <div className={styles["waterfall"]} role="img" aria-label={label}>
      <div className={styles["lane"]}>
        {spans.map(({ name, span, className }) =>
          span === undefined ? null : (
            <span
              key={className}
              className={styles["span"]}
              data-spare=""
              data-kind={className}
              style={place(span)}
              title={say(name, span)}
            >
              <span className={styles["name"]}>{name}</span>
            </span>
          ),
        )}
      </div>
      <div className={styles["lane"]}>
        {pieces.map((piece) => (
          <span
            key={piece.row}
            className={styles["piece"]}
            data-chosen={piece.row === chosen || undefined}
            style={{ ...place(piece), height: `${20 + 80 * piece.share}%` }}
          />
        ))}
      </div>
      <div className={styles["lane"]}>
        {sound !== undefined && (
          <span
            className={styles["span"]}
            data-spare=""
            data-kind="sound"
            style={place(sound)}
            title={say(messages.waterfall.sound, sound)}
          >
            <span className={styles["name"]}>{messages.waterfall.sound}</span>
          </span>
        )}
        {stalls.map((stall) => (
          <span
            key={stall.from}
            className={styles["stall"]}
            style={place(stall)}
            title={say(messages.waterfall.stall, stall)}
          />
        ))}
      </div>
      <div className={styles["axis"]}>
        {axisTicks(end).map((tick) => (
          <span key={tick} data-late={tick / end > lastRoom || undefined} style={{ left: percent(tick) }}>
            {numbers.decimal(tick)}
          </span>
        ))}
      </div>
    </div>
  );
}
