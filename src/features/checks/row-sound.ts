import { type AudioFormat, isRaw } from "../../audio/base/format.ts";
import type { ReportRow } from "../../conformance/report/report.ts";
import type { Seen } from "../../conformance/run/observe.ts";
import type { CheckResult } from "../../conformance/run/result.ts";
import type { Playground } from "../../core/page/playground.ts";
import type { OpenedReport } from "./baselines.ts";

/** The sound of a row: its take's, or the file that was given with an opened report; undefined where there is none. */
export async function soundOfRow(
  { record, sound }: ReportRow,
  { library }: Pick<Playground, "library">,
  opened: OpenedReport | undefined,
): Promise<Seen["sound"]> {
  const { last } = record ?? {};
  if (last?.take !== undefined) return library.sound(last.take);
  const blob = sound === undefined ? undefined : opened?.sounds.get(nameOfSound(sound));
  const format = sound === undefined || last === undefined ? undefined : formatOf(sound, last);
  return blob === undefined || format === undefined ? undefined : { blob, format };
}

/** Whether two rows have one and the same sound. */
export function isSameSound(one: ReportRow, other: ReportRow): boolean {
  const take = one.record?.last.take;
  return take !== undefined && take === other.record?.last.take;
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
