/** The stretch of time that all pictures show, in seconds. */
export interface TimeView {
  readonly from: number;
  readonly until: number;
}

/** The shortest stretch that is shown, in seconds. */
const shortest = 0.2;

/** A stretch within the sounds. */
function within({ from, until }: TimeView, duration: number): TimeView {
  const length = Math.min(duration, Math.max(Math.min(shortest, duration), until - from));
  const start = Math.min(Math.max(0, from), duration - length);
  return { from: start, until: start + length };
}

/** The stretch `factor` times as long, in which the moment `around` stays in its place. */
export function zoom({ from, until }: TimeView, factor: number, around: number, duration: number): TimeView {
  return within({ from: around - (around - from) * factor, until: around + (until - around) * factor }, duration);
}

/** The stretch moved by some seconds. */
export function scroll({ from, until }: TimeView, seconds: number, duration: number): TimeView {
  const length = until - from;
  const start = Math.min(Math.max(0, from + seconds), Math.max(0, duration - length));
  return { from: start, until: start + length };
}

/** The stretch moved so far that `moment` is in it. */
export function follow(view: TimeView, moment: number, duration: number): TimeView {
  if (moment >= view.from && moment <= view.until) return view;
  return scroll(view, moment - view.from, duration);
}

/** Moments that are marked on the axis: round numbers that part the stretch into at most `parts` whole steps. */
export function timeTicks({ from, until }: TimeView, parts = 8): readonly number[] {
  const rough = (until - from) / parts;
  if (!(rough > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.max(0, Math.floor(until / step + 1e-9) - first + 1);
  return Array.from({ length: count }, (_, at) => (first + at) * step);
}
