import type { Mode } from "../../contract/model.ts";
import { models } from "../../contract/models/index.ts";
import { oncePer } from "../page/once-per.ts";
import { normalise } from "../text/normalise.ts";
import { voiceFieldOf } from "../voices/voice-called.ts";
import { chineseNamesOf } from "../voices/voice-other-names.ts";
import { dayOf } from "./age.ts";
import { excerptLength, type TakeId, type TakeRow, type TakeStatus, voicesOf } from "./take.ts";

/** The states by which takes can be filtered, each with the statuses that it stands for. */
export const takeStates = {
  complete: ["complete"],
  running: ["submitting", "receiving", "waiting"],
  failed: ["failed", "interrupted"],
  stopped: ["stopped"],
  notFailed: ["submitting", "receiving", "waiting", "complete", "stopped"],
} as const satisfies Readonly<Record<string, readonly TakeStatus[]>>;
export type TakeState = keyof typeof takeStates;

/** What one looks for; what is undefined or empty doesn't narrow. */
export interface TakeQuery {
  /** Words in any order, each of which must stand in the script, name, note, voice, model or engine. */
  readonly words: string;
  readonly model: string | undefined;
  readonly mode: Mode | undefined;
  readonly state: TakeState | undefined;
  readonly starred: boolean;
  /** A day, as `dayOf` tells it. */
  readonly day: string | undefined;
}

export const emptyQuery: TakeQuery = {
  words: "",
  model: undefined,
  mode: undefined,
  state: undefined,
  starred: false,
  day: undefined,
};

/** So much of a script is looked through at once, in UTF-16 units; the rest by `searchScripts`, a little later. */
const quickLength = 200;

/** An excerpt that is shorter is the whole script; cutting may have left half of a pair out. */
const shortestCut = excerptLength - 1;

/** How the voices' names are written in Chinese, by the names as they are sent: rows show them so. */
const chineseNames = new Map(
  models.flatMap((model) => (voiceFieldOf(model)?.voices ?? []).map((voice) => [voice.name, chineseNamesOf(voice)])),
);

/** What is looked for, each word as it is compared. */
function wordsOf({ words }: TakeQuery): readonly string[] {
  return normalise(words).split(/\s+/).filter(Boolean);
}

/**
 * The takes that `query` means, in their order.
 *
 * @param deep takes whose words were found farther down in their scripts (see {@link searchScripts}).
 */
export function searchTakes(
  rows: readonly TakeRow[],
  query: TakeQuery,
  deep: ReadonlySet<TakeId> = new Set(),
): readonly TakeRow[] {
  const words = wordsOf(query);
  const statuses: readonly TakeStatus[] | undefined = query.state === undefined ? undefined : takeStates[query.state];
  const { model, mode, starred, day } = query;
  if (!isNarrowing(query)) return rows;
  return rows.filter(
    (row) =>
      (!starred || row.starred) &&
      (model === undefined || row.model === model) &&
      (mode === undefined || row.mode === mode) &&
      (statuses === undefined || statuses.includes(row.status)) &&
      (day === undefined || dayOf(row.created) === day) &&
      (words.length === 0 || deep.has(row.id) || holdsAll(beginningOf(row), words)),
  );
}

/** Whether anything narrows the list. */
export function isNarrowing({ words, model, mode, state, starred, day }: TakeQuery): boolean {
  return words.trim() !== "" || starred || [model, mode, state, day].some((part) => part !== undefined);
}

/** Rows are replaced when they change, so what was prepared for one never grows old. */
const beginningOf = oncePer(new WeakMap<TakeRow, string>(), (row) => textOf(row, row.excerpt.slice(0, quickLength)));

function textOf(row: TakeRow, script: string): string {
  const { name, note, model, engine = "" } = row;
  const voices = voicesOf(row).flatMap((voice) => [voice, ...(chineseNames.get(voice) ?? [])]);
  return normalise([name, note, ...voices, script, model, engine].join("\n"));
}

function holdsAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** What {@link searchScripts} works with. */
export interface ScriptSearch {
  /** A take's whole script, from wherever it is; undefined where it isn't known any more. */
  readonly script: (id: TakeId) => Promise<string | undefined>;
  /** Lets the page do what waits: called whenever some milliseconds were spent. */
  readonly pause: () => Promise<void>;
  /** Milliseconds on a steady clock. */
  readonly now: () => number;
  /** Called with all that was found so far, whenever that is more. */
  readonly onFound: (ids: ReadonlySet<TakeId>) => void;
}

/** For so long the search holds up the page at most, in milliseconds: half of a frame. */
const slice = 8;

/**
 * Looks for the words of `query` in whole scripts, the first rows first: in those that {@link searchTakes} would find,
 * were it to read them to their end. Resolves when all are read; ended by `signal`, it says no more.
 */
export async function searchScripts(
  rows: readonly TakeRow[],
  query: TakeQuery,
  { script, pause, now, onFound }: ScriptSearch,
  signal: AbortSignal,
): Promise<void> {
  const words = wordsOf(query);
  if (words.length === 0) return;
  const candidates = searchTakes(rows, { ...query, words: "" }).filter(({ excerpt }) => excerpt.length > quickLength);
  const found = new Set<TakeId>();
  let told = 0;
  let begun = now();
  for (const row of candidates) {
    if (now() - begun > slice) {
      if (found.size > told) onFound(new Set(found));
      told = found.size;
      await pause();
      if (signal.aborted) return;
      begun = now();
    }
    if (holdsAll(beginningOf(row), words)) continue;
    const isWhole = row.excerpt.length < shortestCut;
    const text = isWhole ? row.excerpt : ((await script(row.id)) ?? row.excerpt);
    if (signal.aborted) return;
    if (holdsAll(textOf(row, text), words)) found.add(row.id);
  }
  if (found.size > told) onFound(found);
}
