import { expect, it } from "vitest";
import { VoiceLevels } from "./levels.ts";

const tone = (amplitude: number, seconds = 1) =>
  Float32Array.from({ length: 22_050 * seconds }, (_, index) => amplitude * Math.sin(index / 10));
const joined = (...parts: readonly Float32Array[]) => Float32Array.from(parts.flatMap((part) => [...part]));

it("brings voices of any level to one, silence aside", () => {
  const levels = new VoiceLevels();
  expect(levels.gainOf("loud")).toBeUndefined();
  const pause = new Float32Array(11_025);
  for (const [name, amplitude] of [
    ["loud", 0.9],
    ["quiet", 0.02],
  ] as const) {
    levels.learn(name, joined(tone(amplitude), pause, tone(amplitude)), 22_050);
    const level = 20 * Math.log10((amplitude / Math.SQRT2) * (levels.gainOf(name) ?? 0));
    expect(Math.abs(level + 19.7)).toBeLessThan(0.1);
  }
});

it("raises no peak beyond full scale, and no noise", () => {
  const levels = new VoiceLevels();
  const peaked = tone(0.02);
  peaked[5_000] = 0.5;
  levels.learn("peaked", peaked, 22_050);
  expect((levels.gainOf("peaked") ?? 0) * 0.5).toBeLessThanOrEqual(1);
  levels.learn("noise", tone(0.0001), 22_050);
  expect(levels.gainOf("noise")).toBeLessThan(16);
});

it("learns nothing of silence, and no more once a voice is known", () => {
  const levels = new VoiceLevels();
  levels.learn("voice", new Float32Array(22_050), 22_050);
  expect(levels.gainOf("voice")).toBeUndefined();
  levels.learn("voice", tone(0.1, 6.5), 22_050);
  const known = levels.gainOf("voice");
  levels.learn("voice", tone(0.8, 6.5), 22_050);
  expect(levels.gainOf("voice")).toBe(known);
});
