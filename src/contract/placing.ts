import { type FieldDescriptor, type ModelDescriptor, placements, spellings } from "./model.ts";
import type { FormValues, RequestOptions } from "./request.ts";
import { resolveRequest } from "./resolve.ts";
import type { Endpoint } from "./routes.ts";

/** Under this key a form holds where the fields that have a placement are written (section 2.5). */
export const placementKey = "@placement";

/** Under this key a form holds how the fields that have several names are spelt (section 2.3). */
export const spellingKey = "@spelling";

/** The key under which a form holds the place of one field. No field's own key begins with `@`. */
export function placeKey(field: Pick<FieldDescriptor, "key">): string {
  return `@place.${field.key}`;
}

/** Where a form writes what may stand in several places or under several names; as much of it as was chosen. */
export type Placing = Pick<RequestOptions, "placement" | "places" | "spelling">;

/** What a form says about places and names. Anything that is neither is as if nothing had been said. */
export function placingOf(model: ModelDescriptor, values: FormValues): Placing {
  const placement = placements.find((candidate) => candidate === values[placementKey]);
  const spelling = spellings.find((candidate) => candidate === values[spellingKey]);
  const places: Record<string, string> = {};
  for (const field of model.fields) {
    const place = values[placeKey(field)];
    if (typeof place === "string" && placeNames(field).includes(place)) places[field.key] = place;
  }
  return {
    ...(placement && { placement }),
    ...(spelling && { spelling }),
    ...(Object.keys(places).length > 0 && { places }),
  };
}

/** The fields that may stand in several places of a body under one spelling (sections 2.4 and 2.5). */
export function placeable(model: ModelDescriptor): readonly FieldDescriptor[] {
  return model.fields.filter(
    ({ places }) => places.length > 1 && places.every(({ spellings }) => spellings === undefined),
  );
}

/** Whether a field is written where the form's placement says, unless it has a place of its own. */
export function isPlaced({ places }: Pick<FieldDescriptor, "places">): boolean {
  return places.some(({ placement }) => placement !== undefined);
}

/** The places of a field with dots, such as `extra_body.voice`, the first one that a service looks at first. */
export function placeNames({ places }: Pick<FieldDescriptor, "places">): readonly string[] {
  return places.map(({ path }) => path.join("."));
}

/** A field of a request body that may stand in several places: the place that wins there, and its value. */
interface WonPlace {
  readonly field: FieldDescriptor;
  readonly place: string;
  readonly value: unknown;
}

/** For a request body as JSON text: the places that win among those that could (sections 2.4 and 2.5). */
export function wonPlaces(model: ModelDescriptor, body: string, endpoint: Endpoint): readonly WonPlace[] {
  const { fields } = resolveRequest(model, JSON.parse(body), endpoint);
  return placeable(model).flatMap((field) => {
    const winner = fields.get(field.key)?.winner;
    return winner === undefined ? [] : [{ field, place: winner.place, value: winner.value }];
  });
}
