import { expect, it } from "vitest";
import { usualParallel } from "./design.ts";
import { createDraftStore } from "./draft.ts";

/** A tab's storage, whose writing is put off until the page goes. */
function tab(stored: Record<string, string> = {}) {
  let leave = (): void => {};
  const storage = {
    getItem: (name: string) => stored[name] ?? null,
    setItem: (name: string, value: string) => void Object.assign(stored, { [name]: value }),
    removeItem: (name: string) => void delete stored[name],
  };
  const options = {
    storage,
    defer: () => () => {},
    onLeave: (callback: () => void) => {
      leave = callback;
    },
  };
  return { stored, open: () => createDraftStore(options), reload: () => leave() };
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
