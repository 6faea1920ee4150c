import { countCharacters } from "../../contract/characters.ts";
import type { ModelDescriptor } from "../../contract/model.ts";
import { findModel } from "../../contract/models/index.ts";
import { estimatePrice, type Price, settlePrice } from "../../contract/prices.ts";
import type { Storage } from "../storage/storage.ts";
import type { Database, LedgerTable } from "../storage/tables.ts";

/** How long after an answer its end is written down, in milliseconds, where all wait for the disk meanwhile. */
const writeAfter = 500;

interface BilledRequest {
  /** What the rows are joined by: a task's id, or an id made for one synchronous request. Never chosen by a client. */
  readonly reference: string;
  readonly caller: string;
  readonly model: ModelDescriptor;
  /** `speech`, `stream`, `tasks` or `websocket`. */
  readonly route: string;
  readonly text: string;
}

/** What a row says, beside what it is about and when it was written. */
type Row = Omit<LedgerTable, "number" | "at" | "reference" | "owner">;

/**
 * The ledger (section 8, Billing). Each row adds to what a request costs; their sum is the price. A reference has at
 * most one row of a kind, so that doing the same thing again, after a crash for instance, changes nothing.
 */
export class Ledger {
  readonly #storage: Storage;
  readonly #now: () => number;
  /** Answers that have ended, which isn't written down yet. */
  readonly #answered = new Set<string>();
  /** Charges that are being given back: they stay open until that is done, so that others do it where it fails. */
  readonly #returning = new Set<string>();
  #later: NodeJS.Timeout | undefined;

  /** @param now the time in milliseconds. */
  constructor(storage: Storage, now: () => number) {
    this.#storage = storage;
    this.#now = now;
  }

  /**
   * Writes what a request costs as far as it is known now: one token for each character, or a pre-charge by the
   * estimate of its seconds, or a row without a price where the document shows none. Where it is answered by this
   * process, the charge is in this process's name until its answer has ended.
   *
   * @param within a transaction that it is a part of.
   */
  async charge({ reference, caller, model, route, text }: BilledRequest, within?: Database): Promise<void> {
    const price = estimatePrice(model, text);
    const shared = { caller, model: model.id, route, characters: countCharacters(text) };
    const kind = price.kind === "money" ? "precharge" : "charge";
    const owner = route === "tasks" ? null : this.#storage.owner;
    await this.#add(reference, { ...shared, kind, ...columnsOf(price), owner }, within);
  }

  /**
   * Corrects a pre-charge by the real length of the audio. A request that wasn't pre-charged stays as it is: its price
   * doesn't depend on the audio.
   */
  async settle(reference: string, durationSeconds: number, within?: Database): Promise<void> {
    const rows = await this.rowsOf(reference, within);
    const before = rows.find(({ kind }) => kind === "precharge");
    const model = findModel(before?.model);
    if (before?.seconds == null || before.amount_millionths === null || model === undefined) return;
    if (rows.some(({ kind }) => kind === "refund")) return;
    const estimate: Price = {
      kind: "money",
      seconds: before.seconds,
      amount: before.amount_millionths / 1e6,
      basis: "text",
    };
    const columns = columnsOf(settlePrice(model, estimate, { duration_seconds: durationSeconds }));
    const correction = (columns.amount_millionths ?? 0) - before.amount_millionths;
    await this.#add(reference, { ...before, kind: "settlement", ...columns, amount_millionths: correction }, within);
  }

  /** Gives back all that a failed request has cost, on a full disk too; false where there is nothing to give back. */
  async refund(reference: string, within?: Database): Promise<boolean> {
    return await this.#storage.record(async (database) => {
      await this.close([reference], database);
      const rows = await this.rowsOf(reference, database);
      const first = rows[0];
      if (first === undefined || rows.some(({ kind }) => kind === "refund")) return false;
      const tokens = minusTotal(rows.map(({ tokens }) => tokens));
      const amount_millionths = minusTotal(rows.map((row) => row.amount_millionths));
      await this.#add(reference, { ...first, kind: "refund", tokens, amount_millionths }, database);
      return true;
    }, within);
  }

  /** The answer to what was charged has ended. Of many that is written down at once, so that nobody waits for it. */
  answered(reference: string): void {
    if (this.#returning.has(reference)) return;
    this.#answered.add(reference);
    const write = (): void => {
      this.#later = undefined;
      // What isn't written down now is at the next time.
      this.writeAnswered().catch(() => undefined);
    };
    this.#later ??= setTimeout(write, this.#storage.isShared ? 0 : writeAfter).unref();
  }

  /** What was charged is to be given back: that its answer has ended says nothing then. */
  returning(reference: string): void {
    this.#returning.add(reference);
    this.#answered.delete(reference);
  }

  /** What was to be given back is. */
  returned(reference: string): void {
    this.#returning.delete(reference);
  }

  /** Whether a charge is still in a process's name; nobody else changes it before the transaction is over. */
  async isOpen(reference: string, owner: string, within: Database): Promise<boolean> {
    const { numUpdatedRows } = await within
      .updateTable("ledger")
      .set({ owner })
      .where("reference", "=", reference)
      .where("owner", "=", owner)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Writes down which answers have ended. */
  async writeAnswered(): Promise<void> {
    const references = [...this.#answered];
    if (references.length === 0) return;
    await this.#storage.record((database) => this.close(references, database));
    for (const reference of references) this.#answered.delete(reference);
  }

  /** What was charged is in no process's name any more: it stays, unless it is given back. */
  async close(references: readonly string[], within: Database = this.#storage.database): Promise<void> {
    await within
      .updateTable("ledger")
      .set({ owner: null })
      .where("reference", "in", references)
      .where("owner", "is not", null)
      .execute();
  }

  /** What was charged and isn't closed, for each process in whose name it is. */
  async open(): Promise<ReadonlyMap<string, readonly string[]>> {
    const rows = await this.#storage.database
      .selectFrom("ledger")
      .select(["owner", "reference"])
      .where("owner", "is not", null)
      .execute();
    const references = new Map<string, string[]>();
    for (const { owner, reference } of rows) {
      if (owner !== null) references.set(owner, [...(references.get(owner) ?? []), reference]);
    }
    return references;
  }

  /** The rows of one request, oldest first. */
  async rowsOf(reference: string, within: Database = this.#storage.database): Promise<readonly Row[]> {
    return await within
      .selectFrom("ledger")
      .select([
        "caller",
        "model",
        "route",
        "kind",
        "price",
        "characters",
        "tokens",
        "seconds",
        "basis",
        "amount_millionths",
      ])
      .where("reference", "=", reference)
      .orderBy("number")
      .execute();
  }

  async #add(
    reference: string,
    row: Row & Partial<Pick<LedgerTable, "owner">>,
    within: Database = this.#storage.database,
  ): Promise<void> {
    await within
      .insertInto("ledger")
      .values({ ...row, reference, at: Math.floor(this.#now() / 1000) })
      .onConflict((conflict) => conflict.columns(["reference", "kind"]).doNothing())
      .execute();
  }
}

function columnsOf(price: Price): Pick<Row, "price" | "tokens" | "seconds" | "basis" | "amount_millionths"> {
  const nothing = { tokens: null, seconds: null, basis: null, amount_millionths: null };
  switch (price.kind) {
    case "tokens":
      return { ...nothing, price: "tokens", tokens: price.tokens };
    case "money":
      return {
        ...nothing,
        price: "money",
        seconds: price.seconds,
        basis: price.basis,
        amount_millionths: Math.round(price.amount * 1e6),
      };
    case "undocumented":
      return { ...nothing, price: "undocumented" };
  }
}

function minusTotal(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : -known.reduce((sum, value) => sum + value, 0);
}
