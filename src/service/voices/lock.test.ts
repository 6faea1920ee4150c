import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lock } from "./lock.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "voices-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test.each(["a program that died", "nobody"])("of many that want what %s holds, one alone gets it", async (who) => {
  const folder = temporaryFolder();
  for (let round = 0; round < 20; round += 1) {
    if (who !== "nobody") writeFileSync(join(folder, "amber.lock"), `${hostname()} 999999999`);
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => lock(folder, "amber")));
    const got = all.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(got).toHaveLength(1);
    for (const { reason } of all.filter((one) => one.status === "rejected"))
      expect(reason).toMatchObject({ code: "used_elsewhere" });
    await got[0]?.();
    expect(readdirSync(folder)).toEqual([]);
  }
});

test("whoever slept too long lets go of nobody else's", async () => {
  const folder = temporaryFolder();
  const letGo = await lock(folder, "amber");
  writeFileSync(join(folder, "amber.lock"), "another-machine 1");
  await letGo();
  await expect(lock(folder, "amber")).rejects.toThrow("process 1 on another-machine");
  utimesSync(join(folder, "amber.lock"), 0, 0);
  await (await lock(folder, "amber"))();
});

test("a lock in which nothing stands yet is somebody's", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "amber.lock"), "");
  await expect(lock(folder, "amber")).rejects.toThrow("Another program (it hasn't said which) is busy with amber");
});
