import { type AudioFormat, isRaw } from "../../audio/base/format.ts";
import { readFacts } from "../../audio/formats/audio-facts.ts";
import { type KeptSound, playableFileOf } from "../../audio/formats/playable-file.ts";
import type { CheckResult } from "../../conformance/run/result.ts";
import type { TakeLibrary } from "../../core/takes/library.ts";
import type { OpenedReport } from "./baselines.ts";
import type { ChecksStore } from "./checks.ts";

/** Where sounds lie that belong to results. */
export interface SoundPlaces {
  readonly takes: Pick<TakeLibrary, "sound">;
  readonly kept: Pick<ChecksStore["sounds"], "getSnapshot">;
  readonly opened: OpenedReport | undefined;
}

/**
 * The sound of a result: its take's, what was kept with its run, or the file that was given with an opened report;
 * undefined where there is none.
 *
 * @param file the file's path, where the result came with a report.
 */
export async function soundOf(
  { last, file }: { readonly last: CheckResult | undefined; readonly file: string | undefined },
  { takes, kept, opened }: SoundPlaces,
): Promise<KeptSound | undefined> {
  if (last === undefined) return undefined;
  if (last.take !== undefined) return takes.sound(last.take);
  if (file === undefined) return kept.getSnapshot().records.find(({ id }) => id === last.sound);
  const blob = opened?.sounds.get(nameOfSound(file));
  const format = formatOf(file, last);
  return blob === undefined || format === undefined ? undefined : { blob, format };
}

/** The same as a file that plays to its end: what is no take, or one of an older version, is kept without its facts. */
export async function playableSoundOf(...asked: Parameters<typeof soundOf>): Promise<Blob | undefined> {
  const sound = await soundOf(...asked);
  return sound && playableFileOf({ ...sound, facts: await readFacts(sound.blob, sound.format) });
}

/** Whether two results have one and the same sound. */
export function isSameSound(one: CheckResult | undefined, other: CheckResult | undefined): boolean {
  const [sound, otherSound] = [one?.take ?? one?.sound, other?.take ?? other?.sound];
  return sound !== undefined && sound === otherSound;
}

/** The name of a sound's file, whose folder is the report's. */
export function nameOfSound(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** What a sound beside a report is: headerless samples are told by the answer that they came with. */
function formatOf(path: string, { steps }: CheckResult): AudioFormat | undefined {
  if (path.endsWith(".mp3")) return { codec: "mp3" };
  if (path.endsWith(".wav")) return { codec: "wav" };
  const step = steps.findLast(({ codec }) => codec === "pcm_s16le" || codec === "pcm_mulaw");
  const codec = step?.codec === "pcm_mulaw" ? "pcm_mulaw" : "pcm_s16le";
  const format = {
    codec,
    sampleRate: step?.figures["sample_rate"] ?? Number.NaN,
    channels: step?.figures["channels"] ?? 1,
  } as const;
  return step !== undefined && format.sampleRate > 0 && isRaw(format) ? format : undefined;
}
