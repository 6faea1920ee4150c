import { join } from "node:path";
import Database from "libsql";
import type * as z from "zod";

/** Rows of a query on the database of a service's data folder, whether the service runs or not. */
export function readRows<T>(folder: string, sql: string, schema: z.ZodType<T>): readonly T[] {
  const database = new Database(join(folder, "service", "service.db"));
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => schema.parse(row));
  } finally {
    database.close();
  }
}
