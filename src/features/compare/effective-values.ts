import { chosenModel, findModel } from "../../contract/models/index.ts";
import type { SpeechRequest } from "../../contract/request.ts";
import { readBody } from "../../core/exchanges/reading.ts";

/** What a service reads in one request: values as JSON, by the fields' keys. */
export interface EffectiveValues {
  readonly values: ReadonlyMap<string, string>;
  /** Where each stood in the body, `extra_body.voice`; absent where a default or another field stands in. */
  readonly places: ReadonlyMap<string, string>;
  /** The fields for which the document doesn't say which of several places wins. */
  readonly guesses: ReadonlySet<string>;
  /** Whether the body was JSON with keys: else nothing is read in it. */
  readonly isRead: boolean;
}

/** The key under which the model is listed; no field has it. */
export const modelKey = "model";

/** Reads a request as its model does, with the documented defaults of what wasn't sent. */
export function effectiveValuesOf(model: string, { endpoint, body }: SpeechRequest): EffectiveValues {
  const values = new Map([[modelKey, JSON.stringify(model)]]);
  const places = new Map<string, string>();
  const guesses = new Set<string>();
  const reading = readBody(findModel(model) ?? chosenModel(model), endpoint, body);
  if (reading.kind !== "object") return { values, places, guesses, isRead: false };
  for (const { field, winner, isGuess, standIn, applies } of reading.fields) {
    const value = winner === undefined ? standIn : winner.value;
    if (!applies || value === undefined) continue;
    values.set(field.key, JSON.stringify(value));
    if (winner !== undefined) places.set(field.key, winner.place);
    if (isGuess) guesses.add(field.key);
  }
  for (const { place, value } of reading.resolution.ignored) {
    values.set(place, JSON.stringify(value));
    places.set(place, place);
  }
  return { values, places, guesses, isRead: true };
}
