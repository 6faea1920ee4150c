import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { BaseLogger } from "pino";
import { makeFolder } from "../http/make-folder.ts";
import { ConfigurationError } from "../http/program.ts";
import type { SpeakerConfiguration } from "./configuration.ts";
import type { ContentStorage } from "./content/content-storage.ts";
import { openContent } from "./open-content.ts";
import { openDataFolder } from "./storage/data-folder.ts";
import type { PostgresOptions } from "./storage/postgres.ts";
import type { Storage } from "./storage/storage.ts";
import { taskStart } from "./tasks/task-files.ts";

interface OpenPlaces {
  readonly storage: Storage;
  /** Where the sound of tasks is kept. */
  readonly content: ContentStorage;
  close(): Promise<void>;
}

type Place = Pick<SpeakerConfiguration, "databaseUrl" | "dataFolder" | "contentBucket"> & PostgresOptions;

/**
 * Opens where the service keeps what it must not forget: a folder of its own, or what it shares with others.
 *
 * @throws DataFolderError, SharedStorageError, ConfigurationError
 */
export async function openStorage(
  { databaseUrl, dataFolder, contentBucket, ...options }: Place,
  logger: BaseLogger,
): Promise<OpenPlaces> {
  const opened = databaseUrl === undefined ? await openDataFolder(dataFolder) : await openShared(databaseUrl, options);
  try {
    const { isShared } = opened;
    const folder = join(dataFolder, "audio");
    makeFolder(folder);
    const content = await openContent({ address: contentBucket, folder, isShared, logger });
    if (contentBucket !== undefined && (await readdir(folder)).some((name) => name.startsWith(taskStart)))
      logger.warn({ folder }, "sound that was kept here before SERVICE_CONTENT_URL is neither served nor removed");
    return { storage: opened, content, close: () => opened.close() };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/**
 * Opens the database that services share. The code for it is loaded by those alone who do.
 *
 * @throws SharedStorageError
 */
export async function openShared(databaseUrl: string, options: PostgresOptions) {
  const { openPostgres, unusable } = await import("./storage/postgres.ts");
  const { migrateQueue } = await import("./queue/schema.ts");
  const storage = await openPostgres(databaseUrl, options);
  try {
    await migrateQueue(databaseUrl);
    return storage;
  } catch (error) {
    await storage.close();
    throw unusable(error);
  }
}

/**
 * Makes sure that all services of a shared storage sign with the same secret: an address that one of them signs is
 * opened by any other. The storage holds its digest.
 *
 * @throws ConfigurationError where another secret is in use.
 */
export async function shareSecret({ database, isShared }: Storage, secret: string): Promise<void> {
  if (!isShared) return;
  const name = "signing_secret";
  const value = createHash("sha256").update(secret).digest("hex");
  await database
    .insertInto("settings")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const known = await database.selectFrom("settings").select("value").where("name", "=", name).executeTakeFirst();
  if (known?.value === value) return;
  throw new ConfigurationError(
    "SERVICE_SIGNING_SECRET differs from that of the other services of this database: set the same for all. " +
      `To change it for all, stop them and delete the row ${name} of the table settings`,
  );
}
