import { memo, useLayoutEffect, useRef } from "react";
import { useDark } from "../../kit/theme.tsx";
import type { Spectrogram as Levels } from "./analyses.ts";
import styles from "./compare.module.css";
import { type FrequencyScale, paintSpectrogram } from "./spectrum.ts";
import type { TimeView } from "./time-view.ts";
import { useWidth } from "./use-width.ts";

/** How many lines of pixels a spectrogram is painted with; the browser brings them to the height that there is. */
const lines = 160;

/** How much of each frequency there is at each moment, on the common axis. Only what is shown is painted. */
export const Spectrogram = memo(function Spectrogram({
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
