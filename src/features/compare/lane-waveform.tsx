import { memo, useRef } from "react";
import { loudestBetween, type SoundAnalysis } from "./analyses.ts";
import styles from "./compare.module.css";
import type { TimeView } from "./time-view.ts";
import { useWidth } from "./use-width.ts";

/** The height that stands for full scale to both sides, in the picture's own units. */
const half = 50;
/** How far silence reaches: a line that one sees. */
const quietest = 1.2;

/** A sound's shape on the common axis; heights are of full scale, so that takes can be compared. */
export const Waveform = memo(function Waveform({
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
