import { measureSound, type SoundMeasures } from "../../audio/analysis/measures/measure-sound.ts";
import type { TakeLibrary } from "./library.ts";
import { isSending, type TakeRow } from "./take.ts";

export type { SoundMeasures } from "../../audio/analysis/measures/sound-meter.ts";
export { decibelsOf, whyNoLoudness } from "../../audio/analysis/measures/sound-meter.ts";

/** Whether what is kept of a take's sound can be measured: no more of it comes. */
export function canMeasure(row: Pick<TakeRow, "status" | "sound">): boolean {
  return !isSending(row) && row.status !== "waiting" && (row.sound === "whole" || row.sound === "partial");
}

/** What was measured of a take's sound, in the form in which it is shown. */
export function measuresOf({ measures }: Pick<TakeRow, "measures">): SoundMeasures | undefined {
  return measures === undefined ? undefined : { ...measures, loudness: measures.loudness };
}

/**
 * Measures a take's sound, or reads what was measured before: it is kept in the take's row. Undefined where no sound is
 * kept. Rejects like `measureSound`.
 */
export async function measureTake(
  library: Pick<TakeLibrary, "sound" | "update">,
  row: TakeRow,
  signal?: AbortSignal,
): Promise<SoundMeasures | undefined> {
  const known = measuresOf(row);
  if (known !== undefined || !canMeasure(row)) return known;
  const sound = await library.sound(row.id);
  if (sound === undefined) return undefined;
  const measures = await measureSound(sound.blob, sound.format, signal);
  library.update(row.id, { measures });
  return measures;
}
