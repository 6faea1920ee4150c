import { Client, type ClientConfig } from "pg";

/** One process at a time makes tables, its own and the queue's; any number, of a key of our own. */
const migrationLock = 7_310_551;

/**
 * Runs `migrate` while no other process changes a table of this database: whoever looks which tables there are would
 * fail by one that changes meanwhile.
 */
export async function migrateAlone(config: ClientConfig, migrate: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client(config);
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await migrate(client);
  } finally {
    await client.end();
  }
}
