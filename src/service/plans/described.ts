import type { ModelDescriptor, NumberField } from "../../contract/model.ts";
import type { AcceptedRequest } from "../accept.ts";
import { namedReading } from "./named-reading.ts";
import type { Planner, SpeechPlan } from "./plan.ts";
import { formatOf, numberOf } from "./values.ts";

/**
 * How a model with named voices is spoken that has no planner of its own: by what its descriptor says. Its voices get
 * timbres of the engine; `speed` and `volume` act as multipliers and `pitch` in hertz, where they are described so.
 * Other fields are checked and heard nowhere. Undefined for a model without named voices: the engine can't make any up.
 */
export function describedPlanner(model: ModelDescriptor): Planner | undefined {
  const voices = model.fields.flatMap((field) => (field.kind === "voice" ? field.voices : []));
  if (voices.length === 0) return undefined;
  const acts = (key: string, unit: NumberField["unit"]) =>
    model.fields.some((field) => field.kind === "number" && field.key === key && field.unit === unit);
  const [hasSpeed, hasVolume, hasPitch] = [
    acts("speed", "multiplier"),
    acts("volume", "multiplier"),
    acts("pitch", "hertz"),
  ];
  return {
    fetches: false,
    async plan(request: AcceptedRequest): Promise<SpeechPlan> {
      const { values } = request;
      const { text, voice, named } = await namedReading(request, voices);
      return {
        utterance: {
          text,
          voice,
          speed: hasSpeed ? numberOf(values, "speed", 1) : 1,
          pitch: { multiplier: 1, offset: hasPitch ? numberOf(values, "pitch", 0) : 0 },
          volume: hasVolume ? numberOf(values, "volume", 1) : 1,
          variation: 0,
          format: formatOf(model.output(values)),
        },
        named,
      };
    },
  };
}
