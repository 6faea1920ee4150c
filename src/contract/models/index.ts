import type { ModelDescriptor } from "../model.ts";
import { compareSections } from "../sections.ts";
import * as listed from "./list.ts";

/** Every model that the playground knows, in the order of the sections that describe them: so the page shows them. */
export const models: readonly ModelDescriptor[] = Object.values<ModelDescriptor>(listed).toSorted((one, other) =>
  compareSections(one.section, other.section),
);

/** The model that a first visit speaks with. */
export const firstModel: ModelDescriptor = listed.streamSpeechV8;

/** The descriptor of a model id; undefined for a model that the playground does not know. */
export function findModel(id: unknown): ModelDescriptor | undefined {
  return models.find((model) => model.id === id);
}

/** The model with an id, or the first visit's where nobody chose one or the playground does not know it. */
export function chosenModel(id: string | undefined): ModelDescriptor {
  return findModel(id) ?? firstModel;
}
