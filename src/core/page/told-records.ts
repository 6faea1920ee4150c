import type { StoredRecord } from "../takes/database.ts";
import type { Records } from "../takes/records.ts";
import { boardOf } from "./board.ts";
import type { Playground } from "./playground.ts";

/** `records` of which the board says when they begin to stay in memory alone: nobody asks what became of a writing. */
export function toldRecords<Stored extends StoredRecord>(
  playground: Playground,
  records: Records<Stored>,
): Records<Stored> {
  let wasKept = true;
  async function tell(writing: Promise<boolean>): Promise<boolean> {
    const isKept = await writing;
    if (wasKept && !isKept) boardOf(playground).getState().tell("not_kept");
    wasKept = isKept;
    return isKept;
  }
  return {
    ...records,
    put: (...changed) => tell(records.put(...changed)),
    delete: (...ids) => tell(records.delete(...ids)),
  };
}
