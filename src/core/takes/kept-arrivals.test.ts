import { expect, it } from "vitest";
import { createPrebufferPolicy } from "../../audio/players/prebuffer-policy.ts";
import { createTab } from "../page/tab.fixture.ts";
import { keepArrivals } from "./kept-arrivals.ts";

const route = "streamspeech-v8 /v1/audio/speech";
const hour = 3_600_000;

/** A visit that hears so many answers, each at three times real time in ticks of 20 ms. */
function visit(tab: ReturnType<typeof createTab>, answers: number, now = 0, by = route) {
  const historyOf = keepArrivals(tab.options, () => now);
  for (let answer = 0; answer < answers; answer += 1) {
    const policy = createPrebufferPolicy(historyOf(by));
    for (let tick = 0; tick < 20; tick += 1) policy.came((tick + 1) * 0.06, tick * 20);
  }
  return historyOf;
}

/** After how many ticks an answer begins that comes like those of `visit`. */
function ticksUntilStart(historyOf: ReturnType<typeof keepArrivals>): number {
  const policy = createPrebufferPolicy(historyOf(route));
  for (let tick = 1; ; tick += 1) {
    policy.came(tick * 0.06, (tick - 1) * 20);
    if (policy.mayStart({ available: tick * 0.06, ended: false })) return tick;
  }
}

it("begins the first answer of a visit as early as the later ones of the visit before", () => {
  const tab = createTab();
  expect(ticksUntilStart(visit(tab, 0))).toBe(3);
  expect(ticksUntilStart(visit(tab, 3))).toBe(2);
  tab.reload();
  expect(ticksUntilStart(keepArrivals(tab.options, () => 23 * hour))).toBe(2);
});

it("keeps what it knew over a visit that heard nothing new", () => {
  const tab = createTab();
  visit(tab, 3);
  tab.reload();
  visit(tab, 1, hour);
  tab.reload();
  expect(ticksUntilStart(keepArrivals(tab.options, () => 2 * hour))).toBe(2);
});

it("keeps what each of two tabs has learnt, whichever leaves last, and nothing that is older than a day", () => {
  const tab = createTab();
  visit(tab, 3, 0, "forgotten");
  tab.reload();
  const stored = () =>
    JSON.parse(tab.stored["speech-playground-arrivals"] ?? "[]").map((kept: { route: string }) => kept.route);
  expect(stored()).toEqual(["forgotten"]);
  const [one, other] = [createTab(tab.stored), createTab(tab.stored)];
  visit(one, 3, 25 * hour, "one");
  visit(other, 3, 25 * hour, "other");
  one.reload();
  other.reload();
  expect(stored().sort()).toEqual(["one", "other"]);
});

it("goes by nothing older than a day, and by nothing that another route or nobody has kept", () => {
  const tab = createTab();
  visit(tab, 3);
  tab.reload();
  expect(ticksUntilStart(keepArrivals(tab.options, () => 25 * hour))).toBe(3);
  expect(ticksUntilStart(() => keepArrivals(tab.options, () => hour)("another"))).toBe(3);
  expect(ticksUntilStart(keepArrivals({ ...tab.options, storage: undefined }, () => hour))).toBe(3);
});

it.each(["{", "null", '[{"route":"streamspeech-v8 /v1/audio/speech","at":0,"arrivals":[{"moments":"9"}]}]'])(
  "goes by nothing that is damaged: %s",
  (stored) => {
    expect(ticksUntilStart(keepArrivals(createTab({ "speech-playground-arrivals": stored }).options, () => 0))).toBe(3);
  },
);
