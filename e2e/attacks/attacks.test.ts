import { afterAll, beforeAll, test } from "vitest";
import { optionsOf, play } from "./judge.ts";
import { type Place, type PlaceName, startPlace } from "./places.ts";
import type { Row } from "./row.ts";
import { table } from "./table.ts";
import type { Came } from "./wire.ts";

/** The built product is attacked: each row of the table in turn, and what takes seconds beside the others. */
const places = new Map<PlaceName, Place>();
const slow = new Map<Row, Promise<Came>>();

function placeOf({ place }: Row): Place {
  const found = places.get(place);
  if (found === undefined) throw new Error(`${place} didn't start.`);
  return found;
}

beforeAll(async () => {
  const names = [...new Set(table.map(({ place }) => place))];
  for (const place of await Promise.all(names.map(startPlace))) places.set(place.name, place);
  for (const row of table) {
    if (row.demands.beside === true) slow.set(row, row.action.run(placeOf(row), optionsOf(row.demands)));
  }
}, 120_000);
afterAll(async () => {
  await Promise.all([...places.values()].map((place) => place.stop()));
});

const besideLast = table.toSorted((a, b) => Number(a.demands.beside === true) - Number(b.demands.beside === true));
for (const row of besideLast) {
  test(`${row.place}: ${row.name}`, () => play(row, placeOf(row), slow.get(row)));
}
