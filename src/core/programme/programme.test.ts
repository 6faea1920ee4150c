import "fake-indexeddb/auto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { takeRow } from "../takes/library.fixture.ts";
import { loaded, openProgramme } from "./programme.fixture.ts";
import type { ProgrammeStore } from "./programme.ts";
import { scriptOf, takeOf } from "./programme-item.ts";

const form = {
  model: "refvoice-2",
  mode: "speech",
  transport: "http",
  values: { voice: "https://h.example/a.wav?sig=c0ffee" },
  text: "One small step. sk-aaaaaaaaaaaaaaaaaaaaaaaa",
} as const;

const take = (id: string) => takeRow(id, { excerpt: id });
const order = (programme: ProgrammeStore) => programme.getState().items.map(({ excerpt }) => excerpt);

describe("the programme", () => {
  it("keeps takes and scripts in the order in which they were added, across reloads, with every setting", async () => {
    const first = openProgramme();
    await loaded(first.programme);
    const { addTake, addScript, noteTake, rename } = first.programme.getState();
    addTake(take("a"));
    const script = addScript(form);
    addTake({ ...take("c"), name: "The end" });
    noteTake(script, "take-1");
    rename(script, "  The voice  ");
    await first.written();
    const before = first.programme.getState().items;
    first.leave();
    const again = openProgramme(first.name);
    await loaded(again.programme);
    expect(again.programme.getState().items).toEqual(before);
    expect(again.programme.getState().items.map((item) => [item.name, takeOf(item)])).toEqual([
      ["", "a"],
      ["The voice", "take-1"],
      ["", "c"],
    ]);
    const [, item] = again.programme.getState().items;
    // Nothing leaves the browser, so that nothing is taken out of it: neither a signed address nor what looks like a
    // key.
    expect(item && scriptOf(item)).toEqual({ form, text: form.text, ignored: [] });
  });

  it("lets one script be spoken live again, or all of them, and takes that back; a prepared take stays", async () => {
    const { programme } = openProgramme();
    await loaded(programme);
    const { addTake, addScript, speakLive } = programme.getState();
    const takes = () => programme.getState().items.map(takeOf);
    addTake(take("a"));
    const script = addScript(form, "b");
    addScript(form, "c");
    const undo = speakLive(script);
    expect(takes()).toEqual(["a", undefined, "c"]);
    undo();
    expect(takes()).toEqual(["a", "b", "c"]);
    const undoAll = speakLive();
    expect(takes()).toEqual(["a", undefined, undefined]);
    undoAll();
    expect(takes()).toEqual(["a", "b", "c"]);
  });

  it("names a script by what is said of it, without what stands in brackets and is followed", async () => {
    const { programme } = openProgramme();
    await loaded(programme);
    const text = "[Noah] It is. [pause 1s] You may still catch it.";
    programme.getState().addScript({ ...form, model: "streamspeech-v8", values: { voice: "Autumn" }, text });
    expect(order(programme)).toEqual(["It is. You may still catch it."]);
    expect(programme.getState().items.map((item) => scriptOf(item)?.text)).toEqual([text]);
  });

  it("takes an edit back, and nothing that came to the item since", async () => {
    const { programme } = openProgramme();
    await loaded(programme);
    const { addScript, edit, noteTake, remove, rename } = programme.getState();
    const script = addScript(form);
    const item = () => programme.getState().items.find(({ id }) => id === script);
    const [added] = programme.getState().items;
    if (added === undefined) throw new Error("It was added.");
    const undo = edit({ ...added, notes: "Greet the guests.", titled: true });
    noteTake(script, "take-1");
    rename(script, "The voice");
    undo();
    expect(item()).toMatchObject({ notes: undefined, titled: undefined, take: "take-1", name: "The voice" });
    const undoAgain = edit({ ...added, notes: "Greet the guests." });
    remove(script);
    undoAgain();
    expect(item()).toBeUndefined();
    // What was written of an item that is removed meanwhile isn't lost.
    const undoThird = edit({ ...added, notes: "Greet them." });
    expect(item()?.notes).toBe("Greet them.");
    undoThird();
    expect(item()).toBeUndefined();
  });

  it("moves an item to any place, and the others keep their order", async () => {
    const { programme } = openProgramme();
    await loaded(programme);
    for (const id of ["a", "b", "c", "d"]) programme.getState().addTake(take(id));
    fc.assert(
      fc.property(fc.nat(3), fc.integer({ min: -2, max: 6 }), (from, to) => {
        const before = order(programme);
        const { items, move } = programme.getState();
        const moved = items[from];
        if (moved === undefined) throw new Error("There is no such item.");
        move(moved.id, to);
        const after = order(programme);
        expect(after.indexOf(moved.excerpt)).toBe(Math.min(3, Math.max(0, to)));
        expect(after.filter((each) => each !== moved.excerpt)).toEqual(before.filter((each) => each !== moved.excerpt));
      }),
    );
  });

  it("puts any number of items between two that were added together", async () => {
    const { programme } = openProgramme();
    await loaded(programme);
    programme
      .getState()
      .addItems(["a", "z"].map((id) => ({ kind: "take" as const, id, take: id, name: "", excerpt: id })));
    const asked = Array.from({ length: 60 }, (_, number) => `Question ${number}.`);
    for (const [number, text] of asked.entries())
      programme.getState().addScript({ ...form, text }, undefined, number + 1);
    expect(order(programme)).toEqual(["a", ...asked, "z"]);
  });

  it("brings a removed item back to its place, whatever was moved meanwhile", async () => {
    const { programme } = openProgramme();
    await loaded(programme);
    const [, b] = ["a", "b", "c"].map((id) => programme.getState().addTake(take(id)));
    const undo = programme.getState().remove(b ?? "");
    expect(order(programme)).toEqual(["a", "c"]);
    undo();
    expect(order(programme)).toEqual(["a", "b", "c"]);
    programme.getState().move("nobody", 0);
    programme.getState().remove("nobody")();
    expect(order(programme)).toEqual(["a", "b", "c"]);
  });
});
