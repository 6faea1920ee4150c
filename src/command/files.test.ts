import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Check } from "../conformance/checks/check.ts";
import { readReport } from "../conformance/report/read.ts";
import { reportOf } from "../conformance/report/report.ts";
import type { RunRecord } from "../conformance/run/result.ts";
import { parseJson } from "../contract/json.ts";
import { keepSound, maskOf, prepareFolder, writeReports } from "./files.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "reports-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("what an earlier run left goes, whether it came to its end or not, and nothing else", async () => {
  const folder = join(temporaryFolder(), "check-report");
  await prepareFolder(folder);
  writeFileSync(join(folder, "sound", "hello.mp3"), "sound");
  writeFileSync(join(folder, "notes.txt"), "mine");
  await prepareFolder(folder);
  writeFileSync(join(folder, "report.json"), "{}");
  await prepareFolder(folder);
  expect(readdirSync(folder).sort()).toEqual([".speech-checks", "notes.txt", "sound"]);
  expect(readdirSync(join(folder, "sound"))).toEqual([]);
});

const head = { name: "All", at: 1_000, of: 1, again: 0, services: ["https://speech.example"] };
const request = { transport: "http", method: "GET", path: "/v1/models" } as const;
const expectation = { kind: "status", least: 200, most: 200 } as const;
const check: Check = {
  ...{ id: "checks/test", section: "2", rule: { en: "A rule.", zh: "规则。" }, cost: "free" as const },
  steps: [{ name: "request", request, expect: [expectation] }],
};
const said = "status: check of the test <failed>";
const last = {
  ...{ outcome: "failed", at: 1_000, variables: { base: "test" } },
  steps: [{ name: "request", headers: [["x", said]], text: said, figures: {}, verdicts: [{ expectation, ok: false }] }],
} satisfies RunRecord["last"];
const rows = reportOf([check], [{ id: check.id, last }], ({ id }) => id);

test.each(["test", "check", "checks", "failed", "status", "sound", "message", "a"])(
  "a password that is a word of the reports, %s, breaks none of them, and stands in no answer",
  async (password) => {
    const folder = temporaryFolder();
    await writeReports(folder, head, rows, maskOf([password]));
    const read = readReport(parseJson(readFileSync(join(folder, "report.json"), "utf8")));
    expect(read?.rows[0]?.check.id).toBe("checks/test");
    expect(read?.rows[0]?.record?.last.steps[0]?.text).toBe(said.replaceAll(password, "…"));
    const xml = readFileSync(join(folder, "junit.xml"), "utf8");
    expect(xml).toMatch(/<testsuites name=.* tests="1" failures="1"[\s\S]*<testcase classname=.*<failure message=/);
  },
);

test("a folder that can't be written at the end is said, whatever else was asked meanwhile", async () => {
  const file = join(temporaryFolder(), "file");
  await expect(writeReports(file, head, rows, maskOf([]))).rejects.toThrow(/^--report: .* can't be written: ENOENT/);
});

test("a folder that can't be made is refused, with what to do", async () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "mine");
  await expect(prepareFolder(join(file, "reports"))).rejects.toThrow(/^--report: .* can't be written: .*Name another/);
});

test.each(["sound/song.mp3", "report.md"])(
  "a folder in which %s is somebody's own is refused, and left",
  async (file) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "sound"));
    writeFileSync(join(folder, file), "mine");
    await expect(prepareFolder(folder)).rejects.toThrow(/^--report: .* would be lost\. Name another folder/);
    expect(readFileSync(join(folder, file), "utf8")).toBe("mine");
  },
);

test("each check's sound has a file of its own, whatever its case is called", async () => {
  const folder = temporaryFolder();
  await prepareFolder(folder);
  const ids = ["case:1", "case:a/b", "case:a_b", "case:你好", "case:再见", `case:${"n".repeat(130)}`, "speech/mp3"];
  const sound = { blob: new Blob(["sound"]), format: { codec: "mp3" } } as const;
  const paths = await Promise.all(ids.map((id) => keepSound(folder, id, sound)));
  expect(new Set(paths).size).toBe(ids.length);
  expect([paths[0], paths.at(-1)]).toEqual(["sound/case_1.mp3", "sound/speech_mp3.mp3"]);
  expect(readdirSync(join(folder, "sound"))).toHaveLength(ids.length);
});
