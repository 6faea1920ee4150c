import { readJson, readTake, type TakeFile } from "./take-files.ts";

/**
 * How many values of one file are taken at most, which is what a task of 500,000 characters (section 8) has that times
 * each of them: five members and the object itself. More would hold up the page for longer than such a take does when
 * they come to it, and when they are kept. A file that has more than `parsed` isn't read at all: a million objects with
 * a key of its own each need half a gigabyte and twenty seconds.
 */
export const valueBounds = { kept: 3_000_000, parsed: 5_000_000 } as const;
export type ValueBounds = Readonly<Record<keyof typeof valueBounds, number>>;
/** As deep as what is kept may be nested: programs that write it again go down by calling themselves. */
const deepest = 200;

/** What became of a file of JSON. `too_large`: its largest members are left out. */
export type Damage = "damaged" | "too_large";

/** A document, as far as it can be read. */
export interface DocumentRead {
  readonly content: unknown;
  readonly damage: Damage | undefined;
}

/** The files of a take, put together; `take` is undefined where what it can't be without is damaged. */
export interface FilesRead {
  readonly take: ReturnType<typeof readTake>;
  readonly damages: Readonly<Partial<Record<TakeFile, Damage>>>;
}

/** What the page asks its worker for, and what it answers. */
export type FilesRequest =
  | { readonly kind: "take"; readonly files: Readonly<Partial<Record<TakeFile, Blob>>> }
  | { readonly kind: "document"; readonly file: Blob };
export type FilesAnswer =
  | { readonly kind: "take"; readonly read: FilesRead }
  | { readonly kind: "document"; readonly read: DocumentRead }
  | { readonly kind: "unreadable" };

/**
 * Reads the files of a take. It takes as long as they are large: call it where nobody waits (see `createFilesReader`).
 */
export async function readFiles(
  files: Readonly<Partial<Record<TakeFile, Blob>>>,
  bounds: ValueBounds = valueBounds,
): Promise<FilesRead> {
  const contents: Partial<Record<TakeFile, unknown>> = {};
  const damages: Partial<Record<TakeFile, Damage>> = {};
  for (const key of ["take", "request", "answer", "times"] as const) {
    const { content, damage } = await readDocument(files[key], bounds);
    contents[key] = content;
    if (damage !== undefined) damages[key] = damage;
  }
  return { take: readTake(contents), damages };
}

/** Reads one file of JSON. */
export async function readDocument(
  file: Blob | undefined,
  { kept, parsed }: ValueBounds = valueBounds,
): Promise<DocumentRead> {
  const text = await file?.text();
  if (text !== undefined && hasMoreThan(parsed, text)) return { content: undefined, damage: "too_large" };
  const content = text === undefined ? undefined : readJson(text);
  if (content === undefined) return { content, damage: "damaged" };
  const whole = countValues(content);
  if (whole === undefined) return { content: undefined, damage: "damaged" };
  if (whole <= kept) return { content, damage: undefined };
  return { content: withoutLargest(content, whole, kept), damage: "too_large" };
}

/** Whether a text of JSON holds more than so many values: each stands behind one of these signs, but for the first. */
function hasMoreThan(most: number, text: string): boolean {
  let count = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === "\\") at++;
    else if (sign === '"') isInText = !isInText;
    else if (!isInText && (sign === "," || sign === "[" || sign === "{") && ++count >= most) return true;
  }
  return false;
}

/** A value without the largest of its members, as many as it takes. */
function withoutLargest(content: unknown, whole: number, most: number): unknown {
  if (typeof content !== "object" || content === null || Array.isArray(content)) return undefined;
  const members = Object.entries(content)
    .map(([key, value]) => ({ key, value, count: countValues(value) ?? 0 }))
    .sort((one, other) => other.count - one.count);
  let left = whole;
  const kept = members.filter(({ count }) => {
    const isKept = left <= most;
    if (!isKept) left -= count;
    return isKept;
  });
  return Object.fromEntries(kept.map(({ key, value }) => [key, value]));
}

/** How many values there are in a value, itself among them; undefined where they are nested too deeply. */
function countValues(value: unknown): number | undefined {
  let count = 0;
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return undefined;
    count += level.length;
    const next: unknown[] = [];
    for (const each of level) {
      if (typeof each !== "object" || each === null || each instanceof Uint8Array) continue;
      for (const inner of Object.values(each)) next.push(inner);
    }
    level = next;
  }
  return count;
}
