import { open, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { codeOf } from "../../http/errors.ts";
import { makeFolder } from "../../http/make-folder.ts";
import { isStorageFull } from "../storage/storage-full.ts";
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
  makeFolder(folder, 0o777);
  const mine = await take(file).catch(async (error: unknown) => {
    if (codeOf(error) !== "EEXIST") throw error;
    await removeLeft(file);
    return await take(file).catch(async (again: unknown) => {
      if (codeOf(again) !== "EEXIST") throw again;
      const holder = await holderOf(file);
      const who = holder === undefined || holder.isGone ? "it began a moment ago" : holder.told;
      const message = `Another program (${who}) is busy with ${name}: wait until it is done.`;
      throw new InstallError(message, "used_elsewhere");
    });
  });
  const timer = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => undefined), sayEvery).unref();
  return async () => {
    clearInterval(timer);
    // Whoever slept too long holds it no more.
    if ((await readFile(file, "utf8").catch(() => "")) === mine) await rm(file, { force: true });
  };
}

/**
 * Makes the file that holds a model, and tells what stands in it: nothing where the disk is full, since people make
 * room by removing a model.
 */
async function take(file: string): Promise<string> {
  const handle = await open(file, "wx");
  const mine = `${hostname()} ${process.pid}`;
  try {
    await handle.writeFile(mine);
    return mine;
  } catch (error) {
    if (isStorageFull(error)) return "";
    // It would hold the model for nobody.
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** Removes what a program left that died; one program at a time, or it would be what the faster one holds by now. */
async function removeLeft(file: string): Promise<void> {
  const removing = `${file}.left`;
  try {
    await writeFile(removing, "", { flag: "wx" });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    const found = await stat(removing).catch(() => undefined);
    // Whoever removed it died over that.
    if (found !== undefined && Date.now() - found.mtimeMs > deadAfter) await rm(removing, { force: true });
    return;
  }
  try {
    // Where it is gone already, another program may hold the next one by now.
    if ((await holderOf(file))?.isGone === true) await rm(file, { force: true });
  } finally {
    await rm(removing, { force: true });
  }
}

interface Holder {
  /** For people. */
  readonly told: string;
  readonly isGone: boolean;
}

/** Who holds a file; undefined where there is none. */
async function holderOf(file: string): Promise<Holder | undefined> {
  const said = await stat(file).catch(() => undefined);
  if (said === undefined) return undefined;
  const [host, pid] = (await readFile(file, "utf8").catch(() => "")).split(" ");
  const isLate = Date.now() - said.mtimeMs > deadAfter;
  if (pid === undefined) return { told: "it hasn't said which", isGone: isLate };
  return { told: `process ${pid} on ${host}`, isGone: isLate || (host === hostname() && !isRunning(Number(pid))) };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's runs all the same.
    return codeOf(error) === "EPERM";
  }
}
