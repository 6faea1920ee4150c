import { expect, it, onTestFinished, vi } from "vitest";
import { createUndoStore } from "./undo.ts";

it("what can be taken back stays so where nobody shows it, and is settled in time by itself", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const undo = createUndoStore();
  const settle = vi.fn();
  const endWatch = vi.fn();
  const leave = undo.getState().attend();
  undo.getState().offer({ text: "Deleted", settle, watch: () => endWatch });
  vi.advanceTimersByTime(60_000);
  leave();
  vi.advanceTimersByTime(19_999);
  expect([undo.getState().shown?.text, settle.mock.calls.length, endWatch.mock.calls.length]).toEqual([
    "Deleted",
    0,
    0,
  ]);
  // Shown again: whoever shows it measures the time.
  undo.getState().attend()();
  vi.advanceTimersByTime(20_000);
  expect([undo.getState().shown, settle.mock.calls.length, endWatch.mock.calls.length]).toEqual([undefined, 1, 1]);
});
