import { expect, it } from "vitest";
import { createTab } from "../../core/page/tab.fixture.ts";
import { usualParallel } from "./design.ts";
import { createDraftStore } from "./draft.ts";

function tab(stored: Record<string, string> = {}) {
  const made = createTab(stored);
  return { ...made, open: () => createDraftStore(made.options) };
}

const chosen = {
  voices: ["Autumn", "Noah"],
  ways: [{ mode: "speech", transport: "http" }],
  fields: { speed: "0..0.5 step 0.5", codec: ["pcm_s16le"] },
} as const;

it("a plan that wasn't started is there after a reload, with texts, voices, ways and values", () => {
  const { open, reload } = tab();
  const before = open();
  expect(before.getState()).toEqual({ texts: undefined, division: "lines", parallel: usualParallel, models: {} });
  before.setState({
    texts: "One.\n\nTwo.",
    division: "paragraphs",
    parallel: 4,
    models: { "streamspeech-v8": chosen },
  });
  reload();
  expect(open().getState()).toEqual(before.getState());
});

it("what is damaged of a plan costs nothing but itself", () => {
  const stored = { "speech-playground-batch": JSON.stringify({ state: { texts: "One.", models: 5 }, version: 1 }) };
  expect(tab(stored).open().getState()).toMatchObject({ texts: "One.", models: {}, division: "lines" });
  expect(tab({ "speech-playground-batch": "{" }).open().getState()).toMatchObject({ models: {} });
});
