import type { Timbre } from "./timbre.ts";

/** Width of the engine's own intonation as a share of the fundamental frequency. */
const naturalWidth = 0.36;

/** The pitches, in Hz, that the engine follows. */
const lowest = 45;
const highest = 500;

/** The pitch that is spoken at when `f0` Hz are asked for. */
export function reachablePitch(f0: number): number {
  return Math.min(highest, Math.max(lowest, f0));
}

/** The pitch of one utterance, or of one sentence of it. */
interface PitchTarget {
  /** Median fundamental frequency, in Hz. */
  readonly f0: number;
  /** Width of the intonation as a factor; 1 is the engine's own. */
  readonly width: number;
}

/**
 * The text of an engine's voice variant file that gives a timbre at a pitch.
 *
 * The engine puts the floor of a voice 9 Hz under the first number of `pitch` and moves the formants with it, by a
 * quarter of its distance from 82 Hz. Both are undone here, so that a pitch is what was asked for and a timbre stays
 * itself at any pitch.
 */
export function variantFile(timbre: Timbre, target: PitchTarget, medianPitch: number): string {
  const f0 = reachablePitch(target.f0);
  const width = naturalWidth * timbre.liveliness * target.width * f0;
  const floor = f0 - medianPitch * width + 9;
  const shift = 1 + (floor - 82) / 82 / 4;
  const frequency = Math.round((100 * timbre.formantScale) / shift);
  const formants = Array.from({ length: 9 }, (_, formant) => {
    const level = formant < 3 ? 100 : timbre.brightness;
    return `formant ${formant} ${frequency} ${level} 100`;
  });
  return [
    "language variant",
    "name playground",
    `pitch ${Math.round(floor)} ${Math.round(floor + width)}`,
    ...formants,
    `flutter ${timbre.flutter}`,
    `roughness ${timbre.roughness}`,
    "",
  ].join("\n");
}
