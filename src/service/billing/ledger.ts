import type Database from "libsql";
import * as z from "zod";
import { countCharacters } from "../../contract/characters.ts";
import type { ModelDescriptor } from "../../contract/model.ts";
import { findModel } from "../../contract/models/index.ts";
import { estimatePrice, type Price, settlePrice } from "../../contract/prices.ts";
import type { DataFolder } from "../storage/data-folder.ts";

interface BilledRequest {
  /** What the rows are joined by: a task's id, or an id made for one synchronous request. Never chosen by a client. */
  readonly reference: string;
  readonly caller: string;
  readonly model: ModelDescriptor;
  /** `speech`, `stream`, `tasks` or `websocket`. */
  readonly route: string;
  readonly text: string;
}

const rowSchema = z.object({
  caller: z.string(),
  model: z.string(),
  route: z.string(),
  kind: z.enum(["charge", "precharge", "settlement", "refund"]),
  price: z.enum(["tokens", "money", "undocumented"]),
  characters: z.number(),
  tokens: z.nullable(z.number()),
  seconds: z.nullable(z.number()),
  basis: z.nullable(z.enum(["text", "duration_seconds"])),
  amount_millionths: z.nullable(z.number()),
});
type Row = z.infer<typeof rowSchema>;

/**
 * The ledger (section 8, Billing). Each row adds to what a request costs; their sum is the price. A reference has at
 * most one row of a kind, so that doing the same thing again, after a crash for instance, changes nothing.
 */
export class Ledger {
  readonly #insert: Database.Statement<[Readonly<Record<string, unknown>>]>;
  readonly #select: Database.Statement<[string]>;
  readonly #folder: DataFolder;
  readonly #now: () => number;

  /** @param now the time in milliseconds. */
  constructor(folder: DataFolder, now: () => number) {
    const { database } = folder;
    this.#folder = folder;
    this.#now = now;
    this.#select = database.prepare("select * from ledger where reference = ? order by number");
    this.#insert = database.prepare(
      `insert or ignore into ledger
         (at, caller, model, route, reference, kind, price, characters, tokens, seconds, basis, amount_millionths)
       values
         (:at, :caller, :model, :route, :reference, :kind, :price, :characters, :tokens, :seconds, :basis, :amount)`,
    );
  }

  /**
   * Writes what a request costs as far as it is known now: one token for each character, or a pre-charge by the
   * estimate of its seconds, or a row without a price where the document shows none.
   */
  charge({ reference, caller, model, route, text }: BilledRequest): void {
    const price = estimatePrice(model, text);
    const shared = { caller, model: model.id, route, characters: countCharacters(text) };
    const kind = price.kind === "money" ? "precharge" : "charge";
    this.#add(reference, { ...shared, kind, ...columnsOf(price) });
  }

  /**
   * Corrects a pre-charge by the real length of the audio. A request that wasn't pre-charged stays as it is: its price
   * doesn't depend on the audio.
   */
  settle(reference: string, durationSeconds: number): void {
    const rows = this.rowsOf(reference);
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
    this.#add(reference, { ...before, kind: "settlement", ...columns, amount_millionths: correction });
  }

  /** Gives back all that a failed request has cost, on a full disk too. */
  refund(reference: string): void {
    this.#folder.record(() => {
      const rows = this.rowsOf(reference);
      const first = rows[0];
      if (first === undefined || rows.some(({ kind }) => kind === "refund")) return;
      this.#add(reference, {
        ...first,
        kind: "refund",
        tokens: minusTotal(rows.map(({ tokens }) => tokens)),
        amount_millionths: minusTotal(rows.map((row) => row.amount_millionths)),
      });
    });
  }

  /** The rows of one request, oldest first. */
  rowsOf(reference: string): readonly Row[] {
    return this.#select.all(reference).map((row) => rowSchema.parse(row));
  }

  #add(reference: string, { amount_millionths: amount, ...row }: Row): void {
    this.#insert.run({ ...row, amount, reference, at: Math.floor(this.#now() / 1000) });
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
