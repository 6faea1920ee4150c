import { describe, expect, it } from "vitest";
import { likenessOf } from "./likeness.ts";
import { createVoiceMeter } from "./voice-meter.ts";

const rate = 22_050;

/** Something like a voice: a pitch with overtones, swelling as syllables do. */
function voice(pitch: number, seconds: number, syllables = 3.7): Float32Array {
  return Float32Array.from({ length: Math.round(rate * seconds) }, (_, at) => {
    const time = at / rate;
    const swell = Math.sin(Math.PI * syllables * time * (1 + time / seconds)) ** 2;
    let sum = 0;
    for (let tone = 1; tone <= 8; tone += 1) sum += Math.sin(2 * Math.PI * pitch * tone * time) / tone;
    return 0.2 * swell * sum;
  });
}

function traitsOf(...pieces: readonly Float32Array[]) {
  const meter = createVoiceMeter(rate);
  for (const piece of pieces) meter.append([piece]);
  return meter.traits();
}

describe("a voice", () => {
  it.each([90, 120, 200, 310])("has its pitch: %i Hz", (pitch) => {
    expect(traitsOf(voice(pitch, 1)).pitch).toBeGreaterThan(pitch * 0.95);
    expect(traitsOf(voice(pitch, 1)).pitch).toBeLessThan(pitch * 1.05);
  });

  it("has none where there is silence or noise", () => {
    expect(traitsOf(new Float32Array(rate)).pitch).toBeUndefined();
    let seed = 1;
    const noise = new Float32Array(rate).map(() => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647 - 0.5;
    });
    expect(traitsOf(noise).pitch).toBeUndefined();
  });

  it("is the same whatever the pieces", () => {
    const whole = voice(140, 1);
    expect(traitsOf(whole.subarray(0, 1_001), whole.subarray(1_001))).toEqual(traitsOf(whole));
  });

  it("is told from another, and known again when it is said twice", () => {
    const [one, other] = [voice(120, 1.5), voice(220, 1.5, 5.1)];
    expect(likenessOf(traitsOf(one).windows, traitsOf(one).windows)).toBeCloseTo(1);
    expect(likenessOf(traitsOf(one).windows, traitsOf(other).windows)).toBeLessThan(0.9);
    expect(traitsOf(one, other).halves).toBeLessThan(0.9);
    expect(traitsOf(one, one).halves).toBeGreaterThan(0.98);
  });
});
