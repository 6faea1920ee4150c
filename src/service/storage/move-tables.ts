import { createHash } from "node:crypto";
import { type Insertable, sql } from "kysely";
import type { Database, Tables } from "./tables.ts";

/** The tables that are moved, each with the columns that put its rows in order. */
const orders = {
  tasks: ["number"],
  task_runs: ["task"],
  segments: ["task", "number"],
  ledger: ["number"],
  first_answers: ["key"],
} as const satisfies Partial<Record<keyof Tables, readonly string[]>>;

type MovedTable = keyof typeof orders;
const moved = Object.keys(orders) as readonly MovedTable[];

/** Rows that are read and written at once: a request in one of them may have a megabyte. */
const rowsAtOnce = 100;

/** What was moved of a table, and what shows that it is the same on both sides. */
interface MovedRows {
  readonly table: MovedTable;
  readonly rows: number;
  /** SHA-256 of all rows, as hex digits, in whatever order they were read. */
  readonly digest: string;
}

/** The rows of one side and those of the other differ; nothing counts. */
class RowsDifferError extends Error {
  override readonly name = "RowsDifferError";
}

/** Whether a database holds nothing that a move could meet. */
export async function isEmpty(database: Database): Promise<boolean> {
  for (const table of moved) {
    if ((await database.selectFrom(table).select(sql`1`.as("one")).limit(1).execute()).length > 0) return false;
  }
  return true;
}

/**
 * Copies every row of one database into another, and reads it back.
 *
 * @param from stays as it is.
 * @param to an empty one; a transaction, so that a part never counts for the whole.
 * @throws RowsDifferError
 */
export async function moveTables(from: Database, to: Database): Promise<readonly MovedRows[]> {
  const results: MovedRows[] = [];
  for (const table of moved) {
    const read: string[] = [];
    for await (const batch of batches(from, table)) {
      read.push(...batch.map(digestOf));
      await to
        .insertInto(table)
        .values(batch as Insertable<Tables[MovedTable]>[])
        .execute();
    }
    const written: string[] = [];
    for await (const batch of batches(to, table)) written.push(...batch.map(digestOf));
    const digest = digestOf(read.toSorted());
    if (digestOf(written.toSorted()) !== digest)
      throw new RowsDifferError(`the rows of ${table} differ after the move`);
    results.push({ table, rows: read.length, digest });
  }
  // What comes next is counted on from there.
  for (const table of ["tasks", "ledger"] as const) {
    const last = sql`coalesce((select max(number) from ${sql.table(table)}), 0) + 1`;
    await sql`select setval(pg_get_serial_sequence(${table}, 'number'), ${last}, false)`.execute(to);
  }
  return results;
}

type Row = Readonly<Record<string, unknown>>;

async function* batches(database: Database, table: MovedTable): AsyncGenerator<readonly Row[]> {
  const columns = sql.join(orders[table].map((column) => sql.ref(column)));
  for (let last: Row | undefined; ; ) {
    const behind =
      last === undefined
        ? sql`1 = 1`
        : sql`(${columns}) > (${sql.join(orders[table].map((column) => last?.[column]))})`;
    const query = sql<Row>`select * from ${sql.table(table)} where ${behind} order by ${columns} limit ${rowsAtOnce}`;
    const { rows } = await query.execute(database);
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
    if (rows.length < rowsAtOnce) return;
  }
}

/** Of a row, whatever order its columns come in, or of a list of digests. */
function digestOf(value: Row | readonly string[]): string {
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(entries)).digest("hex");
}
