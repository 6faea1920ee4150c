import * as z from "zod/mini";
import { persist } from "zustand/middleware";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { FieldDescriptor, FieldValue, ModelDescriptor } from "../../contract/model.ts";
import { transports as allTransports, modes } from "../../contract/model.ts";
import type { FormValues } from "../../contract/request.ts";
import { perPlayground } from "../../core/page/per-playground.ts";
import { createSettingsStorage, type StorageOptions } from "../../core/page/settings-storage.ts";
import { type BatchDesign, usualParallel } from "./design.ts";
import { divideAddresses, divideTexts, divisions, type NumberList, parseNumbers } from "./parse-values.ts";

const fieldValue = z.union([z.string(), z.number(), z.boolean()]);
const waySchema = z.object({ mode: z.enum(modes), transport: z.enum(allTransports) });
const modelDraftSchema = z.object({
  voices: z.readonly(z.array(z.string())),
  ways: z.readonly(z.array(waySchema)),
  /** By the field's key: numbers and addresses as they were written, other values as they were chosen. */
  fields: z.record(z.string(), z.union([z.string(), z.readonly(z.array(fieldValue))])),
});
/** What is chosen for one model. */
export type ModelDraft = Readonly<z.infer<typeof modelDraftSchema>>;
/** A mode with the transport in which it goes. */
export type Way = Readonly<z.infer<typeof waySchema>>;

// Each part is caught by itself: one value that was damaged must not cost a person the rest.
const draftSchema = z.object({
  /** Undefined until somebody wrote there: then it is the script. */
  texts: z.catch(z.optional(z.string()), undefined),
  division: z.catch(z.enum(divisions), "lines"),
  parallel: z.catch(z.number().check(z.minimum(1), z.maximum(6)), usualParallel),
  models: z.catch(z.record(z.string(), modelDraftSchema), {}),
});
/** A batch that isn't made yet, kept until its tab is closed. */
export type BatchDraft = Readonly<z.infer<typeof draftSchema>>;

/** The draft of a playground; the same store every time. */
export const draftOf = perPlayground(({ tabStorage }) => createDraftStore(tabStorage));

/** A draft as it was kept in `options.storage`, where it is written a moment after each change. */
export function createDraftStore(options: StorageOptions): StoreApi<BatchDraft> {
  const initial = draftSchema.parse({});
  return createStore<BatchDraft>()(
    persist(() => initial, {
      name: "speech-playground-batch",
      version: 1,
      storage: createSettingsStorage<BatchDraft>(options, () => ({})),
      merge: (stored) => draftSchema.safeParse(stored).data ?? initial,
    }),
  );
}

/** Every way that a model offers, in the document's order. */
export function waysOf(model: ModelDescriptor): readonly Way[] {
  return modes.flatMap((mode) =>
    allTransports.flatMap((transport) =>
      model.modes[mode]?.transports.includes(transport) ? [{ mode, transport }] : [],
    ),
  );
}

/** The fields whose values can be varied: what is shown of a form, but for the voice. */
export function variableFields(model: ModelDescriptor): readonly FieldDescriptor[] {
  return model.fields.filter(({ group }) => group === "delivery" || group === "emotion" || group === "output");
}

/** What can't be read of the values of one field. */
export interface DraftProblem extends Omit<NumberList, "values"> {
  readonly field: FieldDescriptor;
}

/** The design that a draft means for a model, and what of it can't be read. A field without values isn't varied. */
export function designOf(
  { division }: Pick<BatchDraft, "division">,
  texts: string,
  { voices, ways, fields }: ModelDraft,
  model: ModelDescriptor,
  base: FormValues,
): { readonly design: BatchDesign; readonly problems: readonly DraftProblem[] } {
  const problems: DraftProblem[] = [];
  const varied = variableFields(model).flatMap((field) => {
    const chosen = fields[field.key];
    if (chosen === undefined) return [];
    const values = typeof chosen === "string" ? read(field, chosen) : [...chosen];
    return values.length === 0 ? [] : [{ key: field.key, values }];
  });

  function read(field: FieldDescriptor, text: string): FieldValue[] {
    if (field.kind !== "number") return [...divideAddresses(text)];
    const { values, ...others } = parseNumbers(text, field.step);
    if (others.wrong.length + others.tooMany.length > 0) problems.push({ field, ...others });
    return [...values];
  }

  return {
    problems,
    design: {
      model: model.id,
      texts: [...divideTexts(texts, division)],
      voices: [...voices],
      ways: [...ways],
      fields: varied,
      base: Object.fromEntries(
        Object.entries(base).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
      ),
    },
  };
}
