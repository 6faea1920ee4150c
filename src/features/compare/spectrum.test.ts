import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSpectrogramMeter } from "../../audio/analysis/spectrogram/spectrogram-meter.ts";
import {
  colourOf,
  frequencyAt,
  frequencyScales,
  frequencyTicks,
  paintSpectrogram,
  shareOf,
  summarise,
} from "./spectrum.ts";

const rate = 16_000;
const top = 8_000;

function tone(frequency: number) {
  const meter = createSpectrogramMeter(rate);
  meter.append([Float32Array.from({ length: rate }, (_, at) => 0.5 * Math.sin((2 * Math.PI * frequency * at) / rate))]);
  return meter.spectrogram();
}

/** How light a pixel is. */
const lightness = ([red = 0, green = 0, blue = 0]: readonly number[]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

describe("a painted spectrogram", () => {
  it.each(frequencyScales)("shows a sine of 1 kHz as one bright line at its height on a %s axis", (scale) => {
    const [width, height] = [10, 200];
    const pixels = paintSpectrogram(tone(1_000), { from: 0, until: 1, scale, top, dark: true }, width, height);
    const column = Array.from({ length: height }, (_, y) =>
      lightness([...pixels.subarray((y * width + 5) * 4)].slice(0, 3)),
    );
    const brightest = column.indexOf(Math.max(...column));
    expect(Math.abs(1 - brightest / height - shareOf(1_000, scale, top))).toBeLessThan(0.02);
  });

  it("leaves free what is behind the sound's end and above its frequencies", () => {
    const pixels = paintSpectrogram(tone(500), { from: 0, until: 2, scale: "linear", top: 16_000, dark: true }, 20, 20);
    const alpha = (x: number, y: number) => pixels[(y * 20 + x) * 4 + 3];
    expect([alpha(2, 19), alpha(18, 19), alpha(2, 1)]).toEqual([255, 0, 0]);
  });

  it("is put into words by its strongest frequency and how far it reaches", () => {
    const found = summarise(tone(1_000));
    expect(Math.abs((found?.strongest ?? 0) - 1_000)).toBeLessThan(20);
    expect(found?.reaches).toBeLessThan(top);
    expect(summarise(createSpectrogramMeter(rate).spectrogram())).toBeUndefined();
  });
});

describe("a frequency axis", () => {
  it("has marks that don't lie over each other", () => {
    for (const scale of frequencyScales) {
      for (const end of [4_000, 8_000, 11_025, 22_050, 24_000]) {
        const shares = frequencyTicks(scale, end).map((hertz) => shareOf(hertz, scale, end));
        expect(shares.length).toBeGreaterThanOrEqual(2);
        for (const [at, share] of shares.entries()) expect(share - (shares[at - 1] ?? 0)).toBeGreaterThan(0.12);
      }
    }
  });

  it("leads there and back", () => {
    fc.assert(
      fc.property(fc.constantFrom(...frequencyScales), fc.double({ min: 0, max: 1, noNaN: true }), (scale, share) => {
        expect(shareOf(frequencyAt(share, scale, 12_000), scale, 12_000)).toBeCloseTo(share, 9);
      }),
    );
  });
});

it("colours get evenly lighter with the level on a dark page, and darker on a light one", () => {
  const run = Array.from({ length: 101 }, (_, at) => lightness(colourOf(at / 100, true)));
  for (const [at, value] of run.entries()) if (at > 0) expect(value).toBeGreaterThan(run[at - 1] ?? 0);
  expect(colourOf(0, false)).toEqual(colourOf(1, true));
  expect(lightness(colourOf(1, false))).toBeLessThan(lightness(colourOf(0, false)));
});
