import { mkdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { InstallError } from "./install-error.ts";

/** How often who holds a model says that it still does, and after how long nobody does. In milliseconds. */
const [sayEvery, deadAfter] = [10_000, 60_000];

/**
 * Holds a model, so that no other program changes it meanwhile: `npm run voices` beside a service, or two services.
 * What a program that died has held is free.
 *
 * @returns what lets go of it.
 * @throws InstallError `used_elsewhere`
 */
export async function lock(folder: string, name: string): Promise<() => Promise<void>> {
  const file = join(folder, `${name}.lock`);
  const mine = `${hostname()} ${process.pid}`;
  const take = () => writeFile(file, mine, { flag: "wx" });
  await mkdir(folder, { recursive: true });
  await take().catch(async (error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    const holder = await holderOf(file);
    if (holder !== undefined) {
      throw new InstallError(
        `Another program (${holder}) is busy with ${name}: wait until it is done.`,
        "used_elsewhere",
      );
    }
    await rm(file, { force: true });
    await take();
  });
  const timer = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => undefined), sayEvery).unref();
  return async () => {
    clearInterval(timer);
    await rm(file, { force: true });
  };
}

/** Who holds a file, for people; undefined where nobody does any more. */
async function holderOf(file: string): Promise<string | undefined> {
  const said = await stat(file).catch(() => undefined);
  const [host, pid] = (await readFile(file, "utf8").catch(() => "")).split(" ");
  if (said === undefined || Date.now() - said.mtimeMs > deadAfter) return undefined;
  return host === hostname() && !isRunning(Number(pid)) ? undefined : `process ${pid} on ${host}`;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's runs all the same.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
