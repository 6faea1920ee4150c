import { useSound, useTexts } from "../playground-context.ts";
import styles from "./player.module.css";

/** How fast the sound came and what it is, in short. A figure stands there from the moment it is known. */
export function Facts() {
  const { t, numbers } = useTexts();
  const sound = useSound();
  if (sound === undefined) return null;
  const { moments, stalls, bytes, realTime } = sound.figures;
  const stalled = stalls.reduce((sum, { length }) => sum + (length ?? 0), 0);
  const figures: readonly (readonly [string, string | undefined])[] = [
    [t.player.moments.firstByte, moments.firstByte === undefined ? undefined : numbers.span(moments.firstByte)],
    [t.player.moments.firstSound, moments.firstSound === undefined ? undefined : numbers.span(moments.firstSound)],
    [t.player.stalls, stalls.length === 0 ? undefined : `${stalls.length} · ${numbers.span(stalled)}`],
    [t.player.moments.complete, moments.complete === undefined ? undefined : numbers.span(moments.complete)],
    [t.player.realTime, realTime === undefined ? undefined : numbers.fixed(realTime, 1)],
    [t.player.size, bytes === undefined ? undefined : numbers.size(bytes)],
    [t.player.format, sound.format],
  ];
  return (
    <dl className={styles["facts"]}>
      {figures.map(([term, value]) =>
        value === undefined ? null : (
          <div key={term} data-warn={term === t.player.stalls || undefined}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
