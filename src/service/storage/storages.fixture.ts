import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDataFolder } from "./data-folder.ts";
import { createDatabase, hasPostgres } from "./postgres.fixture.ts";
import { openPostgres } from "./postgres.ts";
import type { OpenStorage } from "./storage.ts";

/** Each kind of storage that the service has, empty: what tests say of one holds for the other. */
export const storages: readonly { readonly name: string; readonly open: () => Promise<OpenStorage> }[] = [
  {
    name: "libsql",
    async open() {
      const path = await mkdtemp(join(tmpdir(), "service-storage-"));
      const folder = await openDataFolder(path);
      const close = async () => {
        await folder.close();
        await rm(path, { recursive: true });
      };
      return { ...folder, close };
    },
  },
  ...(hasPostgres ? [{ name: "PostgreSQL", open: async () => openPostgres(await createDatabase()) }] : []),
];
