import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from "kysely";
import type Libsql from "libsql";
import type { ColumnTypes, Tables } from "./tables.ts";

export const libsqlTypes: ColumnTypes = {
  counter: "integer primary key",
  whole: "integer",
  real: "real",
  end: " strict",
};

/** The tables in a libsql database, which has one connection: a transaction is alone with it. */
export function openLibsql(database: Libsql.Database): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new LibsqlDialect({ database }) });
}

class LibsqlDialect extends SqliteDialect {
  readonly #config: ConstructorParameters<typeof SqliteDialect>[0];

  constructor(config: ConstructorParameters<typeof SqliteDialect>[0]) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new LibsqlDriver(this.#config);
  }

  override createAdapter(): DialectAdapter {
    return new LibsqlAdapter();
  }
}

/** Tables are changed in a transaction: a program that ends in the midst of it leaves them as they were. */
class LibsqlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class LibsqlDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch {
      // A full disk has ended the transaction already; to say so would hide why.
    }
  }
}
