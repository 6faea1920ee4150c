import { expect, it, vi } from "vitest";
import { createTab } from "../../core/page/tab.fixture.ts";
import { openTestLibrary, takeDetails, takeRow, takeSound } from "../../core/takes/library.fixture.ts";
import { createAnalyses, type SoundAnalysis } from "./analyses.ts";
import { createCompareChoice, mostCompared } from "./choice.ts";

const analysis: SoundAnalysis = {
  measures: {
    ...{ peak: 0.5, loudness: -20, leadingSilence: 0, trailingSilence: 0 },
    ...{ clipped: 0, duration: 1, sampleRate: 8_000, channels: 1 },
  },
  peaks: { values: Float32Array.of(0.5), secondsPerPeak: 1, seconds: 1 },
  spectrogram: undefined,
  voice: undefined,
  speech: undefined,
};

/** A library of takes with a sound each, under these names. */
async function libraryOf(...ids: readonly string[]) {
  const library = openTestLibrary();
  for (const id of ids) {
    library.begin(takeRow(id, { status: "complete", sound: "whole" }), takeDetails(id));
    library.keepSound(takeSound(id));
  }
  return library;
}

it("sounds are looked at one after the other, and what was measured is kept with the take", async () => {
  const library = await libraryOf("a", "b");
  const analyse = vi.fn(async () => analysis);
  const analyses = createAnalyses({ library, analyse });
  analyses.getState().want(["a", "b"]);
  await expect.poll(() => [...analyses.getState().byId.keys()]).toEqual(["a", "b"]);
  expect(analyse).toHaveBeenCalledTimes(2);
  expect(library.row("a")?.measures).toEqual(analysis.measures);
  analyses.getState().want(["b", "a"]);
  analyses.getState().want(["b"]);
  expect([...analyses.getState().byId.keys()]).toEqual(["b"]);
  expect(analyse).toHaveBeenCalledTimes(2);
});

it("a sound that nobody wants any more is let go of, and the next one's turn comes", async () => {
  const library = await libraryOf("a", "b");
  const signals: (AbortSignal | undefined)[] = [];
  const analyses = createAnalyses({
    library,
    analyse: (_blob, _format, { signal } = {}) => {
      signals.push(signal);
      if (signals.length > 1) return Promise.resolve(analysis);
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    },
  });
  analyses.getState().want(["a"]);
  await expect.poll(() => signals.length).toBe(1);
  analyses.getState().want(["b"]);
  await expect.poll(() => [...analyses.getState().byId]).toEqual([["b", analysis]]);
  expect(signals[0]?.aborted).toBe(true);
});

it("what can't be read, and what has no sound, is said to be so", async () => {
  const library = await libraryOf("a");
  library.begin(takeRow("silent", { status: "failed" }), takeDetails("silent"));
  const analyses = createAnalyses({ library, analyse: () => Promise.reject(new Error("unreadable")) });
  analyses.getState().want(["a", "silent"]);
  await expect
    .poll(() => [...analyses.getState().byId])
    .toEqual([
      ["a", "failed"],
      ["silent", "none"],
    ]);
});

it("six takes are compared at most, each once, the first as it was put", () => {
  const gone = new Set(["e", "f"]);
  const choice = createCompareChoice(createTab().options, (id) => gone.has(id));
  choice.getState().add("a", "b", "a", "c", "d", "e", "f");
  expect(choice.getState().chosen).toEqual(["a", "b", "c", "d", "e", "f"]);
  // A deleted one may come back, unless its place is wanted.
  choice.getState().add("g", "h", "i");
  expect(choice.getState().chosen).toEqual(["a", "b", "c", "d", "g", "h"]);
  expect(choice.getState().chosen).toHaveLength(mostCompared);
  choice.getState().makeFirst("c");
  choice.getState().remove("a");
  expect(choice.getState().chosen).toEqual(["c", "b", "d", "g", "h"]);
  choice.getState().add("b");
  expect(choice.getState()).toMatchObject({ chosen: ["c", "b", "d", "g", "h"] });
});

it("what is compared, and how it is looked at, is there after a reload; what is damaged costs nothing else", () => {
  const { options, reload, stored } = createTab();
  const isGone = () => false;
  const choice = createCompareChoice(options, isGone);
  choice.getState().choose(["a", "b", "c"]);
  choice.getState().show("blind");
  choice.getState().ask("abx");
  choice.getState().choosePair(["a", "c"]);
  reload();
  const kept = { chosen: ["a", "b", "c"], view: "blind", blindKind: "abx", blindPair: ["a", "c"] };
  expect(createCompareChoice(options, isGone).getState()).toMatchObject(kept);
  const [name = ""] = Object.keys(stored);
  stored[name] = JSON.stringify({ version: 1, state: { ...kept, view: "sideways" } });
  expect(createCompareChoice(options, isGone).getState()).toMatchObject({ ...kept, view: "listen" });
});
