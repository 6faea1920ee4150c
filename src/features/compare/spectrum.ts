import { decibelsOfLevel, type Spectrogram } from "../../audio/analysis/spectrogram/spectrogram-meter.ts";

/** How the frequencies of a spectrogram lie above each other. */
export const frequencyScales = ["mel", "log", "linear"] as const;
export type FrequencyScale = (typeof frequencyScales)[number];

/** The levels between which colours change, in dB below a sine of full scale. */
export const shownRange = { lowest: -100, highest: -10 } as const;
/** The lowest frequency of a logarithmic axis, in hertz. */
const lowestOfLog = 50;

const toMel = (hertz: number): number => Math.log10(1 + hertz / 700);
const fromMel = (mel: number): number => 700 * (10 ** mel - 1);

/** The frequency (hertz) at a share of the axis' height, 0 at its foot, up to `top`. */
export function frequencyAt(share: number, scale: FrequencyScale, top: number): number {
  if (scale === "linear") return share * top;
  if (scale === "log") return lowestOfLog * (top / lowestOfLog) ** share;
  return fromMel(share * toMel(top));
}

/** Where a frequency lies on the axis: 0 at its foot, 1 at its head. */
export function shareOf(hertz: number, scale: FrequencyScale, top: number): number {
  if (scale === "linear") return hertz / top;
  if (scale === "log") return Math.log(hertz / lowestOfLog) / Math.log(top / lowestOfLog);
  return toMel(hertz) / toMel(top);
}

/**
 * A perceptually uniform run of colours, from nothing to full: eight even stops of seaborn's rocket (BSD-3-Clause). Its
 * lightness rises evenly, so that equal steps in dB look equal, and it reads without colour vision.
 */
const rocket = [
  [0x03, 0x05, 0x1a],
  [0x35, 0x19, 0x3e],
  [0x70, 0x1f, 0x57],
  [0xad, 0x17, 0x59],
  [0xe1, 0x33, 0x42],
  [0xf3, 0x76, 0x51],
  [0xf6, 0xb4, 0x8f],
  [0xfa, 0xeb, 0xdd],
] as const;

/**
 * The colour of a share from 0 to 1, as red, green, blue. On a light page it runs the other way: silence is light
 * there.
 */
export function colourOf(share: number, dark: boolean): readonly [number, number, number] {
  const at = Math.min(1, Math.max(0, dark ? share : 1 - share)) * (rocket.length - 1);
  const below = Math.min(rocket.length - 2, Math.floor(at));
  const [from, to] = [rocket[below] ?? rocket[0], rocket[below + 1] ?? rocket[0]];
  const mix = (channel: 0 | 1 | 2): number => Math.round(from[channel] + (to[channel] - from[channel]) * (at - below));
  return [mix(0), mix(1), mix(2)];
}

/** The part of a spectrogram that is shown, and how. */
export interface SpectrogramView {
  /** Seconds. */
  readonly from: number;
  readonly until: number;
  readonly scale: FrequencyScale;
  /** The axis' upper end, in hertz. */
  readonly top: number;
  readonly dark: boolean;
}

/**
 * So many columns are looked at for one pixel, evenly spread: beyond that, painting would be felt and nothing more be
 * seen.
 */
const mostColumns = 4;

/**
 * Paints a part of a spectrogram: four bytes a pixel, from the upper left. What lies outside of the sound stays
 * transparent.
 */
export function paintSpectrogram(
  spectrogram: Spectrogram,
  view: SpectrogramView,
  width: number,
  height: number,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(width * height * 4);
  const words = new Uint32Array(pixels.buffer);
  const colours = coloursOfLevels(view.dark);
  const { levels, rows, columns, secondsPerColumn } = spectrogram;
  const bands = Array.from({ length: height }, (_, y) => rowsAt(y, height, spectrogram, view));
  const secondsPerPixel = (view.until - view.from) / width;
  for (let x = 0; x < width; x += 1) {
    const first = Math.round((view.from + x * secondsPerPixel) / secondsPerColumn);
    const end = Math.max(first + 1, Math.round((view.from + (x + 1) * secondsPerPixel) / secondsPerColumn));
    if (first >= columns) break;
    const stride = Math.max(1, Math.floor((end - first) / mostColumns));
    for (let y = 0; y < height; y += 1) {
      const band = bands[y];
      if (band === undefined || band.low >= rows) continue;
      let level = 0;
      for (let column = Math.max(0, first); column < Math.min(columns, end); column += stride) {
        for (let row = band.low; row <= Math.min(rows - 1, band.high); row += 1) {
          level = Math.max(level, levels[column * rows + row] ?? 0);
        }
      }
      words[y * width + x] = colours[level] ?? 0;
    }
  }
  return pixels;
}

/** The colour of each level, four bytes as they lie in a picture. */
function coloursOfLevels(dark: boolean): Uint32Array {
  const bytes = new Uint8Array(256 * 4);
  const { lowest, highest } = shownRange;
  for (let level = 0; level < 256; level += 1) {
    bytes.set([...colourOf((decibelsOfLevel(level) - lowest) / (highest - lowest), dark), 255], level * 4);
  }
  return new Uint32Array(bytes.buffer);
}

/** The rows of the spectrogram that one line of pixels stands for. */
function rowsAt(y: number, height: number, { hertzPerRow }: Spectrogram, { scale, top }: SpectrogramView) {
  const low = Math.round(frequencyAt(1 - (y + 1) / height, scale, top) / hertzPerRow);
  const high = Math.round(frequencyAt(1 - y / height, scale, top) / hertzPerRow);
  return { low, high: Math.max(low, high - 1) };
}

/** How far apart marks are at least, as a share of the axis: the height of a figure. */
const tickDistance = 0.13;

/** Frequencies that are marked beside the axis, in hertz, from the lowest up to below `top`. */
export function frequencyTicks(scale: FrequencyScale, top: number): readonly number[] {
  const marks = [100, 200, 500, 1_000, 2_000, 4_000, 6_000, 8_000, 10_000, 12_000, 16_000, 20_000];
  const kept: number[] = [];
  for (const hertz of marks) {
    const share = shareOf(hertz, scale, top);
    const below = kept.length === 0 ? 0 : shareOf(kept.at(-1) ?? 0, scale, top);
    if (share - below >= tickDistance && share <= 1 - tickDistance / 2) kept.push(hertz);
  }
  return kept;
}

/** What a spectrogram shows, in two figures: undefined for silence. */
export function summarise({ levels, rows, columns, hertzPerRow }: Spectrogram) {
  const loudest = new Uint8Array(rows);
  const sums = new Float64Array(rows);
  for (let column = 0; column < columns; column += 1) {
    for (let row = 0; row < rows; row += 1) {
      const level = levels[column * rows + row] ?? 0;
      sums[row] = (sums[row] ?? 0) + 10 ** (decibelsOfLevel(level) / 10);
      if (level > (loudest[row] ?? 0)) loudest[row] = level;
    }
  }
  const strongest = sums.indexOf(Math.max(...sums));
  const most = Math.max(...loudest);
  if (decibelsOfLevel(most) <= shownRange.lowest) return undefined;
  const reaches = loudest.findLastIndex((level) => decibelsOfLevel(level) > decibelsOfLevel(most) - 60);
  return { strongest: strongest * hertzPerRow, reaches: reaches * hertzPerRow };
}
