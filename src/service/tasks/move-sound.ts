import type { ContentStorage } from "../content/content-storage.ts";
import type { Database } from "../storage/tables.ts";
import { nameOf, timestampsExtension } from "./task-files.ts";

/** Forgets what unfinished tasks have spoken, since that stays behind: they are divided and spoken anew. */
export async function divideAnew(database: Database): Promise<void> {
  await database.deleteFrom("segments").execute();
  await database.updateTable("task_runs").set({ utterance: null }).execute();
}

/**
 * Copies the sound and the timestamps of finished tasks into another storage; what lies there alone has been moved
 * before.
 *
 * @returns how many files, and their size in bytes.
 * @throws when a file is in neither, or isn't as long as its task says.
 */
export async function moveSound(
  database: Database,
  from: ContentStorage,
  to: ContentStorage,
): Promise<{ readonly files: number; readonly bytes: number }> {
  const tasks = await database
    .selectFrom("tasks")
    .select(["id", "extension", "bytes", "granularity"])
    .where("stored", "=", 1)
    .execute();
  let [files, bytes] = [0, 0];
  for (const { id, extension, bytes: size, granularity } of tasks) {
    const copied = await copy(nameOf(id, extension ?? ""), from, to);
    if (copied !== size) throw new Error(`the sound of ${id} has ${copied} bytes in place of ${size}`);
    files++;
    bytes += copied;
    if (granularity === null) continue;
    bytes += await copy(nameOf(id, timestampsExtension), from, to);
    files++;
  }
  return { files, bytes };
}

/** @returns the size of the file in the other storage, as that tells it. */
async function copy(name: string, from: ContentStorage, to: ContentStorage): Promise<number> {
  const bytes = await (await from.open(name))?.read();
  if (bytes !== undefined) {
    await to.create(name, 0, async (write) => {
      for await (const piece of bytes) await write(piece);
      return new Uint8Array();
    });
  }
  const moved = await to.open(name);
  if (moved === undefined) throw new Error(`the file ${name} is missing`);
  await moved.close();
  return moved.size;
}
