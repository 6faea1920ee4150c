import type { Selectable } from "kysely";
import type { InTransaction, Storage } from "../storage/storage.ts";
import type { Database, SegmentTable } from "../storage/tables.ts";
import type { Utterance } from "../synthesis/synthesizer.ts";
import type { Surroundings } from "../synthesis/text/pieces.ts";
import type { Segment } from "../synthesis/text/segments.ts";

/** How all segments of a task are spoken: everything but the text. */
export type Delivery = Omit<Utterance, "text" | keyof Surroundings>;

/** What is known of a segment's sound, in samples at the engine's rate. */
export interface SpokenSegment {
  /** 0 where the engine found nothing to say. */
  readonly samples: number;
  /** Silence behind it, should speech follow. */
  readonly pause: number;
}

export interface KeptSegment extends SpokenSegment {
  /** What its sound and times are kept as. */
  readonly kept: string;
}

export interface StoredSegment extends Segment {
  /** From 0. */
  readonly number: number;
  /** Undefined until its sound is kept. */
  readonly spoken: KeptSegment | undefined;
}

/**
 * The segments of tasks that run, in the database. Each is a job of its own: its input is the delivery and its stretch
 * of the text, its output is kept among the files before it is marked here.
 */
export class SegmentStore {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /**
   * Says once and for all how a task is spoken and divided, so that a later process goes on in the same way.
   *
   * @param also writes down, in the same transaction, what follows from it.
   */
  async divide(task: string, delivery: Delivery, segments: readonly Segment[], also?: InTransaction): Promise<void> {
    const utterance = JSON.stringify(delivery);
    const rows = segments.map(({ start, length, textOffset, characters, goesOn }, number) => {
      return { task, number, start, length, text_offset: textOffset, characters, goes_on: goesOn ? 1 : 0 };
    });
    await this.#storage.transaction(async (database) => {
      await database
        .insertInto("task_runs")
        .values({ task, utterance })
        .onConflict((conflict) => conflict.column("task").doUpdateSet({ utterance }))
        .execute();
      for (let first = 0; first < rows.length; first += rowsAtOnce) {
        await database
          .insertInto("segments")
          .values(rows.slice(first, first + rowsAtOnce))
          .execute();
      }
      await also?.(database);
    });
  }

  /** Undefined where the task was not divided yet. */
  async deliveryOf(task: string): Promise<Delivery | undefined> {
    const row = await this.#storage.database
      .selectFrom("task_runs")
      .select("utterance")
      .where("task", "=", task)
      .executeTakeFirst();
    return row?.utterance == null ? undefined : JSON.parse(row.utterance);
  }

  /** In their order. */
  async of(task: string): Promise<readonly StoredSegment[]> {
    const rows = await this.#storage.database
      .selectFrom("segments")
      .selectAll()
      .where("task", "=", task)
      .orderBy("number")
      .execute();
    return rows.map(segmentOf);
  }

  /** @param within a transaction that it is a part of. */
  async find(
    task: string,
    number: number,
    within: Database = this.#storage.database,
  ): Promise<StoredSegment | undefined> {
    const row = await within
      .selectFrom("segments")
      .selectAll()
      .where("task", "=", task)
      .where("number", "=", number)
      .executeTakeFirst();
    return row && segmentOf(row);
  }

  /**
   * Its sound must be kept before.
   *
   * @param also writes down, in the same transaction, what follows from it.
   */
  async markSpoken(
    task: string,
    number: number,
    { samples, pause, kept }: KeptSegment,
    also?: InTransaction,
  ): Promise<void> {
    await this.change(task, async (database) => {
      await database
        .updateTable("segments")
        .set({ samples, pause, kept })
        .where("task", "=", task)
        .where("number", "=", number)
        .execute();
      await also?.(database);
    });
  }

  /** A transaction about a task's segments that waits for the end of every other one about the same task. */
  async change(task: string, work: InTransaction): Promise<void> {
    await this.#storage.transaction(async (database) => {
      const run = database.selectFrom("task_runs").select("task").where("task", "=", task);
      await run.$if(this.#storage.isShared, (query) => query.forUpdate()).execute();
      await work(database);
    });
  }
}

function segmentOf(row: Selectable<SegmentTable>): StoredSegment {
  const { task: _, text_offset: textOffset, goes_on: goesOn, samples, pause, kept, ...segment } = row;
  const spoken = samples === null ? undefined : { samples, pause: pause ?? 0, kept: kept ?? String(row.number) };
  return { ...segment, textOffset, goesOn: goesOn !== 0, spoken };
}

/** A statement may have only so many values. */
const rowsAtOnce = 100;
