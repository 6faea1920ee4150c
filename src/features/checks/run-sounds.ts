import * as z from "zod/mini";
import type { RunRecord } from "../../conformance/run/result.ts";
import type { CheckRun } from "../../conformance/run/run-check.ts";
import type { Records } from "../../core/takes/records.ts";
import { storedBlobSchema } from "../../core/takes/stored-blob.ts";
import { formatSchema } from "../../core/takes/take-schema.ts";

/** The sound of a check's run that is no take, as the service sent it. */
export const checkSoundSchema = z.object({ id: z.string(), format: formatSchema, blob: storedBlobSchema });
export type CheckSound = Readonly<z.infer<typeof checkSoundSchema>>;

/** The most bytes of a sound that is kept: those of the longest texts would leave no room for takes. */
const mostBytes = 8 << 20;

/** Keeps a run's sound by `id`; returns that, undefined where it had none, or one that is too large. */
export function keepSound(sounds: Records<CheckSound>, id: string, { sound }: CheckRun): string | undefined {
  if (sound === undefined || sound.blob.size > mostBytes) return undefined;
  sounds.put({ id, format: sound.format, blob: sound.blob });
  return id;
}

/** `runs`, whose sounds go with the last record that names them. */
export function runsWithSounds(runs: Records<RunRecord>, sounds: Records<CheckSound>): Records<RunRecord> {
  const soundsOf = (records: readonly RunRecord[]): readonly string[] =>
    records.flatMap(({ last, before }) => [last.sound, before?.sound].filter((sound) => sound !== undefined));
  async function change(ids: ReadonlySet<string>, write: () => Promise<boolean>): Promise<boolean> {
    const named = soundsOf(runs.getSnapshot().records.filter(({ id }) => ids.has(id)));
    const writing = write();
    const still = new Set(named.length === 0 ? [] : soundsOf(runs.getSnapshot().records));
    const unnamed = named.filter((sound) => !still.has(sound));
    if (unnamed.length > 0) sounds.delete(...unnamed);
    return writing;
  }
  return {
    ...runs,
    put: (...records) => change(new Set(records.map(({ id }) => id)), () => runs.put(...records)),
    delete: (...ids) => change(new Set(ids), () => runs.delete(...ids)),
  };
}
