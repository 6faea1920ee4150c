import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { buildWhatIsStale } from "./build.mjs";
import { removeLeft } from "./build-lock.mjs";
import { ChildProcesses } from "./child-processes.mjs";
import { StartProblem } from "./problem.mjs";

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

/** Another user's process has every number. */
function isOthers() {
  const kill = vi.spyOn(process, "kill").mockImplementation(() => {
    throw Object.assign(new Error("kill EPERM"), { code: "EPERM" });
  });
  onTestFinished(() => kill.mockRestore());
}

const long = (lock: string) => utimesSync(lock, 0, 0);

test.each<[string, string, (lock: string) => void]>([
  ["was killed", "999999999", () => {}],
  ["was killed while it wrote", "", long],
  ["was killed long ago, and whose number another program has", String(process.pid), long],
  [
    "was killed long ago, and whose number another user's program has",
    "1",
    (lock) => {
      long(lock);
      isOthers();
    },
  ],
])("what a launcher left that %s holds nobody up", async (_, pid, leave) => {
  const { root, children, lock } = project();
  mkdirSync(dirname(lock), { recursive: true });
  writeFileSync(lock, pid);
  leave(lock);
  expect(await buildWhatIsStale(root, children)).toBe(true);
  expect(readdirSync(dirname(lock)).filter((file) => file.startsWith("building"))).toEqual([]);
});

test.each([
  ["an own", () => {}],
  ["another user's", isOthers],
])("whoever waits for the build of %s program is told for which one, once, and goes on after it", async (_, is) => {
  const { root, children, lock } = project();
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.useFakeTimers({ toFake: ["setTimeout", "Date"] });
  onTestFinished(() => {
    vi.useRealTimers();
    told.mockRestore();
  });
  mkdirSync(dirname(lock), { recursive: true });
  writeFileSync(lock, String(process.pid));
  is();
  const building = buildWhatIsStale(root, children);
  await vi.advanceTimersByTimeAsync(2_900);
  expect(told).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(told).toHaveBeenCalledOnce();
  expect(told).toHaveBeenCalledWith(expect.stringContaining(`Process ${process.pid} builds in this folder`));
  rmSync(lock);
  await vi.advanceTimersByTimeAsync(200);
  expect(await building).toBe(true);
});

test("a lock with this launcher's own name was left, as in a container that was started again", () => {
  const { lock } = project();
  mkdirSync(dirname(lock), { recursive: true });
  writeFileSync(lock, `${process.pid} ${hostname()}`);
  expect([removeLeft(lock), existsSync(lock)]).toEqual([true, true]);
  const before = Date.now() / 1_000 - process.uptime() - 5;
  utimesSync(lock, before, before);
  expect([removeLeft(lock), existsSync(lock)]).toEqual([true, false]);
});

test("a lock that another launcher took meanwhile stays its own", async () => {
  const { root, children, lock } = project();
  mkdirSync(dirname(lock), { recursive: true });
  // Both found what was left; the other one was faster.
  writeFileSync(lock, String(process.pid));
  expect(removeLeft(lock)).toBe(true);
  expect(readFileSync(lock, "utf8")).toBe(String(process.pid));
  // Both found what was left; the other one is about it.
  writeFileSync(lock, "999999999");
  writeFileSync(`${lock}.left`, "");
  expect(removeLeft(lock)).toBe(false);
  expect(readFileSync(lock, "utf8")).toBe("999999999");
  // It was killed over that.
  long(`${lock}.left`);

  const { run } = children;
  children.run = async (...args) => {
    await run(...args);
    writeFileSync(lock, "4242");
  };
  await buildWhatIsStale(root, children);
  expect(readFileSync(lock, "utf8")).toBe("4242");
  expect(readdirSync(dirname(lock))).not.toContain("building.pid.left");
});

test("a folder that can't be written is told, with what to do", async () => {
  const { root, children, told } = project();
  writeFileSync(join(root, "dist"), "not a folder");
  await expect(buildWhatIsStale(root, children)).rejects.toThrow(StartProblem);
  await expect(buildWhatIsStale(root, children)).rejects.toThrow(/dist can't be written \(E\w+\).*npm run build\.$/);
  expect(told.builds).toBe(0);
});
