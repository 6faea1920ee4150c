import type { MeasureSound } from "../../conformance/run/measure.ts";

const measureHere: MeasureSound = async (sound, format, signal) => {
  const { analyseSound } = await import("../../audio/analysis/measures/measure-sound.ts");
  const { measures, voice } = await analyseSound(sound, format, { signal, voice: true });
  if (voice === undefined) throw new Error("The voice wasn't measured.");
  return { ...measures, voice };
};

/** Undefined in a browser that gives no worker to listen in. */
export const measure = typeof Worker === "undefined" ? undefined : measureHere;
