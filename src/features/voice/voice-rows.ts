import type { Voice } from "../../contract/voices.ts";
import type { NaturalEngineOf } from "../../core/voices/natural-voices.ts";
import { passes, type VoiceFilter, type VoiceGroup } from "../../core/voices/voice-search.ts";

/** One line of the voice list. */
export type VoiceRow =
  | {
      readonly kind: "heading";
      readonly key: string;
      readonly name: string;
      /** The language's name for itself, where that is another one. */
      readonly native?: { readonly language: string; readonly name: string };
      /** Whether none of its voices is spoken naturally, though others are. */
      readonly isUsual?: true;
    }
  | { readonly kind: "voice"; readonly key: string; readonly voice: Voice }
  /** A name that the catalogue lacks, to be sent as it is: a service may know voices that the document doesn't name. */
  | { readonly kind: "free"; readonly key: string; readonly name: string; readonly typed: boolean };

/** Names that a person has at hand, under their own heading above all others. */
interface VoiceShelf {
  readonly key: "favourites" | "recent";
  readonly name: string;
  readonly names: readonly string[];
}

export interface VoiceListing {
  /** What the search found. */
  readonly groups: readonly VoiceGroup[];
  readonly query: string;
  /** Whether the query is a word of the catalogue itself: somebody searches, and means no name to send. */
  readonly isKnown: boolean;
  readonly filter: VoiceFilter;
  /** Every voice that the document names. */
  readonly voices: readonly Voice[];
  readonly shelves: readonly VoiceShelf[];
  /** What speaks a voice naturally; absent where nothing does, or nothing is known of it. */
  readonly engineOf?: NaturalEngineOf | undefined;
}

/**
 * The lines of the list: the shelves while nothing is searched for, then what was found; the typed name itself comes
 * last, where it may be a voice's, unless it is a word of the catalogue.
 */
export function rowsOf(listing: VoiceListing): readonly VoiceRow[] {
  const { groups, query, isKnown, shelves, engineOf } = listing;
  const name = query.trim();
  const rows: VoiceRow[] = name === "" ? shelves.flatMap((shelf) => shelfRows(shelf, listing)) : [];
  for (const group of groups) {
    const { language, nativeName } = group;
    const native = nativeName === group.name ? {} : { native: { language, name: nativeName } };
    const isUsual = engineOf !== undefined && group.voices.every((voice) => engineOf(voice.name) === undefined);
    const usual = isUsual ? { isUsual } : {};
    rows.push({ kind: "heading", key: `language-${language}`, name: group.name, ...native, ...usual });
    for (const voice of group.voices) rows.push({ kind: "voice", key: voice.name, voice });
  }
  // No service names a voice with a space: several words are a search.
  return name === "" || isKnown || /\s/.test(name) ? rows : [...rows, { kind: "free", key: "free", name, typed: true }];
}

/** What stands beside each other in the list: a heading alone, or as many voices as there are columns. */
export type VoiceLine = readonly [VoiceRow, ...VoiceRow[]];

/** Lays rows out in lines of `columns` voices. */
export function linesOf(rows: readonly VoiceRow[], columns: number): readonly VoiceLine[] {
  const lines: [VoiceRow, ...VoiceRow[]][] = [];
  for (const row of rows) {
    const last = lines.at(-1);
    if (row.kind === "heading" || last === undefined || last[0].kind === "heading" || last.length === columns)
      lines.push([row]);
    else last.push(row);
  }
  return lines;
}

/** Where a key takes the cursor: to the line above or below, to the voice before or behind, or far. */
export type Move = "up" | "down" | "left" | "right" | "pageUp" | "pageDown" | "first" | "last";

/** How many lines a page is. */
const page = 8;

/**
 * The key of the voice that `move` leads to from the one of `key`: up and down stay in their column and go around at
 * the ends, pages end there. Undefined where there are no voices.
 */
export function keyAfter(lines: readonly VoiceLine[], key: string | undefined, move: Move): string | undefined {
  const voices = lines.filter(([first]) => first.kind !== "heading");
  const flat = voices.flat();
  const place = flat.findIndex((row) => row.key === key);
  if (place < 0) return (move === "up" || move === "last" ? flat.at(-1) : flat[0])?.key;
  const at = voices.findIndex((line) => line.some((row) => row.key === key));
  const column = voices[at]?.findIndex((row) => row.key === key) ?? 0;
  const inLine = (line: number) => {
    const there = voices[line];
    return there?.[Math.min(column, there.length - 1)]?.key;
  };
  const last = voices.length - 1;
  switch (move) {
    case "up":
      return inLine(at === 0 ? last : at - 1);
    case "down":
      return inLine(at === last ? 0 : at + 1);
    case "left":
      return flat[Math.max(0, place - 1)]?.key;
    case "right":
      return flat[Math.min(flat.length - 1, place + 1)]?.key;
    case "pageUp":
      return inLine(Math.max(0, at - page));
    case "pageDown":
      return inLine(Math.min(last, at + page));
    case "first":
      return flat[0]?.key;
    case "last":
      return flat.at(-1)?.key;
  }
}

/** The name that a line stands for; undefined for a heading. */
export function nameOfRow(row: VoiceRow | undefined): string | undefined {
  return row?.kind === "voice" ? row.voice.name : row?.kind === "free" ? row.name : undefined;
}

/** Whether a line offers what was typed as a name of its own. */
export function isTyped(row: VoiceRow | undefined): boolean {
  return row?.kind === "free" && row.typed;
}

function shelfRows(shelf: VoiceShelf, { voices, filter, engineOf }: VoiceListing): readonly VoiceRow[] {
  const narrow = Object.values(filter).some((value) => value !== undefined);
  const rows = shelf.names.flatMap((name): VoiceRow[] => {
    const key = `${shelf.key} ${name}`;
    const voice = voices.find((candidate) => candidate.name === name);
    if (voice !== undefined) return passes(voice, filter, engineOf) ? [{ kind: "voice", key, voice }] : [];
    return narrow ? [] : [{ kind: "free", key, name, typed: false }];
  });
  return rows.length === 0 ? [] : [{ kind: "heading", key: shelf.key, name: shelf.name }, ...rows];
}
