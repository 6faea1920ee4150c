import { expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import { settledOnce } from "./wait.ts";

test("settles at once where it holds already, else with the news that brings it, and listens no longer", async () => {
  const store = createStore(() => ({ count: 1 }));
  let looks = 0;
  const isAtLeast = (least: number) => () => {
    looks += 1;
    return store.getState().count >= least;
  };
  await settledOnce(store, isAtLeast(1));
  expect(looks).toBe(1);
  let isSettled = false;
  const settled = settledOnce(store, isAtLeast(3)).then(() => {
    isSettled = true;
  });
  store.setState({ count: 2 });
  await Promise.resolve();
  expect(isSettled).toBe(false);
  store.setState({ count: 3 });
  await settled;
  const before = looks;
  store.setState({ count: 4 });
  expect(looks).toBe(before);
});
