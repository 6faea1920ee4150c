import { expect, test } from "vitest";
import { createStore } from "./store.ts";

test("listeners hear of each change once, and of none when there is none", () => {
  const store = createStore(1);
  const heard: number[] = [];
  const end = store.subscribe(() => heard.push(store.getSnapshot()));
  store.set(2);
  store.set(2);
  end();
  store.set(3);
  expect(heard).toEqual([2]);
});

test("what is kept is there at once, and told by the next call", () => {
  const store = createStore(1);
  const heard: number[] = [];
  store.subscribe(() => heard.push(store.getSnapshot()));
  store.setSilently(2);
  expect(store.getSnapshot()).toBe(2);
  expect(heard).toEqual([]);
  store.set(2);
  expect(heard).toEqual([2]);
});
