import { loudestBetween, type Peaks } from "../../audio/analysis/peaks/peak-meter.ts";
import { estimateSeconds } from "../../contract/prices.ts";

/*
 * Why this isn't wavesurfer.js: version 8 adds 13 kB to the page's first load, has neither a slider's role nor its
 * keys, and shows finished recordings. What is needed here is a path that grows.
 */

/** A part of the page in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** How thick a stroke is, and how far apart two are, as parts of the height: 3 and 5 pixels of 44. */
const thickness = 3 / 44;
const pitchOfHeight = 5 / 44;

/** Quiet sounds are drawn a little larger than they are: what is half as high is heard as more than half as loud. */
const exponent = 0.65;

/**
 * Draws the first `span` seconds of a sound across `size`, as the data of SVG paths made of strokes with round ends:
 * `bars`, one upright bar for each stretch that came, a dot where it is silent; and `ahead`, a dot for each stretch
 * that is still to come, or whose shape isn't known. Heights are of full scale, never of the loudest so far: what was
 * drawn doesn't shrink because something louder comes, and two takes can be compared.
 */
export function waveformPaths(peaks: Peaks | undefined, span: number, { width, height }: Size) {
  const barWidth = height * thickness;
  const pitch = height * pitchOfHeight;
  const count = height === 0 ? 0 : Math.max(0, Math.floor((width + pitch - barWidth) / pitch + 1e-9));
  const middle = height / 2;
  const longest = middle - barWidth / 2;
  let bars = "";
  let ahead = "";
  for (let bar = 0; bar < count; bar += 1) {
    const x = tenths(bar * pitch + barWidth / 2);
    const from = (bar / count) * span;
    if (peaks === undefined || span === 0 || from >= peaks.seconds) {
      ahead += `M${x} ${tenths(middle)}v0`;
      continue;
    }
    const reach = tenths(longest * loudestBetween(peaks, from, ((bar + 1) / count) * span) ** exponent);
    bars += `M${x} ${tenths(middle - reach)}v${tenths(2 * reach)}`;
  }
  return { bars, ahead };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Seconds behind what came that a running sound keeps free, when it is longer than expected. */
const room = 1.1;

/**
 * How many seconds the waveform's width stands for. While more comes that is the length which the text lets expect, so
 * that the sound is seen growing towards its end instead of being squeezed; when nothing more comes, the real length.
 *
 * @param received seconds that came so far.
 */
export function waveformSpan(text: string, received: number, running: boolean): number {
  if (!running) return received;
  const expected = estimateSeconds(text);
  return received > expected / room ? received * room : expected;
}

/**
 * How far an eased change gets in `elapsed` milliseconds: from `now` towards `target`, there when nobody can see a
 * difference.
 */
export function ease(now: number, target: number, elapsed: number): number {
  const next = target + (now - target) * Math.exp(-elapsed / 70);
  return Math.abs(next - target) < Math.abs(target) * 0.002 ? target : next;
}
