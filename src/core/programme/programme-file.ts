import * as z from "zod/mini";
import { cleanText } from "../../contract/clean.ts";
import { findModel } from "../../contract/models/index.ts";
import type { Playground } from "../page/playground.ts";
import { shareForm } from "../submit/shared-form.ts";
import type { TakeLibrary } from "../takes/library.ts";
import { excerptLength } from "../takes/take.ts";
import { type ProgrammeStore, programmeLoaded, programmeOf } from "./programme.ts";
import {
  isSameItem,
  longestNotes,
  longestSlide,
  type ProgrammeItem,
  programmeItemSchema,
  scriptOf,
  takesOf,
  type UnplacedItem,
} from "./programme-item.ts";

/** What the file says of itself. */
const programmeFormat = "speech-playground-programme";
/** Version 1 had takes and scripts alone. */
const programmeVersion = 2;

/** A programme on its way to another browser, in its order; its takes stand beside it. */
export interface ProgrammeFile {
  readonly format: typeof programmeFormat;
  readonly version: typeof programmeVersion;
  readonly items: readonly UnplacedItem[];
}

/**
 * Prepares a programme to leave: no key and no signed address goes along. `cleaned` counts the items in which something
 * was replaced.
 */
export function leavingProgramme(items: readonly ProgrammeItem[]): {
  readonly file: ProgrammeFile;
  readonly cleaned: number;
} {
  let cleaned = 0;
  const leaving = items.flatMap(({ place: _, ...item }): UnplacedItem[] => {
    const form = scriptOf(item)?.form;
    const model = form === undefined ? undefined : findModel(form.model);
    const sharing = form === undefined || model === undefined ? undefined : shareForm(model, form);
    const notes = item.notes === undefined ? undefined : cleanText(item.notes);
    const named = { name: cleanText(item.name), excerpt: cleanText(item.excerpt), notes };
    const text = item.kind === "slide" ? cleanText(item.text) : "";
    // A script whose model isn't known here can't be looked through, so that it stays.
    const isStaying = item.kind === "script" && sharing === undefined;
    const isChanged =
      named.name !== item.name ||
      notes !== item.notes ||
      (item.kind === "slide" && text !== item.text) ||
      sharing?.textCleaned === true ||
      (sharing?.withheld.length ?? 0) > 0;
    if (isStaying || isChanged) cleaned++;
    if (item.kind === "slide") return [{ ...item, ...named, text }];
    if (item.kind !== "script") return [{ ...item, ...named }];
    if (sharing !== undefined) return [{ ...item, ...named, script: sharing.shared }];
    const { script: __, ...prepared } = item;
    return item.take === undefined ? [] : [{ ...prepared, ...named, kind: "take" as const }];
  });
  return { file: { format: programmeFormat, version: programmeVersion, items: leaving }, cleaned };
}

/** The most items that are taken from a file, and the longest name, in UTF-16 units. */
const mostItems = 2_000;
const longestName = 120;

const fileSchema = z.object({
  format: z.literal(programmeFormat),
  version: z.number(),
  items: z.array(z.unknown()),
});

/**
 * The items of a file; why not, where it holds no programme, or one that a newer version of the page has made. What is
 * damaged in it is left out.
 */
export function readProgramme(value: unknown): ProgrammeFile["items"] | "newer" | "damaged" {
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success) return "damaged";
  if (parsed.data.version > programmeVersion) return "newer";
  return parsed.data.items.slice(0, mostItems).flatMap((each): UnplacedItem[] => {
    const item = programmeItemSchema.safeParse(typeof each === "object" ? { place: 0, ...each } : each);
    if (!item.success || !/^[0-9a-z][0-9a-z-]{0,63}$/.test(item.data.id)) return [];
    const { place: _, ...known } = item.data;
    const bounded = {
      name: known.name.slice(0, longestName),
      excerpt: known.excerpt.slice(0, excerptLength),
      notes: known.notes?.slice(0, longestNotes),
    };
    if (known.kind === "slide") return [{ ...known, ...bounded, text: known.text.slice(0, longestSlide) }];
    return [{ ...known, ...bounded }];
  });
}

/** What became of a programme that was taken in. */
export interface ProgrammeReport {
  readonly added: number;
  /** Items that were there already. */
  readonly known: number;
  /** Of the added ones those whose take isn't here, so that there is nothing to hear. */
  readonly missing: number;
}

/** Puts the items of a file at the end of the programme, in their order; what is there already doesn't come twice. */
export async function takeInProgramme(
  items: ProgrammeFile["items"],
  programme: ProgrammeStore,
  library: Pick<TakeLibrary, "row">,
): Promise<ProgrammeReport> {
  programme.getState().open();
  await programmeLoaded(programme);
  const fresh: UnplacedItem[] = [];
  let missing = 0;
  for (const item of items) {
    if (programme.getState().items.some((other) => isSameItem(item, other))) continue;
    // What a presenter shows twice, such as a slide between its parts, is there twice.
    if (fresh.some(({ id }) => id === item.id)) continue;
    const rows = takesOf(item).map((take) => library.row(take));
    const isWhole = rows.every((row) => row !== undefined && row.deleted === undefined);
    if (!isWhole && item.kind !== "script") missing++;
    // A script whose take isn't here is one that isn't spoken yet.
    if (!isWhole && item.kind === "script") fresh.push({ ...item, take: undefined });
    else fresh.push({ ...item, excerpt: item.excerpt || rows[0]?.name || rows[0]?.excerpt || "" });
  }
  programme.getState().addItems(fresh);
  return { added: fresh.length, known: items.length - fresh.length, missing };
}

/** The same with a file as it was read; why not, where it holds none that can be taken in. */
export async function takeInFile(
  file: unknown,
  playground: Playground,
): Promise<ProgrammeReport | "newer" | "damaged"> {
  const items = readProgramme(file);
  if (typeof items === "string") return items;
  return await takeInProgramme(items, programmeOf(playground), playground.library);
}
