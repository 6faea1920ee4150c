import { expect, test } from "vitest";
import { placed } from "./placing.ts";

test("segments follow one another at the pause of what was heard before", () => {
  expect(
    placed([
      { samples: 1_000, pause: 50 },
      { samples: 2_000, pause: 70 },
      { samples: 10, pause: 0 },
    ]),
  ).toEqual([
    { silence: 0, start: 0, end: 1_000 },
    { silence: 50, start: 1_050, end: 3_050 },
    { silence: 70, start: 3_120, end: 3_130 },
  ]);
});

test("a segment in which nothing is heard takes no time, and no pause away", () => {
  expect(
    placed([
      { samples: 0, pause: 0 },
      { samples: 1_000, pause: 50 },
      { samples: 0, pause: 0 },
      { samples: 500, pause: 50 },
    ]),
  ).toEqual([
    { silence: 0, start: 0, end: 0 },
    { silence: 0, start: 0, end: 1_000 },
    { silence: 0, start: 1_000, end: 1_000 },
    { silence: 50, start: 1_050, end: 1_550 },
  ]);
});
