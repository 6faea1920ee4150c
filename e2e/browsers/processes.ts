import { readdir, readFile } from "node:fs/promises";

/**
 * Bytes that a process and everything that it started hold for themselves: memory that is nowhere else, neither in
 * files. Linux only.
 */
export async function memoryOfTree(root: number): Promise<number> {
  const parents = new Map<number, number>();
  const sizes = new Map<number, number>();
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      // A process may end while it is read.
      const status = await readFile(`/proc/${name}/status`, "utf8").catch(() => "");
      parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0));
      sizes.set(Number(name), Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024);
    }),
  );
  const belongs = (id: number): boolean => id === root || (id > 1 && belongs(parents.get(id) ?? 0));
  return [...sizes].reduce((sum, [id, size]) => (belongs(id) ? sum + size : sum), 0);
}
