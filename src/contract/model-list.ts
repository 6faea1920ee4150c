import * as z from "zod/mini";

/**
 * What `GET /v1/models` tells (sections 2.7 and 5). It lists language models, so a speech model may be callable
 * without being listed: `listed` and `empty` are facts about the list, not verdicts about a model.
 */
export type ModelList =
  | {
      readonly kind: "listed";
      /** Each once. */
      readonly ids: readonly string[];
      /** Those that are listed more than once. */
      readonly repeated?: readonly string[];
    }
  /** The key is not authorised for language models. */
  | { readonly kind: "empty" }
  /** 401: the Bearer header or the key is wrong. */
  | { readonly kind: "unauthorised" }
  /** 403: the key may not read the list. */
  | { readonly kind: "forbidden" }
  /** Anything else: nothing is known about the models. */
  | { readonly kind: "unknown" };

const listSchema = z.looseObject({ data: z.array(z.unknown()) });
const entrySchema = z.looseObject({ id: z.string().check(z.minLength(1)) });

/** Reads an answer of the model list route; ids are kept unchanged. Entries without an id are passed over. */
export function readModelList(status: number, body: unknown): ModelList {
  if (status === 401) return { kind: "unauthorised" };
  if (status === 403) return { kind: "forbidden" };
  const parsed = status === 200 ? listSchema.safeParse(body) : undefined;
  if (parsed?.success !== true) return { kind: "unknown" };
  const ids = parsed.data.data.flatMap((entry) => {
    const model = entrySchema.safeParse(entry);
    return model.success ? [model.data.id] : [];
  });
  const once = [...new Set(ids)];
  const repeated = once.filter((id) => ids.indexOf(id) !== ids.lastIndexOf(id));
  if (ids.length > 0) return { kind: "listed", ids: once, ...(repeated.length === 0 ? {} : { repeated }) };
  return parsed.data.data.length === 0 ? { kind: "empty" } : { kind: "unknown" };
}
