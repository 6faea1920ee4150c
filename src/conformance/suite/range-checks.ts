import { undocumented } from "../../contract/language.ts";
import type { FieldDescriptor, ModelDescriptor, Place } from "../../contract/model.ts";
import { models } from "../../contract/models/index.ts";
import { endpoints } from "../../contract/routes.ts";
import { applies } from "../../contract/validate.ts";
import type { Check, CheckRequest } from "../checks/check.ts";
import { check, makeTask, overSocket, refused, refusedFrame, speak, step } from "./build.ts";
import { voiceOf } from "./controls.ts";

/** How far outside of a range a value is tried. */
const margin = 0.01;

/**
 * Checks of both ends of every documented range, at every place and route where the field may stand: what lies just
 * outside is refused. Made of the models' descriptors, so that a further model has them too.
 */
export const rangeChecks: readonly Check[] = models.flatMap((model) =>
  model.fields.flatMap((field) => {
    if (field.kind !== "number" || field.range === undocumented) return [];
    const { minimum, maximum } = field.range;
    return routesOf(model, field).map(({ place, route, request }) => {
      const param = place.path.join(".");
      const refusal = route === "websocket" ? refusedFrame(1_008, param) : refused({ param, code: "out_of_range" });
      const outside = [round(minimum - margin), round(maximum + margin)];
      return check(
        `${field.section}/range-${model.id}-${route}-${param}`,
        `${model.id}: ${param} below ${minimum} and above ${maximum} is refused (${route}).`,
        `${model.id}：${param} 小于 ${minimum} 或大于 ${maximum} 时被拒绝（${route}）。`,
        ...outside.map((value) => step(String(value), request(value), ...refusal)),
      );
    });
  }),
);

interface Route {
  readonly place: Place;
  readonly route: string;
  readonly request: (value: number) => CheckRequest;
}

function routesOf(model: ModelDescriptor, field: FieldDescriptor): readonly Route[] {
  const mode = field.modes[0];
  const control = mode === undefined ? {} : model.modes[mode]?.control;
  const plain = { model: model.id, input: "Hello.", voice: voiceOf(model) };
  const overHttp = field.places.flatMap((place): readonly Route[] =>
    endpoints.flatMap((endpoint): readonly Route[] => {
      const body = (value: number) => ({
        ...plain,
        ...(endpoint === "speech" ? control : {}),
        ...at(place.path, value),
      });
      if (endpoint === "speech") return [{ place, route: "speech", request: (value) => speak(body(value)) }];
      if (endpoint === "tasks" && model.modes.async !== undefined && applies(field, "async", "tasks")) {
        return [{ place, route: "tasks", request: (value) => makeTask(body(value)) }];
      }
      return [];
    }),
  );
  const name = field.websocketName;
  if (name === undefined) return overHttp;
  const request = (value: number) => overSocket({ Text: "Hello.", VoiceId: voiceOf(model), [name]: value }, model.id);
  return [...overHttp, { place: { path: [name] }, route: "websocket", request }];
}

function at([key, ...rest]: readonly string[], value: number): object {
  return key === undefined ? {} : { [key]: rest.length === 0 ? value : at(rest, value) };
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
