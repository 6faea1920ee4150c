import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { buildWhatIsStale } from "./build.mjs";
import { ChildProcesses } from "./child-processes.mjs";

const built = ["page/index.html", "programs/server.js", "programs/service.js", "command/check.js"];

/** A project's folder, and children that build it: how often, and whether ever two at a time. */
function project() {
  const root = mkdtempSync(join(tmpdir(), "build-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(join(root, "index.html"), "page");
  const told = { builds: 0, running: 0, together: false };
  const children = new ChildProcesses();
  children.run = async () => {
    told.together ||= told.running > 0;
    told.running += 1;
    told.builds += 1;
    await new Promise((resolve) => setImmediate(resolve));
    for (const file of built) {
      mkdirSync(dirname(join(root, "dist", file)), { recursive: true });
      writeFileSync(join(root, "dist", file), String(told.builds));
    }
    told.running -= 1;
  };
  const lock = join(root, "dist", "building.pid");
  return { root, children, told, lock };
}

test("launchers that start together build once, one after the other", async () => {
  const { root, children, told } = project();
  const all = await Promise.all([1, 2, 3].map(() => buildWhatIsStale(root, children)));
  expect(all.sort()).toEqual([false, false, true]);
  expect(told).toEqual({ builds: 1, running: 0, together: false });
});

test("a build that fails lets the next launcher build", async () => {
  const { root, children } = project();
  const { run } = children;
  children.run = () => Promise.reject(new Error("no room"));
  await expect(buildWhatIsStale(root, children)).rejects.toThrow("no room");
  children.run = run;
  expect(await buildWhatIsStale(root, children)).toBe(true);
});

test.each<[string, (lock: string) => void]>([
  ["was killed", (lock) => writeFileSync(lock, "999999999")],
  [
    "was killed long ago, and whose number another program has",
    (lock) => {
      writeFileSync(lock, String(process.pid));
      utimesSync(lock, 0, 0);
    },
  ],
])("what a launcher left that %s holds nobody up", async (_, leave) => {
  const { root, children, lock } = project();
  mkdirSync(dirname(lock), { recursive: true });
  leave(lock);
  expect(await buildWhatIsStale(root, children)).toBe(true);
  expect(() => readFileSync(lock)).toThrow("ENOENT");
});
