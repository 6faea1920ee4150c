import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { marked } from "marked";
import { expect, test } from "vitest";
import { type CheckCase, checksOfCase } from "../src/conformance/checks/case.ts";
import { reportOf } from "../src/conformance/report/report.ts";
import { markdownTable } from "../src/conformance/report/write.ts";
import { csvHead, csvTake } from "../src/core/archive/csv.ts";
import { csvLine } from "../src/core/archive/csv-line.ts";
import { takeDetails, takeRow } from "../src/core/takes/library.fixture.ts";
import { writeReport } from "../src/features/checks/report.ts";
import { beginBlindTest, judge, roundsAsCsv } from "../src/features/compare/blind.ts";
import { missing } from "./snippets/run.ts";

/** What a service, a script or a name may say to whoever opens the table. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "=",
        "+",
        "-",
        "@",
        "|",
        "%",
        "＝",
        "＋",
        "－",
        "＠",
        "﹦",
        "\t",
        "\r",
        "\n",
        "\r\n",
        ";",
        ",",
        " ",
      ),
      fc.constantFrom('"', "'", '""', "\u00a0", "\u200b", "\ufeff", "\u0000", "\u0085", "\u2028", "\v", "\f", "\\"),
      fc.constantFrom("cmd|' /C calc'!A0", "HYPERLINK(1)", "a", "1", "😀"),
      fc.string({ unit: "binary", maxLength: 4 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

const cell = fc.oneof(
  hostile,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(undefined),
);

/** Every cell that Python's own parser finds in a table, with each separator. */
function cellsOf(tables: readonly string[]): readonly (readonly string[][])[][] {
  const { stdout, stderr, status } = spawnSync("python3", ["-c", parser], {
    input: JSON.stringify(tables.map((table) => table.replace(/\p{Cs}/gu, "\ufffd"))),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return JSON.parse(stdout) as readonly (readonly string[][])[][];
}

const parser = `
import csv, io, json, sys

sys.stdin.reconfigure(encoding="utf-8")
read = lambda text, mark: list(csv.reader(io.StringIO(text, newline=""), delimiter=mark))
print(json.dumps([[read(text, mark) for mark in (",", ";", "\\t")] for text in json.load(sys.stdin)]))
`;

const asFormula = /^[\s\p{C}"]*[=+\-@|%＝＋－＠﹦﹢﹣﹫]/u;
const isFigure = (text: string) => /^-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/.test(text);

test.skipIf(missing.includes("python3"))("no cell of a table is a formula, whatever separates its cells", () => {
  const rows = fc
    .sample(fc.tuple(hostile, fc.array(cell, { maxLength: 4 })), 1_500)
    .map(([name, others]) => [name, ...others]);
  const texts = fc.sample(hostile, 150);
  const tables = [
    ...rows.map((row) => csvLine(row)),
    ...texts.map((text) => {
      const row = takeRow("a", {
        name: text,
        note: text,
        voice: text,
        failure: { kind: text, message: text, cost: "none" },
      });
      const { form } = takeDetails("a");
      const request = { endpoint: "speech", path: text, body: text } as const;
      return csvHead() + csvTake({ row, details: takeDetails("a", { form: { ...form, text }, request }) });
    }),
    ...texts.map((text) =>
      roundsAsCsv(
        judge(
          beginBlindTest("ab", ["x", "y"], () => true),
          "b",
          () => true,
        ),
        () => text,
      ),
    ),
    ...texts.map((text) =>
      writeReport({ ...head, name: text }, reportOf(checksOfCase({ ...kept, name: text }), []), "csv", "en"),
    ),
  ];
  for (const [at, [byComma = [], ...others]] of cellsOf(tables).entries()) {
    for (const found of [...byComma.flat(), ...others.flat(2)]) {
      if (!isFigure(found)) expect(found, JSON.stringify([tables[at], found])).not.toMatch(asFormula);
    }
    const row = rows[at];
    if (row === undefined) continue;
    // It is read again as it was written, but for apostrophes; numbers are as they were.
    const bare = (each: unknown) =>
      String(each ?? "")
        .replace(/'/g, "")
        .replace(/\p{Cs}/gu, "\ufffd");
    expect(byComma.map((cells) => cells.map(bare))).toEqual(row.length === 1 && row[0] === "" ? [[]] : [row.map(bare)]);
    for (const [place, each] of row.entries())
      if (typeof each === "number") expect(byComma[0]?.[place]).toBe(String(each));
  }
});

const head = { name: "All", at: 0, of: 1, again: 0, services: [] };
const kept = {
  id: "1",
  created: 5,
  request: { transport: "http", method: "GET", path: "/v1/models" },
  expect: [],
} satisfies Omit<CheckCase, "name">;

test("a text in a Markdown report is text: no element, link, image, code or cell of its own", () => {
  const text = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          "<img src=x onerror=alert(1)>",
          "<script>",
          "</td>",
          "<!--",
          "&lt;",
          "&#60;",
          "<https://e.example>",
        ),
        fc.constantFrom(
          "![a](http://e.example/a.png)",
          "[a](javascript:1)",
          "[a]: http://e.example",
          "https://e.example",
        ),
        fc.constantFrom(
          "www.e.example",
          "a@e.example",
          "`",
          "```",
          "|",
          "\\",
          "\\|",
          "*",
          "**",
          "__",
          "~~",
          "~~~",
          "\n",
          "\r",
        ),
        fc.constantFrom(
          "# ",
          "- ",
          "+ ",
          "1. ",
          "2) ",
          "> ",
          "---",
          "===",
          ":---",
          " ",
          "\t",
          "a",
          "é",
          "$$",
          "[^1]",
          "[x]",
        ),
        fc.string({ maxLength: 4 }),
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, text, (one, other) => {
      const html = marked.parse(
        markdownTable([
          ["a", "b"],
          [one, other],
        ]),
        { async: false, gfm: true },
      );
      const cells = [...html.matchAll(/<td>([^<]*)<\/td>/g)].map(([, inner = ""]) => inner.replace(entity, markOf));
      const plain = (each: string) => each.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
      expect(cells.map(plain)).toEqual([plain(one), plain(other)]);
      expect(
        html.match(/<[a-z]+/g)?.filter((tag) => !["<table", "<thead", "<tbody", "<tr", "<th", "<td"].includes(tag)),
      ).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

const entity = /&(amp|lt|gt|quot|#39);/g;
const markOf = (_: string, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" })[name] ?? "";
