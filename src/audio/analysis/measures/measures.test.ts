import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLoudnessMeter } from "./loudness-meter.ts";
import { createSilenceMeter } from "./silence-meter.ts";
import { createSoundMeter, decibelsOf, whyNoLoudness } from "./sound-meter.ts";

/** A sine of `decibels` below full scale (of its peak). */
function sine(seconds: number, decibels: number, sampleRate: number, frequency = 997): Float32Array {
  const height = 10 ** (decibels / 20);
  const step = (2 * Math.PI * frequency) / sampleRate;
  return Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, at) => height * Math.sin(at * step));
}

const silence = (seconds: number, sampleRate: number) => new Float32Array(Math.round(seconds * sampleRate));

function loudnessOf(sampleRate: number, ...pieces: readonly (readonly Float32Array[])[]): number | undefined {
  const meter = createLoudnessMeter(sampleRate);
  for (const piece of pieces) meter.append(piece);
  return meter.integrated();
}

/** The same sound in both channels. */
const stereo = (samples: Float32Array) => [samples, samples];

describe("integrated loudness", () => {
  it.each([16_000, 22_050, 24_000, 44_100, 48_000])("of a sine of 997 Hz is that of the standard at %i Hz", (rate) => {
    const tone = sine(4, 0, rate);
    expect(loudnessOf(rate, [tone])).toBeCloseTo(-3.01, 1);
    expect(loudnessOf(rate, stereo(tone))).toBeCloseTo(0, 1);
    expect(loudnessOf(rate, [tone, silence(4, rate)])).toBeCloseTo(-3.01, 1);
  });

  it("is that of the standard within a tenth at 48,000 Hz, and weighs low sounds less", () => {
    expect(loudnessOf(48_000, [sine(4, 0, 48_000)])).toBeCloseTo(-3.01, 2);
    expect(loudnessOf(48_000, [sine(4, 0, 48_000, 60)]) ?? 0).toBeLessThan(-5);
    expect(loudnessOf(48_000, [sine(4, 0, 48_000, 4_000)]) ?? -9).toBeGreaterThan(-0.5);
  });

  it("at 8,000 Hz is off by no more than a fifth of a decibel", () => {
    expect(Math.abs((loudnessOf(8_000, [sine(4, 0, 8_000)]) ?? -99) + 3.01)).toBeLessThan(0.2);
  });

  // EBU Tech 3341, section 2.9: signals with the loudness that every meter must show, within 0.1 LU.
  const tone = (seconds: number, decibels: number) => stereo(sine(seconds, decibels, 48_000, 1_000));
  it.each([
    { signal: 1, pieces: [tone(20, -23)], expected: -23 },
    { signal: 2, pieces: [tone(20, -33)], expected: -33 },
    { signal: 3, pieces: [tone(10, -36), tone(60, -23), tone(10, -36)], expected: -23 },
    { signal: 4, pieces: [tone(10, -72), tone(10, -36), tone(60, -23), tone(10, -36), tone(10, -72)], expected: -23 },
    { signal: 5, pieces: [tone(20, -26), tone(20.1, -20), tone(20, -26)], expected: -23 },
    {
      signal: 6,
      pieces: [[-28, -28, -24, -30, -30].map((level) => sine(20, level, 48_000, 1_000))],
      expected: -23,
    },
  ])("of signal $signal of EBU Tech 3341 is $expected LUFS", ({ pieces, expected }) => {
    expect(Math.abs((loudnessOf(48_000, ...pieces) ?? 0) - expected)).toBeLessThanOrEqual(0.1);
  });

  it("doesn't exist below one block, nor of what is below the absolute gate", () => {
    expect(loudnessOf(48_000, [sine(0.399, 0, 48_000)])).toBeUndefined();
    expect(loudnessOf(48_000, [sine(0.4, 0, 48_000)])).toBeCloseTo(-3.01, 0);
    expect(loudnessOf(48_000, [sine(2, -80, 48_000)])).toBeUndefined();
    expect(whyNoLoudness({ loudness: undefined, duration: 0.399 })).toBe("too_short");
    expect(whyNoLoudness({ loudness: undefined, duration: 2 })).toBe("silent");
    expect(whyNoLoudness({ loudness: -23, duration: 2 })).toBeUndefined();
  });
});

describe("silence in front and behind", () => {
  function silenceOf(...pieces: readonly Float32Array[]) {
    const meter = createSilenceMeter(8_000);
    for (const piece of pieces) meter.append([piece]);
    return meter.silence();
  }

  it("is found to a hundredth of a second", () => {
    const found = silenceOf(silence(0.5, 8_000), sine(1, -20, 8_000), silence(0.25, 8_000));
    expect(found).toEqual({ leading: 0.5, trailing: 0.25 });
    expect(silenceOf(sine(1, -20, 8_000))).toEqual({ leading: 0, trailing: 0 });
  });

  it("goes by the threshold: -59 dB is sound and -61 dB isn't", () => {
    // A sine's root mean square lies 3 dB below its peak.
    expect(silenceOf(sine(1, -56, 8_000))).toEqual({ leading: 0, trailing: 0 });
    expect(silenceOf(sine(1, -58, 8_000))).toEqual({ leading: 1, trailing: 1 });
  });

  it("isn't ended by a click", () => {
    const clicked = silence(0.5, 8_000);
    clicked[1_000] = 1;
    expect(silenceOf(clicked, sine(1, -20, 8_000), clicked)).toEqual({ leading: 0.5, trailing: 0.5 });
    expect(silenceOf(clicked)).toEqual({ leading: 0.5, trailing: 0.5 });
  });

  it("takes the loudest channel, and the end of a sound that fills no window", () => {
    const meter = createSilenceMeter(8_000);
    meter.append([silence(0.1, 8_000), sine(0.1, -20, 8_000)]);
    meter.append([sine(0.005, -20, 8_000), silence(0.005, 8_000)]);
    expect(meter.silence()).toEqual({ leading: 0, trailing: 0 });
  });
});

describe("the sound meter", () => {
  it("finds the peak, samples at full scale and the length", () => {
    const meter = createSoundMeter(8_000, 2);
    meter.append([Float32Array.of(0, 1, -1, 0.25), Float32Array.of(0.5, -0.9999, 1.25, 0)]);
    expect(meter.measures()).toMatchObject({
      peak: 1.25,
      clipped: 3,
      duration: 4 / 8_000,
      sampleRate: 8_000,
      channels: 2,
    });
    expect(decibelsOf(1)).toBe(0);
    expect(decibelsOf(0.5)).toBeCloseTo(-6.02, 2);
  });

  it("has nothing of nothing, and takes what is no number for silence", () => {
    const meter = createSoundMeter(8_000, 1);
    expect(meter.measures()).toMatchObject({ peak: 0, loudness: undefined, clipped: 0, duration: 0 });
    meter.append([Float32Array.of(Number.NaN, 0.5)]);
    meter.append([sine(1, -20, 8_000)]);
    expect(meter.measures().peak).toBe(0.5);
    expect(meter.measures().loudness).toBeLessThan(-20);
  });

  it("gives the same whatever the pieces", () => {
    const rate = 11_025;
    const whole = Float32Array.from([
      ...silence(0.3, rate),
      ...sine(0.6, -12, rate),
      ...sine(0.4, -40, rate, 300),
      ...silence(0.2, rate),
    ]);
    const measure = (pieces: readonly Float32Array[]) => {
      const meter = createSoundMeter(rate, 1);
      for (const piece of pieces) meter.append([piece]);
      return meter.measures();
    };
    const expected = measure([whole]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4_000 }), { minLength: 1, maxLength: 8 }), (lengths) => {
        const pieces: Float32Array[] = [];
        for (let start = 0, turn = 0; start < whole.length; turn += 1) {
          const length = lengths[turn % lengths.length] ?? 1;
          pieces.push(whole.subarray(start, start + length));
          start += length;
        }
        const { loudness, ...others } = measure(pieces);
        expect({ ...others, loudness: expected.loudness }).toEqual(expected);
        expect(loudness).toBeCloseTo(expected.loudness ?? 0, 9);
      }),
      { numRuns: 40 },
    );
  });
});
