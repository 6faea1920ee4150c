import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { prepareFolder } from "./files.ts";

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
