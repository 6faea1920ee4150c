import { leavingProgramme } from "../programme/programme-file.ts";
import { type ProgrammeItem, takesOf } from "../programme/programme-item.ts";
import type { TakeLibrary } from "../takes/library.ts";
import type { TakeRow } from "../takes/take.ts";
import { createBlobSink } from "./blob-sink.ts";
import type { Exported } from "./export-takes.ts";
import { type ExportOrigin, type TakeSource, zipTakes } from "./zip-takes.ts";

/**
 * A programme as one file: the takes in the form in which takes leave, and beside them the order, the names and the
 * scripts. What isn't in it is counted. Throws the signal's reason when it is ended.
 */
export async function zipProgramme(
  items: readonly ProgrammeItem[],
  library: TakeSource & Pick<TakeLibrary, "row">,
  origin: ExportOrigin,
  signal: AbortSignal,
): Promise<Exported> {
  const rows = new Map<string, TakeRow>();
  let gone = 0;
  for (const item of items) {
    for (const take of takesOf(item)) {
      const row = library.row(take);
      if (row !== undefined && row.deleted === undefined) rows.set(take, row);
      else if (item.kind !== "script") gone++;
    }
  }
  const { file, cleaned } = leavingProgramme(items);
  const sink = createBlobSink();
  const left = await zipTakes(sink.writable, [...rows.values()], library, origin, signal, () => {}, file);
  const leftOut = { ...left, takes: left.takes + gone, cleaned: left.cleaned + cleaned };
  return { blob: sink.blob("application/zip"), leftOut };
}
