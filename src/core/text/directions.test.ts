import fc from "fast-check";
import { expect, it } from "vitest";
import { readDirections, spokenText, withoutDirections } from "./directions.ts";

const read = (text: string) =>
  readDirections(text).map(({ start, end, ...rest }) => ({ at: text.slice(start, end), ...rest }));

it.each([
  ["One [pause 0.8s] two", [{ at: "[pause 0.8s]", kind: "pause", seconds: 0.8 }]],
  ["One [pause] two", [{ at: "[pause]", kind: "pause", seconds: 0.5 }]],
  ["One [ Pause 250 ms ] two", [{ at: "[ Pause 250 ms ]", kind: "pause", seconds: 0.25 }]],
  ["一【停顿 1,5 秒】二", [{ at: "【停顿 1,5 秒】", kind: "pause", seconds: 1.5 }]],
  ["[Mei] 你好", [{ at: "[Mei]", kind: "name", name: "Mei" }]],
  ["Hello.\n  【晓晓】你好", [{ at: "  【晓晓】", kind: "name", name: "晓晓" }]],
  [
    "[pause 1s] [Mei] 你好",
    [
      { at: "[pause 1s]", kind: "pause", seconds: 1 },
      { at: " [Mei]", kind: "name", name: "Mei" },
    ],
  ],
  ["Hi [pause] [Mei]", [{ at: "[pause]", kind: "pause", seconds: 0.5 }]],
  ["[Mei] [Noah] Hello", [{ at: "[Mei]", kind: "name", name: "Mei" }]],
  // Not at a paragraph's head, not closed, over two lines, or no pause.
  ["Hello [Mei]", []],
  ["[Mei", []],
  ["[Mei\n] Hello", []],
  ["One [pause for tea] two", []],
  ["array[0] = b[1]", []],
])("%j is read", (text, expected) => {
  expect(read(text)).toEqual(expected);
});

it("what is said is the parts, with the white space between them as it was written, less the directions", () => {
  const script = "[Mei] One [pause 1s] two.\n\n[Noah] Three.  Four";
  const parts = ["One", "two.", "Three.", "Four"].map((word) => {
    const start = script.indexOf(word);
    return { start, end: start + word.length };
  });
  const { text, starts } = spokenText(script, parts);
  expect(text).toBe("One two.\n\nThree.  Four");
  expect(starts.map((start) => text.slice(start, start + 3))).toEqual(["One", "two", "Thr", "Fou"]);
  expect(withoutDirections(script, readDirections(script))).not.toMatch(/[[\]]|pause/);
});

it("a name on a line of its own leaves no empty line", () => {
  const script = "One.\n\n[Mei]\nTwo.\n[pause]\nThree.\n[Noah]\n\nFour.\nFive.";
  const parts = ["One.", "Two.", "Three.", "Four.", "Five."].map((said) => {
    const start = script.indexOf(said);
    return { start, end: start + said.length };
  });
  expect(spokenText(script, parts).text).toBe("One.\n\nTwo.\nThree.\n\nFour.\nFive.");
});

it("a script that is divided without directions is said as it stands, and each part stands where it says", () => {
  const pieces = fc.array(
    fc.tuple(fc.constantFrom("", " ", "\n", "  \n "), fc.constantFrom("a", "你好", "[b] c", "x.")),
  );
  fc.assert(
    fc.property(pieces, fc.constantFrom("", " ", "\n"), (written, end) => {
      let script = "";
      const parts = written.map(([space, said]) => {
        script += space;
        const start = script.length;
        script += said;
        return { start, end: script.length };
      });
      script += end;
      const { text, starts } = spokenText(script, parts);
      expect(text).toBe(script);
      expect(starts).toEqual(parts.map(({ start }) => start));
    }),
  );
});
