import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import pino from "pino";
import { ConfigurationError, failProgram } from "../http/program.ts";
import { readMoveConfiguration } from "./configuration.ts";
import { FolderContent } from "./content/folder-content.ts";
import { openContent } from "./open-content.ts";
import { openShared } from "./open-storage.ts";
import { startFailure } from "./start-failure.ts";
import { openDataFolder } from "./storage/data-folder.ts";
import { isEmpty, moveTables } from "./storage/move-tables.ts";
import type { Database } from "./storage/tables.ts";
import { divideAnew, moveSound } from "./tasks/move-sound.ts";
import { enqueueTask } from "./tasks/task-jobs.ts";

/** `npm run move`: takes what a service of its own has kept into the storage that services share. */
async function move(): Promise<void> {
  const { dataFolder, databaseUrl, contentBucket, logLevel } = readMoveConfiguration(process.env);
  const logger = pino({ level: logLevel }, pino.destination(2));
  const file = join(dataFolder, "service.db");
  const kept = `${file}.moved`;
  // An empty database would be made, and be kept in place of the one that holds everything.
  if (!existsSync(file))
    throw new ConfigurationError(`DATA_DIR: there is no ${file} to move: set it to another folder`);
  if (existsSync(kept)) {
    throw new ConfigurationError(`DATA_DIR: ${kept} is the database of an earlier move: put it into another folder`);
  }
  // Whoever owns the folder has stopped, or this fails.
  const folder = await openDataFolder(dataFolder);
  const shared = await openShared(databaseUrl, { showsLife: false });
  try {
    if (!(await isEmpty(shared.database))) {
      throw new ConfigurationError(
        "The database of SERVICE_DATABASE_URL holds tasks or bills already: move into an empty one",
      );
    }
    const sound = new FolderContent(join(dataFolder, "audio"));
    const target = contentBucket && (await openContent({ address: contentBucket, folder: "", isShared: true, logger }));
    // Before the transaction, which would wait for it too long.
    if (target !== undefined) {
      const { files, bytes } = await moveSound(folder.database, sound, target);
      console.log(
        `${"sound".padEnd(13)} ${String(files).padStart(9)} files  ${bytes} bytes, each as long as its task says`,
      );
    }
    await shared.transaction(async (database) => {
      for (const { table, rows, digest } of await moveTables(folder.database, database)) {
        console.log(
          `${table.padEnd(13)} ${String(rows).padStart(9)} rows   the same on both sides: ${digest.slice(0, 16)}`,
        );
      }
      if (target !== undefined) await divideAnew(database);
      await goOn(database);
    });
    // All of it is in the one file that keeps its name no longer.
    await sql`pragma wal_checkpoint(truncate)`.execute(folder.database);
  } finally {
    await shared.close();
    await folder.close();
  }
  // Kept, but no service begins with it again: what comes now is in the other one.
  await rename(file, kept);
  const soundStays = contentBucket === undefined ? "" : `, the sound that was copied in ${join(dataFolder, "audio")}`;
  console.log(`Moved. The old database stays as ${kept}${soundStays}.`);
}

/** Hands what was under way to workers. */
async function goOn(database: Database): Promise<void> {
  await database.updateTable("tasks").set({ status: "queued" }).where("status", "=", "in_progress").execute();
  const waiting = await database
    .selectFrom("tasks")
    .selectAll()
    .where("status", "=", "queued")
    .where("endpoint", "=", "tasks")
    .orderBy("number")
    .execute();
  for (const task of waiting) await enqueueTask(task, database);
  console.log(`${"under way".padEnd(13)} ${String(waiting.length).padStart(9)} tasks  for the workers`);
}

try {
  await move();
} catch (error) {
  failProgram(startFailure(error, "Not everything was moved"));
}
