import type { FieldValue, Mode, ModelDescriptor, Transport } from "../../contract/model.ts";
import type { Texts } from "../page/playground-context.ts";

/** A mode with its transport, where the model has more than one. */
export function describeWay(
  model: ModelDescriptor,
  { mode, transport }: { readonly mode: Mode; readonly transport: Transport },
  { page }: Texts,
): string {
  const name = page.mode.names[mode];
  const several = (model.modes[mode]?.transports.length ?? 0) > 1;
  return several || transport === "websocket" ? `${name} · ${page.mode.transports[transport]}` : name;
}

/** A field's value in a few words. */
export function describeValue(model: ModelDescriptor, key: string, value: FieldValue, texts: Texts): string {
  const { of, page, numbers } = texts;
  const field = model.fields.find((candidate) => candidate.key === key);
  if (typeof value === "boolean") return value ? page.fields.on : page.fields.off;
  if (typeof value === "number") return numbers.decimal(value);
  const option = field?.kind === "choice" ? field.options.find((candidate) => candidate.value === value) : undefined;
  return option?.label === undefined ? value : of(option.label);
}
