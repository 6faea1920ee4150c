import { countCharacters } from "../../contract/characters.ts";
import { property } from "../../contract/json.ts";
import type { FieldValue, ModelDescriptor, Resolution } from "../../contract/model.ts";
import { findModel } from "../../contract/models/index.ts";
import { placeable, placeKey } from "../../contract/placing.ts";
import { estimatePrice, type Price } from "../../contract/prices.ts";
import type { SpeechRequest } from "../../contract/request.ts";
import { effectiveValues, resolveRequest } from "../../contract/resolve.ts";
import { excerptOf, type Submission } from "../submit/submission.ts";
import { emotionOf } from "../takes/emotion-values.ts";

/** What can be told of a request whose body was written by hand. */
export interface ByHand {
  /** The model that it names, as far as this page knows it; else the one that stands in. */
  readonly model: ModelDescriptor;
  /** The id that it names; undefined where it names none. */
  readonly modelId: string | undefined;
  /** The text that would be spoken; undefined where there is none to be found. */
  readonly text: string | undefined;
  readonly resolution: Resolution;
  /** The values that it means to the model; none where its body isn't JSON. */
  readonly values: Readonly<Record<string, FieldValue>>;
  /** Undefined where it can't be told. */
  readonly price: Price | undefined;
}

/**
 * Reads a request by hand as far as that goes. Never throws.
 *
 * @param fallback stands in for a model that isn't known.
 * @param multiplier the group multiplier of prices (section 8).
 */
export function readByHand(
  { endpoint, path, body }: SpeechRequest,
  fallback: ModelDescriptor,
  multiplier?: number,
): ByHand {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    value = undefined;
  }
  const query = new URLSearchParams(path.split("?")[1]).get("model");
  const named = endpoint === "websocket" ? query : property(value, "model");
  const modelId = typeof named === "string" ? named : undefined;
  const known = findModel(modelId);
  const model = known ?? fallback;
  const resolution = resolveRequest(model, value, endpoint);
  const script = [...resolution.fields.values()].find(({ field }) => field.group === "script")?.winner?.value;
  const text = typeof script === "string" ? script : undefined;
  const price = known === undefined || text === undefined ? undefined : estimatePrice(known, text, multiplier);
  return { model, modelId, text, resolution, values: value === undefined ? {} : effectiveValues(resolution), price };
}

/** What a request whose body was written by hand speaks; it leaves byte for byte, judged by nobody. */
export function submissionByHand(request: SpeechRequest, fallback: ModelDescriptor): Submission {
  const { model, modelId = model.id, text, resolution, values, price } = readByHand(request, fallback);
  const { mode } = resolution;
  const voice = model.fields.find(({ group }) => group === "voice")?.key ?? "";
  const transport = request.endpoint === "websocket" ? "websocket" : "http";
  return {
    source: { kind: "hand" },
    model,
    request,
    values,
    row: {
      model: modelId,
      mode,
      transport,
      voice: String(values[voice] ?? ""),
      emotion: emotionOf(values),
      excerpt: excerptOf(text ?? request.body),
      characters: countCharacters(text ?? ""),
      byHand: true,
      price,
    },
    form: { model: modelId, mode, transport, values: formOf(resolution), text: text ?? "" },
  };
}

/** The form that comes nearest: what won, and where it stood. */
function formOf({ model, fields }: Resolution): Record<string, FieldValue> {
  const movable = new Set(placeable(model));
  const form: Record<string, FieldValue> = {};
  for (const { field, winner } of fields.values()) {
    if (winner === undefined || field.group === "control" || field.group === "script") continue;
    const { value } = winner;
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") continue;
    form[field.key] = value;
    if (movable.has(field)) form[placeKey(field)] = winner.place;
  }
  return form;
}
