import * as z from "zod/mini";
import { parseJson } from "../../contract/json.ts";
import type { KeptText } from "../../core/page/kept-text.ts";
import { isSameScript, type ProgrammeItem, scriptOf } from "../../core/programme/programme-item.ts";
import type { TakeId } from "../../core/takes/take.ts";

/** What was spoken in a rehearsal, by its item. */
export type Rehearsed = ReadonlyMap<string, TakeId>;

const schema = z.array(z.tuple([z.string(), z.string()]));

/** The rehearsal that is kept; undefined where there is none. What is damaged counts as one without takes. */
export function readRehearsal(kept: KeptText): Rehearsed | undefined {
  const text = kept.read();
  if (text === undefined) return undefined;
  return new Map(schema.safeParse(parseJson(text)).data);
}

/** Undefined ends it. */
export function keepRehearsal(kept: KeptText, rehearsed: Rehearsed | undefined): void {
  kept.write(rehearsed && JSON.stringify([...rehearsed]));
}

/** A rehearsal without what was spoken of scripts that say something else now: a corrected one is heard anew. */
export function withoutChanged(
  rehearsed: Rehearsed,
  before: readonly ProgrammeItem[],
  after: readonly ProgrammeItem[],
): Rehearsed {
  const changed = before.filter((item) => {
    const form = rehearsed.has(item.id) ? scriptOf(item)?.form : undefined;
    const now = after.find(({ id }) => id === item.id);
    return form !== undefined && now !== undefined && !isSameScript(now, form);
  });
  if (changed.length === 0) return rehearsed;
  return new Map([...rehearsed].filter(([id]) => changed.every((item) => item.id !== id)));
}
