import { describe, expect, it } from "vitest";
import type { SessionSnapshot } from "../../audio/session/session.ts";
import type { ProgrammeItem } from "../../core/programme/programme-item.ts";
import { takeRow } from "../../core/takes/library.fixture.ts";
import { phaseOf, playabilityOfItem } from "./playability.ts";
import { type Phase, stepBack, stepOn } from "./steps.ts";

const first = { index: 0, count: 3 };
const middle = { index: 1, count: 3 };
const last = { index: 2, count: 3 };

describe("a clicker's button", () => {
  it("goes on by the words, then their sound, then the next item, and stays at the end", () => {
    const on = (phase: Phase) => [first, middle, last].map((position) => stepOn(phase, position));
    expect(on("ready")).toEqual(["play", "play", "play"]);
    expect(on("begun")).toEqual(["next", "next", "stay"]);
    // What only is seen has one step.
    expect(on("still")).toEqual(["next", "next", "stay"]);
    expect(on("stuck")).toEqual(["next", "next", "stay"]);
    expect(on("refused")).toEqual(["next", "next", "stay"]);
    expect(on("failed")).toEqual(["next", "next", "play"]);
    // A second press out of impatience skips nothing that was asked for.
    expect(on("waiting")).toEqual(["wait", "wait", "wait"]);
    // But nobody stands before a room for longer than they must; at the last one there is nothing else to do.
    for (const phase of ["overdue", "stalled"] as const) expect(on(phase)).toEqual(["next", "next", "wait"]);
  });

  it("goes back to the beginning of what was heard, then to the item before, and stays at the first", () => {
    const back = (phase: Phase) => [first, middle, last].map((position) => stepBack(phase, position));
    expect(back("begun")).toEqual(["restart", "restart", "restart"]);
    for (const phase of ["ready", "waiting", "stuck"] as const)
      expect(back(phase)).toEqual(["stay", "previous", "previous"]);
  });

  it("goes on while a task is worked on or something is asked, and agrees by the other one alone", () => {
    const presses = (phase: Phase) => [first, middle, last].map((at) => [stepOn(phase, at), stepBack(phase, at)]);
    expect(presses("working")).toEqual([
      ["next", "stay"],
      ["next", "previous"],
      ["wait", "previous"],
    ]);
    expect(presses("asked")).toEqual([
      ["next", "agree"],
      ["next", "agree"],
      ["stay", "agree"],
    ]);
  });

  it("tries again by the other one what failed, or isn't coming", () => {
    for (const phase of ["overdue", "stalled", "refused", "failed"] as const)
      expect([first, middle, last].map((position) => stepBack(phase, position))).toEqual(["again", "again", "again"]);
  });
});

const common = { id: "1", place: 1, name: "", excerpt: "a", take: "t" };
const prepared: ProgrammeItem = { ...common, kind: "take" };
const form = { model: "streamspeech-v8", mode: "speech", transport: "http", values: {}, text: "a" };
const script: ProgrammeItem = {
  ...common,
  kind: "script",
  script: { format: "speech-playground-settings", version: 1, ...form },
};

describe("what there is to hear of an item", () => {
  it("is its kept sound, whatever else it is", () => {
    for (const item of [prepared, script]) {
      for (const sound of ["whole", "partial", "remote"] as const)
        expect(playabilityOfItem(item, takeRow("t", { status: "complete", sound }), true)).toBe("kept");
    }
  });

  it("is nothing of a take that was deleted or whose sound is gone; a script is spoken anew", () => {
    const standings = (item: ProgrammeItem) => [
      playabilityOfItem(item, undefined, true),
      playabilityOfItem(item, takeRow("t", { status: "complete", sound: "whole", deleted: 1 }), true),
      playabilityOfItem(item, takeRow("t", { status: "complete", sound: "removed" }), true),
      playabilityOfItem(item, takeRow("t", { status: "failed" }), true),
      playabilityOfItem(item, takeRow("t", { status: "waiting" }), true),
      playabilityOfItem(item, undefined, false),
    ];
    expect(standings(prepared)).toEqual(["gone", "gone", "silent", "silent", "under_way", "looking"]);
    expect(standings(script)).toEqual(["unspoken", "unspoken", "unspoken", "unspoken", "under_way", "looking"]);
  });

  it("is nothing of a script that can't be read, or whose model isn't known", () => {
    for (const damaged of [7, { ...form }, { format: "speech-playground-settings", version: 1, ...form, model: "x" }])
      expect(playabilityOfItem({ ...common, kind: "script", take: undefined, script: damaged }, undefined, true)).toBe(
        "unreadable",
      );
  });
});

describe("how far an item is", () => {
  it("is stalled where more of a sound isn't coming for long, and only while it may", () => {
    const { snapshot, position } = held("waiting", 2);
    const phase = (status: "connecting" | "complete", isStalled: boolean) => {
      const state = { ...snapshot.state, status, recording: undefined };
      return phaseOf("under_way", { position, snapshot: { ...snapshot, state } }, true, false, isStalled);
    };
    expect([phase("connecting", true), phase("connecting", false), phase("complete", true)]).toEqual([
      "stalled",
      "begun",
      "begun",
    ]);
  });

  const held = (status: "paused" | "playing" | "waiting" | "ended" | "none", position = 0) => {
    const snapshot: SessionSnapshot = {
      state: { status: "complete", playback: { status }, recording: undefined },
      times: { started: 0, firstAudio: undefined, firstSound: undefined, ended: undefined, stalls: [] },
      duration: 1,
      volume: 1,
      muted: false,
      rate: 1,
    };
    return { snapshot, position };
  };
  const failed = (tried: boolean, unsent = false) =>
    phaseOf(
      "unspoken",
      {
        position: 0,
        snapshot: {
          ...held("none").snapshot,
          state: { status: "failed", playback: { status: "none" }, error: new Error(), recording: undefined },
        },
      },
      tried,
      unsent,
    );

  it("is begun while and after it sounds, and ready again at its beginning", () => {
    expect(phaseOf("kept", undefined, false)).toBe("ready");
    expect(phaseOf("kept", held("paused"), false)).toBe("ready");
    expect(phaseOf("kept", held("waiting"), true)).toBe("waiting");
    expect(phaseOf("kept", held("playing"), true)).toBe("begun");
    expect(phaseOf("kept", held("waiting", 2), true)).toBe("begun");
    expect(phaseOf("kept", held("paused", 2), true)).toBe("begun");
    expect(phaseOf("kept", held("ended", 0), true)).toBe("begun");
  });

  it("is refused where it failed now, also once a part of it was heard; shown again, it can be heard", () => {
    expect([failed(true), failed(false)]).toEqual(["refused", "ready"]);
    const broken = (tried: boolean) => {
      const { snapshot, position } = held("ended", 2);
      const state = { ...snapshot.state, status: "failed", error: new Error(), recording: undefined } as const;
      return phaseOf("kept", { position, snapshot: { ...snapshot, state } }, tried);
    };
    expect([broken(true), broken(false)]).toEqual(["refused", "begun"]);
    expect(failed(true, true)).toBe("failed");
    expect([phaseOf("gone", undefined, false), phaseOf("under_way", undefined, true)]).toEqual(["stuck", "waiting"]);
  });
});
