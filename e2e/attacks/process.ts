import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";

/** A file of Linux's process table; empty elsewhere. */
const system = (path: string): Promise<string> => readFile(`/proc/${path}`, "utf8").catch(() => "");

/** The id of the program that a launcher has started from a file; undefined where the system doesn't tell. */
export async function findProgram(launcher: number, file: string): Promise<number | undefined> {
  const children = (await system(`${launcher}/task/${launcher}/children`)).split(" ").filter(Boolean);
  for (const child of children) {
    if ((await system(`${child}/cmdline`)).includes(file)) return Number(child);
  }
  return undefined;
}

/** How far a process's memory grew at its peak since the call, in MB; undefined where the system doesn't tell. */
export async function watchMemory(pid: number | undefined): Promise<() => Promise<number | undefined>> {
  // Sets the peak back to what is held now (proc(5), clear_refs).
  await writeFile(`/proc/${pid}/clear_refs`, "5").catch(() => {});
  const before = await megabytes(pid, "VmRSS");
  return async () => {
    const peak = await megabytes(pid, "VmHWM");
    return before === undefined || peak === undefined ? undefined : peak - before;
  };
}

async function megabytes(pid: number | undefined, field: "VmRSS" | "VmHWM"): Promise<number | undefined> {
  const kibibytes = new RegExp(`${field}:\\s+(\\d+)`).exec(await system(`${pid}/status`))?.[1];
  return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
}

/**
 * The processor's time that a process's main thread has had, in milliseconds, by tens; undefined where the system
 * doesn't tell.
 */
export function workedFor(pid: number | undefined): number | undefined {
  try {
    // Behind the name in parentheses, which may hold anything: user and system time are fields 14 and 15, in
    // hundredths.
    const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ");
    return (Number(fields?.[11]) + Number(fields?.[12])) * 10;
  } catch {
    return undefined;
  }
}
