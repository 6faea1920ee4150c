import { type Migration, Migrator, sql } from "kysely";
import { answeringTables, type ColumnTypes, type Database, firstTables, sharedTables, spokenTables } from "./tables.ts";

/** A newer version of the service has changed the tables: this one doesn't know what stands in them. */
export class NewerTablesError extends Error {
  override readonly name = "NewerTablesError";
}

/**
 * Brings a database's tables up to what this version needs, whatever version made them. A migration is run once; it is
 * never changed once it was released, since databases exist that have it behind them.
 *
 * @throws NewerTablesError
 */
export async function migrate(database: Database, types: ColumnTypes): Promise<void> {
  const migrations: Readonly<Record<string, Migration>> = {
    "001-tables": { up: (database) => run(database, firstTables(types)) },
    "002-shared": { up: (database) => run(database, sharedTables(types)) },
    "003-spoken": { up: (database) => run(database, spokenTables(types)) },
    "004-answering": { up: (database) => run(database, answeringTables()) },
  };
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`
    .execute(database)
    // What keeps it from being read is told already.
    .catch(() => ({ rows: [] }));
  if (rows.some(({ name }) => !Object.hasOwn(migrations, name))) throw new NewerTablesError();
  throw error;
}

async function run(database: Database, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
