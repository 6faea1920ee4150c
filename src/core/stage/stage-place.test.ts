import { expect, it } from "vitest";
import { createTab } from "../page/tab.fixture.ts";
import { createStagePlace } from "./stage-place.ts";

it("is open after a reload where it was open, whenever that comes, and no more once it was left", () => {
  const { options } = createTab();
  const place = createStagePlace(options);
  expect(place.getState().open).toBe(false);
  place.getState().show();
  expect(createStagePlace(options).getState().open).toBe(true);
  place.getState().leave();
  expect(createStagePlace(options).getState().open).toBe(false);
});

it("opens where the browser keeps nothing", () => {
  const refuse = () => {
    throw new DOMException("no", "SecurityError");
  };
  const place = createStagePlace({ storage: { getItem: refuse, setItem: refuse, removeItem: refuse } });
  place.getState().show();
  expect(place.getState().open).toBe(true);
});
