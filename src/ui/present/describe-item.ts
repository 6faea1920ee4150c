import { findModel } from "../../contract/models/index.ts";
import type { TakeRow } from "../../state/library/take.ts";
import { type ProgrammeItem, scriptOf } from "../../state/present/programme.ts";
import { voiceName } from "../history/describe-take.ts";

/** An item in words. */
export interface DescribedItem {
  /** The name that a person gave it, else its beginning. */
  readonly title: string;
  /** Empty where they aren't known any more. */
  readonly voice: string;
  readonly model: string;
}

/** The longest title, in characters. */
const longestTitle = 120;

/** Puts an item into words; `row` is its take's. */
export function describeItem(item: ProgrammeItem, row: TakeRow | undefined): DescribedItem {
  const form = scriptOf(item)?.form;
  const title = item.name || row?.name || item.excerpt || row?.excerpt || "";
  return {
    title: shorten(title.trim().replace(/\s+/g, " ")),
    ...(row !== undefined
      ? { voice: voiceName(row), model: labelOf(row.model) }
      : form !== undefined
        ? { voice: voiceName({ model: form.model, voice: voiceIn(form) }), model: labelOf(form.model) }
        : { voice: "", model: "" }),
  };
}

function voiceIn({ model, values }: { readonly model: string; readonly values: Readonly<Record<string, unknown>> }) {
  const field = findModel(model)?.fields.find(({ group }) => group === "voice");
  return field === undefined ? "" : String(values[field.key] ?? "");
}

function labelOf(model: string): string {
  return findModel(model)?.label ?? model;
}

function shorten(text: string): string {
  const characters = Array.from(text.slice(0, 2 * longestTitle + 2));
  return characters.length > longestTitle ? `${characters.slice(0, longestTitle - 1).join("")}…` : characters.join("");
}
