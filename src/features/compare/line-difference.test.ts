import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareLines, effectiveValuesOf } from "./request-view.tsx";

const body = fc
  .dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean()), { maxKeys: 8 })
  .map((value) => JSON.stringify(value));

describe("two bodies line by line", () => {
  it("are the same where they are equal", () => {
    fc.assert(
      fc.property(body, (text) => {
        expect(compareLines(text, text)?.map(({ kind }) => kind)).toEqual(["same"]);
      }),
    );
  });

  it("give back each of them from the difference", () => {
    fc.assert(
      fc.property(body, body, (one, other) => {
        const runs = compareLines(one, other) ?? [];
        const text = (left: "first" | "second") =>
          runs.flatMap(({ kind, lines }) => (kind === left ? [] : lines)).join("\n");
        expect(JSON.parse(text("second"))).toEqual(JSON.parse(one));
        expect(JSON.parse(text("first"))).toEqual(JSON.parse(other));
      }),
    );
  });

  it("show just the line that changed", () => {
    expect(compareLines('{"a":1,"VoiceId":"Mei"}', '{"a":1,"VoiceId":"Luna"}')).toEqual([
      { kind: "same", lines: ["{", '  "a": 1,'] },
      { kind: "first", lines: ['  "VoiceId": "Mei"'] },
      { kind: "second", lines: ['  "VoiceId": "Luna"'] },
      { kind: "same", lines: ["}"] },
    ]);
  });
});

describe("what a service reads", () => {
  it("is the same for other spellings and for what is the default anyway", () => {
    const read = (text: string) => effectiveValuesOf("streamspeech-v8", { endpoint: "speech", path: "", body: text });
    const one = read('{"model":"streamspeech-v8","Text":"Hm.","VoiceId":"Mei","Pitch":1}');
    const other = read('{"model":"streamspeech-v8","input":"Hm.","voice":"Mei"}');
    expect([...one.values]).toEqual([...other.values]);
    expect([...one.places.values()]).toContain("VoiceId");
    expect([...read("[]").values.keys()]).toEqual(["model"]);
  });

  it("is a guess where spellings differ and the document names no order", () => {
    const body = '{"input":"Hm.","Text":"Oh.","voice":"Mei","VoiceId":"Mei"}';
    const { guesses } = effectiveValuesOf("streamspeech-v8", { endpoint: "speech", path: "", body });
    expect([...guesses]).toEqual(["text"]);
  });
});
