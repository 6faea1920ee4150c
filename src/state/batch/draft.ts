import { createStore, type StoreApi } from "zustand/vanilla";
import type { FieldDescriptor, FieldValue, Mode, ModelDescriptor, Transport } from "../../contract/model.ts";
import { transports as allTransports, modes } from "../../contract/model.ts";
import type { FormValues } from "../../contract/request.ts";
import { ofPlayground } from "../of-playground.ts";
import { type BatchDesign, usualParallel } from "./design.ts";
import { type Division, divideTexts, type NumberList, parseNumbers } from "./parse-values.ts";

/** What is chosen for one model. */
export interface ModelDraft {
  readonly voices: readonly string[];
  readonly ways: readonly Way[];
  /** By the field's key: numbers and addresses as they were written, other values as they were chosen. */
  readonly fields: Readonly<Record<string, string | readonly FieldValue[]>>;
}

/** A mode with the transport in which it goes. */
export interface Way {
  readonly mode: Mode;
  readonly transport: Transport;
}

/** A batch that isn't made yet, kept as long as the page is open. */
export interface BatchDraft {
  /** Undefined until somebody wrote there: then it is the script. */
  readonly texts: string | undefined;
  readonly division: Division;
  readonly parallel: number;
  readonly models: Readonly<Record<string, ModelDraft>>;
}

export type DraftStore = StoreApi<BatchDraft>;

/** The draft of a playground; the same store every time. */
export const draftOf = ofPlayground(
  (): DraftStore =>
    createStore<BatchDraft>(() => ({ texts: undefined, division: "lines", parallel: usualParallel, models: {} })),
);

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
    if (field.kind !== "number") return [...divideTexts(text.replace(/,\s*(?=https?:)/gi, "\n"), "lines")];
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
