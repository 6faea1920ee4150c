import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStore } from "../../audio/base/store.ts";
import { createDrawing } from "./drawing.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A value that is followed by what is drawn, and by what answers a press. */
function followed() {
  const drawing = createDrawing();
  const value = createStore(0);
  const [listener, button] = [vi.fn(), vi.fn()];
  const leave = drawing.follow(value.subscribe, listener);
  drawing.follow(value.subscribe, button, true);
  return { drawing, value, listener, button, leave };
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
    vi.advanceTimersByTime(299);
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

  it("waits from the last thing that is more urgent, and what answers the press from the first one", () => {
    const { drawing, value, listener, button } = followed();
    drawing.hold();
    value.set(1);
    vi.advanceTimersByTime(99);
    drawing.hold();
    expect(button).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(button).toHaveBeenCalledOnce();
    value.set(2);
    expect(button).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(298);
    expect(listener).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(listener).toHaveBeenCalledOnce();
  });

  it("waits no longer when nothing is more urgent any more", () => {
    const { drawing, value, listener, button } = followed();
    drawing.hold();
    value.set(1);
    drawing.draw();
    expect([listener, button].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    value.set(2);
    vi.advanceTimersByTime(1_000);
    expect([listener, button].map(({ mock }) => mock.calls.length)).toEqual([2, 2]);
  });

  it("is told to who comes during the wait: it may have been before", () => {
    const { drawing, value, button } = followed();
    const late = vi.fn();
    value.set(1);
    drawing.hold();
    drawing.follow(value.subscribe, late);
    expect(late).not.toHaveBeenCalled();
    drawing.draw();
    expect(late).toHaveBeenCalledOnce();
    expect(button).toHaveBeenCalledOnce();
  });

  it("isn't told to who has left meanwhile", () => {
    const { drawing, value, listener, leave } = followed();
    drawing.hold();
    value.set(1);
    leave();
    vi.advanceTimersByTime(300);
    expect(listener).not.toHaveBeenCalled();
  });
});
