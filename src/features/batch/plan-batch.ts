import type { InterfaceLanguage } from "../../contract/language.ts";
import type { FieldDescriptor, FieldValue, Mode, Transport } from "../../contract/model.ts";
import { chosenModel } from "../../contract/models/index.ts";
import { modeAvailability } from "../../contract/modes.ts";
import type { Price } from "../../contract/prices.ts";
import type { Problem } from "../../contract/problems.ts";
import { derivePlan, derivePrice, measureText, type Plan } from "../../core/submit/derive.ts";
import type { BatchDesign } from "./design.ts";

/** One combination of a design. */
export interface Combination {
  /** Its place among all combinations: texts change last, fields first. */
  readonly index: number;
  readonly text: string;
  readonly textNumber: number;
  readonly voice: string;
  readonly mode: Mode;
  readonly transport: Transport;
  /** What the design's fields hold here, by their keys. */
  readonly values: Readonly<Record<string, FieldValue>>;
}

/** Why a combination can't be sent. */
export type CellProblem =
  | { readonly kind: "no_text" }
  /** What stands in brackets in the text can't be followed. */
  | { readonly kind: "directions" }
  | { readonly kind: "contract"; readonly problem: Problem; readonly field: FieldDescriptor | undefined }
  | { readonly kind: "too_long"; readonly limit: number | undefined; readonly mode: Mode }
  | { readonly kind: "not_offered"; readonly mode: Mode; readonly transport: Transport }
  /** Its value would make no difference: another value, the mode or the transport leaves the field out. */
  | {
      readonly kind: "not_used";
      readonly key: string;
      /** Undefined where the model has no such field. */
      readonly field: FieldDescriptor | undefined;
      readonly mode: Mode;
    };

/** A combination with what follows from it. */
export interface PlannedCell extends Combination {
  readonly plan: Plan;
  /** The model's whole form in this cell. */
  readonly form: Readonly<Record<string, FieldValue>>;
  readonly problems: readonly CellProblem[];
  readonly price: Price | undefined;
}

/** What cells cost in all, as far as the document tells. */
export interface BatchPrice {
  readonly tokens: number;
  /** In the service's own unit. */
  readonly amount: number;
  readonly seconds: number;
  /** Cells whose price the document doesn't name. */
  readonly undocumented: number;
}

/** How many combinations a design has, without making them. */
export function countCombinations({ texts, voices, ways, fields }: BatchDesign): number {
  return fields.reduce((count, { values }) => count * values.length, texts.length * voices.length * ways.length);
}

/** The combination at a place; undefined where the design has none there. */
export function combinationAt(design: BatchDesign, index: number): Combination | undefined {
  let rest = index;
  const pick = <Value>(values: readonly Value[]): Value | undefined => {
    const value = values[rest % values.length];
    rest = Math.floor(rest / values.length);
    return value;
  };
  const values: Record<string, FieldValue> = {};
  for (const field of design.fields.toReversed()) {
    const value = pick(field.values);
    if (value !== undefined) values[field.key] = value;
  }
  const way = pick(design.ways);
  const voice = pick(design.voices);
  const textNumber = rest;
  const text = design.texts[textNumber];
  if (way === undefined || voice === undefined || text === undefined || index < 0) return undefined;
  return { index, text, textNumber, voice, ...way, values };
}

/** What is counted of a text: long ones once, however many cells speak them. */
type Counted = ReturnType<typeof measureText> & { price?: Price | undefined };

/** Works out one combination as the page would send it. */
export function planCell(
  design: BatchDesign,
  combination: Combination,
  language: InterfaceLanguage,
  multiplier?: number,
  counted: Counted = measureText(combination.text, design.pronunciations),
): PlannedCell {
  const model = chosenModel(design.model);
  const { text, mode, transport, voice, values } = combination;
  const voiceField = model.fields.find(({ group }) => group === "voice");
  const form = { ...design.base, ...(voiceField === undefined ? {} : { [voiceField.key]: voice }), ...values };
  const settings = { model: model.id, modes: { [model.id]: mode }, transport, values: { [model.id]: form } };
  const plan = derivePlan({ ...settings, followsDirections: design.followsDirections }, language, counted);
  const problems = problemsOf(plan, combination);
  // The price follows from model and text alone, as long as the text may be sent at all.
  if (plan.effective.blocked === undefined) counted.price ??= derivePrice(plan, text, multiplier);
  const price = plan.effective.blocked === undefined ? counted.price : undefined;
  return { ...combination, plan, form, problems, price };
}

/**
 * Everything that is known before anything is sent: works out every combination of a design, which must not have more
 * than there may be. The price is that of what is allowed.
 */
export function planBatch(design: BatchDesign, language: InterfaceLanguage, multiplier?: number) {
  const cells: PlannedCell[] = [];
  const counted = design.texts.map((text): Counted => measureText(text, design.pronunciations));
  for (let index = 0; index < countCombinations(design); index++) {
    const combination = combinationAt(design, index);
    if (combination !== undefined)
      cells.push(planCell(design, combination, language, multiplier, counted[combination.textNumber]));
  }
  const allowed = cells.filter(({ problems }) => problems.length === 0);
  return {
    model: chosenModel(design.model),
    cells,
    allowed,
    refused: cells.filter(({ problems }) => problems.length > 0),
    price: priceOf(allowed),
  };
}

/** What cells cost in all. */
export function priceOf(cells: readonly Pick<PlannedCell, "price">[]): BatchPrice {
  let [tokens, thousandths, seconds, undocumented] = [0, 0, 0, 0];
  for (const { price } of cells) {
    if (price?.kind === "tokens") tokens += price.tokens;
    else if (price?.kind === "money") {
      // Added up in thousandths, like the prices themselves.
      thousandths += price.amount * 1_000;
      seconds += price.seconds;
    } else undocumented++;
  }
  return { tokens, amount: Math.round(thousandths * 1e6) / 1e9, seconds, undocumented };
}

function problemsOf(plan: Plan, { mode, transport, values }: Combination): readonly CellProblem[] {
  const { model } = plan;
  const availability = modeAvailability(model, mode, plan.characters);
  if (!availability.on) {
    return availability.reason === "too_long"
      ? [{ kind: "too_long", limit: availability.limit, mode }]
      : [{ kind: "not_offered", mode, transport }];
  }
  if (plan.transport !== transport || plan.mode !== mode) return [{ kind: "not_offered", mode, transport }];
  const { kind } = plan.obstacle ?? {};
  if (kind === "no_text" || kind === "directions") return [{ kind }];
  const unused = Object.entries(values).flatMap(([key, value]): readonly CellProblem[] => {
    const field = model.fields.find((candidate) => candidate.key === key);
    const state = plan.fields.find((candidate) => candidate.field.key === key);
    return state !== undefined && state.value === value ? [] : [{ kind: "not_used", key, field, mode }];
  });
  const wrong = plan.fields.flatMap(({ field, problem }): readonly CellProblem[] =>
    problem === undefined ? [] : [{ kind: "contract", problem, field }],
  );
  const conflicts = plan.conflicts.map((problem): CellProblem => ({ kind: "contract", problem, field: undefined }));
  return [...unused, ...wrong, ...conflicts];
}
