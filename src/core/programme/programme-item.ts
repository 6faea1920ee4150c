import * as z from "zod/mini";
import { type Received, receiveForm } from "../submit/shared-form.ts";
import type { TakeForm, TakeId } from "../takes/take.ts";

const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined);

/** The most takes that one item sets against each other. */
export const mostTogether = 6;
/** The longest address of a slide's picture, in UTF-16 units: it holds the picture. */
export const longestPicture = 3_000_000;
/** The longest notes, and words of a slide, in UTF-16 units. */
export const longestNotes = 5_000;
export const longestSlide = 2_000;

const common = {
  id: z.string().check(z.minLength(1)),
  /** Items are shown in the order of their places. */
  place: z.number(),
  /** What a person calls it; empty where they don't. */
  name: z.catch(z.string(), ""),
  /** The beginning of its words, to be told what it was where its take is gone. */
  excerpt: z.catch(z.string(), ""),
  /** Whether the stage shows its name above it. */
  titled: optional(z.boolean()),
  /** What the presenter wants to say or to remember there. A room never sees it. */
  notes: optional(z.string()),
};

const kinds = z.discriminatedUnion("kind", [
  /** A prepared take. */
  z.object({ ...common, kind: z.literal("take"), take: optional(z.string()) }),
  z.object({
    ...common,
    kind: z.literal("script"),
    /** A script with its settings, in the form in which they are shared (see `packForm`). */
    script: z.unknown(),
    /** What it became when it was spoken. */
    take: optional(z.string()),
  }),
  /** A few lines, a picture, or both; its title is its name. */
  z.object({
    ...common,
    kind: z.literal("slide"),
    text: z.catch(z.string(), ""),
    /** A data address: nothing is loaded from elsewhere before a room. */
    picture: optional(z.string().check(z.startsWith("data:image/"), z.maxLength(longestPicture))),
  }),
  z.object({
    ...common,
    kind: z.literal("comparison"),
    takes: z.array(z.string()).check(z.minLength(1), z.maxLength(mostTogether)),
    /** Whether its figures are shown from the beginning. */
    figures: optional(z.boolean()),
  }),
  z.object({
    ...common,
    kind: z.literal("blind"),
    takes: z.tuple([z.string(), z.string()]),
    /** Which is better, or which of two a third one is. */
    question: z.catch(z.enum(["ab", "abx"]), "ab"),
  }),
]);

/** One thing that is presented. Items that were stored before there were kinds are takes or scripts. */
export const programmeItemSchema = z.pipe(
  z.transform((stored: unknown) => {
    if (typeof stored !== "object" || stored === null || "kind" in stored) return stored;
    const isScript = "script" in stored && stored.script !== undefined;
    return { ...stored, kind: isScript ? "script" : "take" };
  }),
  kinds,
);
export type ProgrammeItem = Readonly<z.infer<typeof kinds>>;
export type ItemKind = ProgrammeItem["kind"];
export type ItemOf<Kind extends ItemKind> = Extract<ProgrammeItem, { kind: Kind }>;

type Without<Item, Keys extends PropertyKey> = Item extends unknown ? Omit<Item, Keys> : never;
/** An item that has no place yet. */
export type UnplacedItem = Without<ProgrammeItem, "place">;
/** What a new item shows. */
export type NewItem = Without<ProgrammeItem, "id" | "place" | "name"> & { readonly name?: string };

/** The one take that is heard of an item: the prepared one, or what a script became. */
export function takeOf(item: UnplacedItem | undefined): TakeId | undefined {
  return item?.kind === "take" || item?.kind === "script" ? item.take : undefined;
}

/** Every take that an item shows. */
export function takesOf(item: UnplacedItem): readonly TakeId[] {
  if (item.kind === "comparison" || item.kind === "blind") return item.takes;
  const take = takeOf(item);
  return take === undefined ? [] : [take];
}

/** What scripts say that were read: none changes, and lists compare each with all others. */
const readScripts = new WeakMap<object, Received | undefined>();

/** What an item's script says; undefined for what has none, and where it can't be read. */
export function scriptOf(item: UnplacedItem): Received | undefined {
  if (item.kind !== "script" || typeof item.script !== "object" || item.script === null) return undefined;
  if (!readScripts.has(item.script)) readScripts.set(item.script, receiveForm(item.script));
  return readScripts.get(item.script);
}

/** Whether an item is a script that became a take, so that it isn't spoken live any more. */
export function isRecorded<Item extends UnplacedItem>(item: Item): item is Extract<Item, { kind: "script" }> {
  return item.kind === "script" && item.take !== undefined;
}

/** Whether an item is a script with these settings: added twice it would be the same. */
export function isSameScript(item: UnplacedItem, form: TakeForm): boolean {
  const own = scriptOf(item)?.form;
  if (own === undefined || own.text !== form.text || !isSameList(own, form)) return false;
  const values = Object.entries(form.values);
  return (
    own.model === form.model &&
    own.mode === form.mode &&
    own.transport === form.transport &&
    (own.followsDirections ?? true) === (form.followsDirections ?? true) &&
    values.length === Object.keys(own.values).length &&
    values.every(([key, value]) => own.values[key] === value)
  );
}

function isSameList(one: TakeForm, other: TakeForm): boolean {
  return JSON.stringify(one.pronunciations ?? []) === JSON.stringify(other.pronunciations ?? []);
}

/** Whether two items show the same. */
export function isSameItem(one: UnplacedItem, other: UnplacedItem): boolean {
  if (one.id === other.id) return true;
  const form = scriptOf(one)?.form;
  if (form !== undefined) return isSameScript(other, form);
  if (one.kind === "slide" && other.kind === "slide")
    return one.name === other.name && one.text === other.text && one.picture === other.picture;
  if (one.kind === "blind" && other.kind === "blind" && one.question !== other.question) return false;
  return (
    one.kind === other.kind &&
    one.kind !== "script" &&
    one.kind !== "slide" &&
    takesOf(one).join(" ") === takesOf(other).join(" ")
  );
}
