import { describe, expect, it } from "vitest";
import type { ProgrammeItem } from "../../core/programme/programme-item.ts";
import type { StageActs } from "../../core/stage/stage-acts.ts";
import { takeRow } from "../../core/takes/library.fixture.ts";
import { createHeldActs } from "./held-acts.ts";

const acts: StageActs = {
  ...{ on: () => true, back: () => false, playOrPause() {}, choose() {}, anew() {}, pause: () => false },
  moment: () => ({ playing: false, left: undefined }),
};
const common = { id: "i", place: 0, name: "", excerpt: "" };
const blind: ProgrammeItem = { ...common, kind: "blind", takes: ["a", "b"], question: "ab" };
const slide: ProgrammeItem = { ...common, kind: "slide", text: "" };

function open(...there: readonly string[]) {
  const snapshot = { rows: [], loaded: true, keeping: { kind: "disk" } } as const;
  return createHeldActs({
    row: (id) => (there.includes(id) ? takeRow(id) : undefined),
    getSnapshot: () => ({ ...snapshot, unsaved: 0 }),
  });
}

describe("keys that are pressed before an item knows its own", () => {
  it("does the last one when it does, once", () => {
    const keys = open("a", "b");
    const done: string[] = [];
    expect(keys.isComing(blind, 0)).toBe(true);
    keys.hold(() => done.push("one"));
    keys.hold(() => done.push("two"));
    keys.set(acts);
    keys.set(undefined);
    keys.set(acts);
    expect(done).toEqual(["two"]);
    expect(keys.isComing(blind, 0)).toBe(false);
  });

  it("forgets it with its item, and waits for nothing that can't come, nor for too long", () => {
    const keys = open("a");
    const done: string[] = [];
    keys.hold(() => done.push("one"));
    keys.drop();
    keys.set(acts);
    keys.set(undefined);
    expect(done).toEqual([]);
    // One of its takes was deleted.
    expect(keys.isComing(blind, 0)).toBe(false);
    expect(open("a", "b").isComing(slide, 0)).toBe(false);
    expect(open("a", "b").isComing(blind, 5_000)).toBe(false);
  });
});
