import FFT from "fft.js";

/** How much of each frequency there is at each moment, as a picture can show it. */
export interface Spectrogram {
  /**
   * One byte for each row of each column, columns one after the other, rows from the lowest frequency up: see
   * {@link decibelsOfLevel}.
   */
  readonly levels: Uint8Array<ArrayBuffer>;
  readonly columns: number;
  readonly rows: number;
  /** How far one column begins behind the other. */
  readonly secondsPerColumn: number;
  /** How far one row lies above the other; the first one is at 0 Hz. */
  readonly hertzPerRow: number;
  /** The length of a window, in seconds. */
  readonly windowSeconds: number;
}

/** The most bytes that a spectrogram takes at any length: at 22,050 Hz enough for six minutes at full resolution. */
const mostBytes = 16 << 20;
/**
 * A window is as long as the power of two next to this, in seconds: long enough to tell a low voice's harmonics apart.
 */
const windowLength = 0.046;
/** Windows overlap by three quarters. */
const overlap = 4;
/** What the lowest and the highest byte mean, in dB; a sine of full scale is at 0. */
const levelRange = { lowest: -120, highest: 0 } as const;

/** The dB below a sine of full scale that a byte of a spectrogram stands for. */
export function decibelsOfLevel(level: number): number {
  return levelRange.lowest + (level / 255) * (levelRange.highest - levelRange.lowest);
}

/** The length of a window at `sampleRate`, in samples: a power of two. */
function windowSamples(sampleRate: number): number {
  return 2 ** Math.max(6, Math.round(Math.log2(sampleRate * windowLength)));
}

/**
 * Makes the spectrogram of samples at `sampleRate` (hertz) that come in pieces; the same whatever the pieces. Its
 * memory doesn't grow with the sound: when its columns are used up, each two become one that keeps the louder of each;
 * from then on every second window is enough.
 */
export function createSpectrogramMeter(sampleRate: number, bytes = mostBytes) {
  const size = windowSamples(sampleRate);
  const hop = size / overlap;
  const rows = size / 2 + 1;
  const capacity = Math.max(2, Math.floor(bytes / rows / 2) * 2);
  const fft = new FFT(size);
  const hann = Float64Array.from({ length: size }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size));
  // A sine of full scale gives a quarter of the window's length in its row.
  const scale = (4 / size) ** 2;
  const recent = new Float64Array(size);
  const input = new Array<number>(size).fill(0);
  const output = fft.createComplexArray();
  let kept = new Uint8Array(Math.min(capacity, 512) * rows);
  /** The most power of each row in the column that isn't over. */
  const open = new Float64Array(rows);
  /** Columns that are over, windows in a column, and windows in the one that isn't over. */
  let count = 0;
  let windowsPerColumn = 1;
  let inColumn = 0;
  // The first window lies around the beginning, so that a column shows the moment it stands at.
  let filled = size / 2;
  let heard = 0;

  /** Takes the next samples: one array for each channel, all of the same length, from −1 to 1. Channels are mixed. */
  function append(channels: readonly Float32Array[]): void {
    const length = channels[0]?.length ?? 0;
    heard += length;
    for (let at = 0; at < length; at += 1) {
      let mixed = 0;
      for (const samples of channels) {
        const sample = samples[at] ?? 0;
        if (Number.isFinite(sample)) mixed += sample;
      }
      take(mixed / channels.length);
    }
  }

  function take(sample: number): void {
    recent[filled] = sample;
    filled += 1;
    if (filled < size) return;
    if (windowsPerColumn < overlap || inColumn % 2 === 0) transform(open);
    recent.copyWithin(0, hop);
    filled = size - hop;
    inColumn += 1;
    if (inColumn === windowsPerColumn) close();
  }

  /** Puts the power of each row into `column` where it is more than what stands there. */
  function transform(column: Float64Array): void {
    for (let at = 0; at < size; at += 1) input[at] = (recent[at] ?? 0) * (hann[at] ?? 0);
    fft.realTransform(output, input);
    for (let row = 0; row < rows; row += 1) {
      const real = output[2 * row] ?? 0;
      const imaginary = output[2 * row + 1] ?? 0;
      const power = (real * real + imaginary * imaginary) * scale;
      if (power > (column[row] ?? 0)) column[row] = power;
    }
  }

  function close(): void {
    if ((count + 1) * rows > kept.length) {
      const larger = new Uint8Array(Math.min(capacity, (2 * kept.length) / rows) * rows);
      larger.set(kept);
      kept = larger;
    }
    for (let row = 0; row < rows; row += 1) kept[count * rows + row] = levelOf(open[row] ?? 0);
    open.fill(0);
    inColumn = 0;
    count += 1;
    if (count === capacity) fold();
  }

  function fold(): void {
    for (let column = 0; column < capacity / 2; column += 1) {
      const first = 2 * column * rows;
      for (let row = 0; row < rows; row += 1) {
        kept[column * rows + row] = Math.max(kept[first + row] ?? 0, kept[first + rows + row] ?? 0);
      }
    }
    count = capacity / 2;
    windowsPerColumn *= 2;
  }

  /** What there is so far, as a copy. */
  function spectrogram(): Spectrogram {
    // What no window holds yet is looked at with silence behind it.
    const last = Float64Array.from(open);
    if (heard > 0) {
      recent.fill(0, filled);
      transform(last);
    }
    const columns = count + (heard > 0 ? 1 : 0);
    const levels = new Uint8Array(columns * rows);
    levels.set(kept.subarray(0, count * rows));
    if (heard > 0) levels.set(Uint8Array.from(last, levelOf), count * rows);
    return {
      levels,
      columns,
      rows,
      secondsPerColumn: (windowsPerColumn * hop) / sampleRate,
      hertzPerRow: sampleRate / size,
      windowSeconds: size / sampleRate,
    };
  }

  return { append, spectrogram };
}

function levelOf(power: number): number {
  const { lowest, highest } = levelRange;
  const decibels = 10 * Math.log10(power);
  return Math.max(0, Math.min(255, Math.round(((decibels - lowest) / (highest - lowest)) * 255)));
}
