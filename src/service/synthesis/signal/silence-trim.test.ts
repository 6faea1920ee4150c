import { expect, it } from "vitest";
import { joinSamples } from "../../../contract/bytes.ts";
import { SilenceTrim } from "./silence-trim.ts";

const silent = (seconds: number) => new Float32Array(Math.round(22_050 * seconds)).fill(0.001);
const tone = (seconds: number) =>
  Float32Array.from({ length: 22_050 * seconds }, (_, index) => 0.2 * Math.sin(index / 10 + 1));

function trimmed(sound: Float32Array, portion: number): Float32Array[] {
  const trim = new SilenceTrim();
  const parts: Float32Array[] = [];
  for (let at = 0; at < sound.length; at += portion) parts.push(trim.push(sound.subarray(at, at + portion)));
  return [...parts, trim.finish()];
}

it.each([1, 7, 110, 4_096, 1_000_000])(
  "takes the silence around a sound, and none within it, in portions of %d",
  (portion) => {
    const sound = joinSamples([silent(0.3), tone(0.5), silent(0.4), tone(0.2), silent(0.6)]);
    const left = joinSamples(trimmed(sound, portion));
    expect(Math.abs(left.length / 22_050 - 1.1)).toBeLessThan(0.011);
    expect(Math.abs(left[220] ?? 0)).toBeGreaterThan(0);
  },
);

it("hands on what sounds as soon as it is there", () => {
  const [first] = trimmed(joinSamples([tone(0.5), silent(1)]), 22_050 / 4);
  expect((first?.length ?? 0) / 22_050).toBeCloseTo(0.25, 1);
});

it("leaves nothing of silence", () => {
  expect(joinSamples(trimmed(silent(1), 999))).toHaveLength(0);
});
