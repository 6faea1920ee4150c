import { expect, it } from "vitest";
import { voicesToSpeak } from "./gallery.ts";
import { keyAfter, linesOf, type Move, type VoiceRow } from "./voice-rows.ts";

it("speaks with the ticked voices, else with the few that are left of the list", () => {
  expect(voicesToSpeak(["a", "b"], ["c", "d"], true, 6)).toEqual(["a", "b"]);
  expect(voicesToSpeak(["a"], ["c", "d"], true, 6)).toEqual(["c", "d"]);
  expect(voicesToSpeak(["a"], ["c", "d"], false, 6)).toEqual(["a"]);
  expect(voicesToSpeak(["a"], ["c", "d", "e"], true, 2)).toEqual(["a"]);
  expect(voicesToSpeak([], ["c"], true, 6)).toEqual([]);
  expect(voicesToSpeak(["a", "b", "c"], [], false, 2)).toEqual(["a", "b"]);
});

const heading = (key: string): VoiceRow => ({ kind: "heading", key, name: key });
const voice = (key: string): VoiceRow => ({ kind: "free", key, name: key, typed: false });
const rows = [heading("A"), ...["a1", "a2", "a3"].map(voice), heading("B"), ...["b1", "b2"].map(voice)];

it("lays voices out beside each other, and headings alone", () => {
  const keys = (columns: number) => linesOf(rows, columns).map((line) => line.map(({ key }) => key).join(" "));
  expect(keys(1)).toEqual(["A", "a1", "a2", "a3", "B", "b1", "b2"]);
  expect(keys(2)).toEqual(["A", "a1 a2", "a3", "B", "b1 b2"]);
});

it("leads the cursor through the columns, around the ends, and over headings", () => {
  const path = (columns: number, from: string | undefined, ...moves: Move[]) => {
    let key = from;
    return moves.map((move) => {
      key = keyAfter(linesOf(rows, columns), key, move);
      return key;
    });
  };
  expect(path(1, "a3", "down", "down", "down", "up")).toEqual(["b1", "b2", "a1", "b2"]);
  expect(path(2, "a2", "down", "down", "up", "up")).toEqual(["a3", "b1", "a3", "a1"]);
  expect(path(2, "a2", "right", "right", "left", "left", "left", "left")).toEqual(["a3", "b1", "a3", "a2", "a1", "a1"]);
  expect(path(1, "a2", "pageDown", "pageDown", "pageUp", "last", "first")).toEqual(["b2", "b2", "a1", "b2", "a1"]);
  expect(path(2, undefined, "down")).toEqual(["a1"]);
  expect(path(2, undefined, "up")).toEqual(["b2"]);
  expect(keyAfter([], "a1", "down")).toBeUndefined();
});
