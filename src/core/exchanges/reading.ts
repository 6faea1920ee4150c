import { isJsonObject } from "../../contract/json.ts";
import type { Candidate, FieldDescriptor, FieldValue, ModelDescriptor, Resolution } from "../../contract/model.ts";
import type { Problem } from "../../contract/problems.ts";
import { defaultOf, effectiveValues, isOrderGuessed, resolveRequest } from "../../contract/resolve.ts";
import type { Endpoint } from "../../contract/routes.ts";
import { applies, harmlessProblems, validateRequest } from "../../contract/validate.ts";
import { type DoubledName, doubledNames } from "./doubled-names.ts";

/** What a body means to a model. */
export type Reading =
  | {
      readonly kind: "object";
      readonly resolution: Resolution;
      readonly fields: readonly ReadField[];
      /** What the document has against it, and what it doesn't say but the embedded service refuses. */
      readonly problems: readonly Problem[];
      /** Names that stand more than once in one object. */
      readonly doubled: readonly DoubledName[];
    }
  /** JSON, but nothing with keys. */
  | { readonly kind: "no_object" }
  /** Not JSON; `message` is what the browser's parser says. */
  | { readonly kind: "no_json"; readonly message: string };

/** What holds for one field, and why. */
export interface ReadField {
  readonly field: FieldDescriptor;
  readonly winner: Candidate | undefined;
  readonly losers: readonly Candidate[];
  /** Whether the document doesn't say which of the places wins, and it matters. */
  readonly isGuess: boolean;
  /**
   * What holds where nothing was sent: the documented default, or what stands in; undefined where the document names
   * none.
   */
  readonly standIn: FieldValue | undefined;
  /** The field whose value made {@link standIn} another than the default. */
  readonly follows: FieldDescriptor | undefined;
  /** Whether the field has a meaning in the body's mode. */
  readonly applies: boolean;
}

/** Reads a body as a service would (sections 2.3 to 2.5): what won, what lost, what is ignored, what is wrong. */
export function readBody(model: ModelDescriptor, endpoint: Endpoint, body: string): Reading {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (error) {
    return { kind: "no_json", message: error instanceof Error ? error.message : String(error) };
  }
  if (!isJsonObject(value)) return { kind: "no_object" };
  const resolution = resolveRequest(model, value, endpoint);
  const values = effectiveValues(resolution);
  const fields = [...resolution.fields.values()].flatMap((resolved): readonly ReadField[] => {
    const { field, winner, losers } = resolved;
    const meant = applies(field, resolution.mode, endpoint);
    if (!meant && winner === undefined) return [];
    // What chooses the mode is the mode's own business; it is shown where it was sent.
    if (field.group === "control" && winner === undefined) return [];
    const followed = winner === undefined ? followedBy(field, resolution) : undefined;
    const standIn = winner === undefined ? (followed?.value ?? defaultOf(field) ?? values[field.key]) : undefined;
    const isGuess = isOrderGuessed(resolved);
    return [{ field, winner, losers, isGuess, standIn, follows: followed?.field, applies: meant }];
  });
  const problems = [...validateRequest(resolution), ...harmlessProblems(resolution)];
  return { kind: "object", resolution, fields, problems, doubled: doubledNames(body) };
}

/** What holds for a field that wasn't sent because of another that was, and which one. */
function followedBy(field: FieldDescriptor, { fields }: Resolution) {
  if (field.kind !== "choice" || field.follows === undefined) return undefined;
  const { key, values } = field.follows;
  const other = fields.get(key);
  const sent = other?.winner?.value;
  if (other === undefined || typeof sent !== "string" || !Object.hasOwn(values, sent)) return undefined;
  const value = values[sent];
  return value === undefined ? undefined : { field: other.field, value };
}
