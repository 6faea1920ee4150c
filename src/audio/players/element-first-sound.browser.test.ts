import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createScope } from "../base/scope.ts";
import { watchFirstSound } from "./element-first-sound.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An element whose position is `positionAt` so many milliseconds after it was started, watched from then on. */
function watch(positionAt: (milliseconds: number) => number, { rate = 1, silence = 0 } = {}) {
  const scope = createScope();
  const begun = performance.now();
  const element = {
    ended: false,
    paused: false,
    playbackRate: rate,
    readyState: HTMLMediaElement.HAVE_ENOUGH_DATA,
    seeking: false,
    get currentTime() {
      return positionAt(performance.now() - begun);
    },
  };
  const found: number[] = [];
  const tell = watchFirstSound({
    element,
    scope,
    now: () => performance.now(),
    silenceInFront: () => silence,
    onFound: (moment) => found.push(Math.round(moment - begun)),
  });
  tell("playing");
  return { element, scope, found, tell };
}

const steadyFrom = (begin: number) => (milliseconds: number) => Math.max(0, milliseconds - begin) / 1_000;

test.each([
  ["an element that tells the truth", steadyFrom(80), {}, 80],
  ["one that plays twice as fast", (now: number) => 2 * steadyFrom(80)(now), { rate: 2 }, 80],
  ["silence that is known doesn't count", steadyFrom(80), { silence: 0.025 }, 105],
  ["one that is ahead in its first tenth of a second", (now: number) => steadyFrom(now < 180 ? 20 : 80)(now), {}, 80],
  ["one that tells every 40 ms", (now: number) => steadyFrom(80)(Math.floor(now / 40) * 40), {}, 90],
])("%s", (_, positionAt, options, moment) => {
  const { found } = watch(positionAt, options);
  vi.advanceTimersByTime(1_000);
  expect(found).toEqual([moment]);
});

test.each(["pause", "seeking", "waiting", "emptied"])(
  "what was seen before %s counts, and nothing behind it",
  (type) => {
    const { found, tell } = watch(steadyFrom(80));
    vi.advanceTimersByTime(130);
    tell(type);
    vi.advanceTimersByTime(1_000);
    expect(found).toEqual([80]);
  },
);

test("a sound that ends at once has begun", () => {
  const { element, found, tell } = watch(steadyFrom(80));
  vi.advanceTimersByTime(110);
  element.ended = true;
  tell("timeupdate");
  expect(found).toEqual([80]);
});

test("a sound that is over before it was looked at has begun; one that was put at its end hasn't", () => {
  for (const [type, moments] of [
    ["timeupdate", [1]],
    ["seeking", []],
  ] as const) {
    const { element, found, tell } = watch(steadyFrom(1));
    vi.advanceTimersByTime(5);
    Object.assign(element, { ended: true, paused: true });
    tell(type);
    tell("ended");
    expect(found).toEqual(moments);
  }
});

test("nothing is found where nothing moves, and nothing is asked once its owner is gone", () => {
  const still = watch(() => 0);
  const gone = watch(steadyFrom(80));
  gone.scope.dispose();
  vi.advanceTimersByTime(1_000);
  expect(still.found).toEqual([]);
  expect(gone.found).toEqual([]);
  still.scope.dispose();
  expect(vi.getTimerCount()).toBe(0);
});
