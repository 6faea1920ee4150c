import { spawn } from "node:child_process";
import { once } from "node:events";

/** A screen that nobody sees, for browsers with a window. */
export interface Display {
  /** Its name, the value of DISPLAY. */
  readonly name: string;
  stop(): Promise<void>;
}

/** Starts Xvfb on a free number. */
export async function startDisplay(): Promise<Display> {
  const child = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1440x960x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const exit = once(child, "exit");
  const stop = () => child.kill();
  process.once("exit", stop);
  const [, , , numbers] = child.stdio;
  if (numbers === null || numbers === undefined) throw new Error("Xvfb has no pipe for its number.");
  const number = await Promise.race([
    once(numbers, "data").then(([data]) => String(data).trim()),
    exit.then(() => undefined),
  ]);
  if (number === undefined) throw new Error("Xvfb ended before it had a display.");
  return {
    name: `:${number}`,
    async stop() {
      stop();
      await exit;
      process.off("exit", stop);
    },
  };
}
