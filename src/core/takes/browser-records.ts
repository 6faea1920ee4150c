import type * as z from "zod/mini";
import { hasStorage, libraryName, openChannel } from "./browser-library.ts";
import type { RecordTable, StoredRecord } from "./database.ts";
import { createRecords, type Records } from "./records.ts";

/** Records on what this browser has, beside the takes. */
export function createBrowserRecords<Stored extends StoredRecord>(
  table: RecordTable,
  schema: z.ZodMiniType<Stored>,
  name = libraryName,
): Records<Stored> {
  return createRecords(schema, {
    openDatabase: hasStorage()
      ? async (events) => {
          const { openRecordDatabase } = await import("./database.ts");
          // It may have been deleted for good since.
          if (!hasStorage()) throw new Error("This page keeps nothing any more.");
          return openRecordDatabase(name, table, events);
        }
      : undefined,
    channel: openChannel(`${name} ${table}`),
  });
}
