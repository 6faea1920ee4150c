import { expect, it } from "vitest";
import { createIdleWatch } from "./use-idle.ts";

it("rests once nobody moved for long enough, and not while somebody works with the keyboard", () => {
  let now = 0;
  let waiting: { at: number; callback: () => void } | undefined;
  const changes: string[] = [];
  let mayRest = true;
  const watch = createIdleWatch({
    after: 3_000,
    schedule(callback, milliseconds) {
      const mine = { at: now + milliseconds, callback };
      waiting = mine;
      return () => {
        if (waiting === mine) waiting = undefined;
      };
    },
    mayRest: () => mayRest,
    onChange: (idle) => changes.push(`${now} ${idle}`),
  });
  const until = (time: number): void => {
    for (; waiting !== undefined && waiting.at <= time; ) {
      const { at, callback } = waiting;
      waiting = undefined;
      now = at;
      callback();
    }
    now = time;
  };
  until(2_000);
  watch.moved();
  until(6_000);
  expect(changes).toEqual(["5000 true"]);
  watch.moved();
  mayRest = false;
  until(12_500);
  expect(changes).toEqual(["5000 true", "6000 false"]);
  mayRest = true;
  until(16_000);
  expect(changes.at(-1)).toBe("15000 true");
  watch.moved();
  watch.dispose();
  until(60_000);
  expect(changes.at(-1)).toBe("16000 false");
});
