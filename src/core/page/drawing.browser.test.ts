import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStore } from "../../audio/base/store.ts";
import { createDrawing } from "./drawing.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A value that is followed by what is drawn. */
function followed() {
  const drawing = createDrawing();
  const value = createStore(0);
  const listener = vi.fn();
  const leave = drawing.follow(value.subscribe, listener);
  return { drawing, value, listener, leave };
}

describe("a change", () => {
  it("is told at once, unless something is more urgent", () => {
    const { value, listener } = followed();
    value.set(1);
    expect(listener).toHaveBeenCalledOnce();
  });

  it("waits while something is, and is told once however often it changed", () => {
    const { drawing, value, listener } = followed();
    drawing.hold();
    value.set(1);
    value.set(2);
    vi.advanceTimersByTime(99);
    expect(listener).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(listener).toHaveBeenCalledOnce();
    value.set(3);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it.each(["pointerdown", "click", "keydown"])("waits no longer when a person does more: %s", (name) => {
    const { drawing, value, listener } = followed();
    drawing.hold();
    value.set(1);
    dispatchEvent(new Event(name));
    expect(listener).toHaveBeenCalledOnce();
  });

  it("waits from the last press on", () => {
    const { drawing, value, listener } = followed();
    drawing.hold();
    value.set(1);
    vi.advanceTimersByTime(60);
    drawing.hold();
    vi.advanceTimersByTime(60);
    expect(listener).not.toHaveBeenCalled();
    vi.advanceTimersByTime(40);
    expect(listener).toHaveBeenCalledOnce();
  });

  it("isn't told to who has left meanwhile", () => {
    const { drawing, value, listener, leave } = followed();
    drawing.hold();
    value.set(1);
    leave();
    vi.advanceTimersByTime(100);
    expect(listener).not.toHaveBeenCalled();
  });
});
