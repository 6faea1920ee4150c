import type { Mode } from "../../contract/model.ts";
import { normalise } from "../voice-search.ts";
import type { TakeRow, TakeStatus } from "./take.ts";

/** The states by which takes can be filtered, each with the statuses that it stands for. */
export const takeStates = {
  complete: ["complete"],
  running: ["submitting", "receiving", "waiting"],
  failed: ["failed", "interrupted"],
  stopped: ["stopped"],
} as const satisfies Readonly<Record<string, readonly TakeStatus[]>>;
export type TakeState = keyof typeof takeStates;

/** What one looks for; what is undefined or empty doesn't narrow. */
export interface TakeQuery {
  /** Words in any order, each of which must stand in the script, name, note, voice or model. */
  readonly words: string;
  readonly model: string | undefined;
  readonly mode: Mode | undefined;
  readonly state: TakeState | undefined;
  readonly starred: boolean;
}

export const emptyQuery: TakeQuery = {
  words: "",
  model: undefined,
  mode: undefined,
  state: undefined,
  starred: false,
};

// Rows are replaced when they change, so what was prepared for one never grows old.
const prepared = new WeakMap<TakeRow, string>();

/** The takes that `query` means, in their order. */
export function searchTakes(rows: readonly TakeRow[], query: TakeQuery): readonly TakeRow[] {
  const words = normalise(query.words).split(/\s+/).filter(Boolean);
  const statuses: readonly TakeStatus[] | undefined = query.state === undefined ? undefined : takeStates[query.state];
  const { model, mode, starred } = query;
  if (words.length === 0 && !starred && [model, mode, statuses].every((part) => part === undefined)) return rows;
  return rows.filter(
    (row) =>
      (!starred || row.starred) &&
      (model === undefined || row.model === model) &&
      (mode === undefined || row.mode === mode) &&
      (statuses === undefined || statuses.includes(row.status)) &&
      (words.length === 0 || holdsAll(row, words)),
  );
}

/** Whether anything narrows the list. */
export function isNarrowing({ words, model, mode, state, starred }: TakeQuery): boolean {
  return words.trim() !== "" || model !== undefined || mode !== undefined || state !== undefined || starred;
}

function holdsAll(row: TakeRow, words: readonly string[]): boolean {
  let text = prepared.get(row);
  if (text === undefined) {
    const { name, note, voice, excerpt, model } = row;
    text = normalise([name, note, voice, excerpt, model].join("\n"));
    prepared.set(row, text);
  }
  return words.every((word) => text.includes(word));
}
