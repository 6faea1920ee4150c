import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { writeCases } from "../conformance/checks/case.ts";
import { chooseChecks } from "./choose.ts";

const folder = mkdtempSync(join(tmpdir(), "cases-"));
afterAll(() => rmSync(folder, { recursive: true }));

const request = { transport: "http", method: "GET", path: "/v1/models" } as const;
const accepted = { kind: "status", least: 200, most: 200 } as const;
const kept = (id: string, ...tags: readonly string[]) => ({
  ...{ id, name: id, created: 0, request, tags: [...tags] },
  expect: id === "empty" ? [] : [accepted],
});
const file = join(folder, "cases.json");
writeFileSync(file, writeCases([kept("1", "daily"), kept("2", "daily", "long"), kept("3"), kept("empty")]));

const choose = (...tags: readonly string[]) =>
  chooseChecks({ suite: file, costs: [], section: undefined, tags }, "remote", undefined);

it("runs the cases that have one of the tags, or all, and says which it leaves out", async () => {
  const ids = async (...tags: readonly string[]) => (await choose(...tags)).checks.map(({ id }) => id);
  expect(await ids()).toEqual(["case:1", "case:2", "case:3"]);
  expect(await ids("long")).toEqual(["case:2"]);
  expect(await ids("long", "daily")).toEqual(["case:1", "case:2"]);
  expect((await choose()).left).toEqual(["1 case expects nothing and isn't run."]);
  await expect(choose("nightly", "long")).rejects.toThrow(
    `--tag: no case in ${file} has the tag nightly. It has daily, long.`,
  );
});

it("reads a file that an editor has saved with a mark of its encoding in front", async () => {
  const marked = join(folder, "marked.json");
  writeFileSync(marked, `\uFEFF${writeCases([kept("1")])}`);
  const { checks } = await chooseChecks(
    { suite: marked, costs: [], section: undefined, tags: [] },
    "remote",
    undefined,
  );
  expect(checks.map(({ id }) => id)).toEqual(["case:1"]);
});

it("refuses two checks with one id, of which a report would tell one alone", async () => {
  const twice = join(folder, "twice.json");
  writeFileSync(twice, writeCases([kept("1"), { ...kept("1"), name: "a copy" }]));
  await expect(
    chooseChecks({ suite: twice, costs: [], section: undefined, tags: [] }, "remote", undefined),
  ).rejects.toThrow(`--suite: in ${twice} two checks have the id case:1. Give each case an id of its own.`);
});
