import type { FieldValue } from "../../contract/model.ts";
import { chosenModel } from "../../contract/models/index.ts";
import { describeValue, describeWay } from "./describe-values.ts";
import type { Distinction } from "./distinguish.ts";
import type { TakeRow } from "./take.ts";
import type { HistoryTexts } from "./use-history.ts";

/** Puts into words what tells a take from others that look like it; empty for one that none looks like. */
export type DistinctionNamer = (row: TakeRow, distinction: Distinction | undefined) => string;

/** The namer of an interface language. */
export function distinctionNamer(texts: HistoryTexts): DistinctionNamer {
  return (row, distinction) => {
    if (distinction === undefined) return "";
    const model = chosenModel(row.model);
    const say = (key: string, value: FieldValue) => {
      const label = model.fields.find((field) => field.key === key)?.label;
      return `${label === undefined ? key : texts.of(label)} ${describeValue(model, key, value, texts)}`;
    };
    return [
      ...(distinction.service && row.serviceName !== undefined ? [row.serviceName] : []),
      ...(distinction.way ? [describeWay(model, row, texts)] : []),
      ...distinction.values.map(([key, value]) => say(key, value)),
    ].join(" · ");
  };
}
