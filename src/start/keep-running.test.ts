import { expect, test } from "vitest";
import { keepRunning } from "./keep-running.mjs";

const name = "The embedded speech service";

/** A children whose one program dies when a test says so, and a clock that a test moves. */
function createRig() {
  const lines: string[] = [];
  const pauses: number[] = [];
  const program = {
    name,
    listening: Promise.resolve(1),
    ended: Promise.resolve(""),
    exitCode: Promise.resolve(0),
    stop: () => Promise.resolve(),
    kill: () => undefined,
  };
  type OnExit = (line: string) => void;
  const rig = {
    lines,
    pauses,
    starts: 0,
    stops: 0,
    time: 0,
    die: ((_line) => undefined) as OnExit,
    /** What the next starts fail with. */
    failures: [] as string[],
    goOn: (): void => undefined,
    children: {
      isStopping: false,
      async start(
        _name: string,
        _file: string,
        _environment: object,
        _args?: string[],
        onExit?: OnExit,
      ): Promise<{ port: number; program: typeof program }> {
        rig.starts++;
        const failure = rig.failures.shift();
        if (failure !== undefined) throw new Error(failure);
        rig.die = onExit ?? rig.die;
        return { port: 1, program };
      },
      async stop() {
        rig.stops++;
      },
    },
  };
  const clock = {
    now: () => rig.time,
    wait: (milliseconds: number, _value: undefined, { signal }: { signal: AbortSignal }) =>
      new Promise<void>((resolve, reject) => {
        pauses.push(milliseconds);
        rig.goOn = resolve;
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
  };
  const keep = () => keepRunning(rig.children, name, "service.js", {}, (line) => void lines.push(line), clock);
  return { rig, keep };
}

test("a program that dies is started again, and both are said", async () => {
  const { rig, keep } = createRig();
  await keep();
  rig.die(`${name} ended unexpectedly (SIGKILL).`);
  expect(rig.lines).toEqual([
    `${name} ended unexpectedly (SIGKILL). It is started again in 0.5 s; the playground stays up.`,
  ]);
  expect(rig.starts).toBe(1);
  rig.goOn();
  await expect.poll(() => rig.lines.at(-1)).toBe(`${name} is back.`);
  expect(rig.starts).toBe(2);
});

test("pauses grow to half a minute, failed starts say why, and a minute of life makes the next one short", async () => {
  const { rig, keep } = createRig();
  await keep();
  rig.failures = Array.from({ length: 9 }, () => "The port is taken: choose another");
  rig.die("Gone.");
  for (let failed = 0; failed < 9; failed++) {
    await expect.poll(() => rig.pauses.length).toBe(failed + 1);
    rig.goOn();
  }
  await expect
    .poll(() => rig.pauses)
    .toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000]);
  expect(rig.lines.at(-1)).toBe(
    "The port is taken: choose another. It is started again in 30 s; the playground stays up.",
  );
  rig.goOn();
  await expect.poll(() => rig.lines.at(-1)).toBe(`${name} is back.`);
  // One that dies at once, again, isn't well yet.
  rig.time += 59_999;
  rig.die("Gone.");
  expect(rig.pauses.at(-1)).toBe(30_000);
  rig.goOn();
  await expect.poll(() => rig.starts).toBe(12);
  await expect.poll(() => rig.lines.at(-1)).toBe(`${name} is back.`);
  rig.time += 60_000;
  rig.die("Gone.");
  expect(rig.pauses.at(-1)).toBe(500);
});

test("one that is stopped in a pause isn't started again, and nothing is said", async () => {
  const { rig, keep } = createRig();
  const stop = await keep();
  rig.die("Gone.");
  const said = rig.lines.length;
  await stop();
  expect([rig.starts, rig.lines.length]).toEqual([1, said]);
});

test("nothing is started or said any more when everything ends", async () => {
  const { rig, keep } = createRig();
  const stop = await keep();
  rig.die("Gone.");
  rig.children.isStopping = true;
  rig.goOn();
  await stop();
  expect([rig.starts, rig.lines.length]).toEqual([1, 1]);
});

test("a first start that fails is the caller's to tell", async () => {
  const { rig, keep } = createRig();
  rig.failures = ["No engine."];
  await expect(keep()).rejects.toThrow("No engine.");
  expect(rig.lines).toEqual([]);
});
