import type { Storage } from "../storage/storage.ts";
import type { Utterance } from "../synthesis/synthesizer.ts";
import type { Segment } from "../synthesis/text/segments.ts";

/** How all segments of a task are spoken: everything but the text. */
export type Delivery = Omit<Utterance, "text" | "goesOn">;

/** What is known of a segment's sound, in samples at the engine's rate. */
export interface SpokenSegment {
  /** 0 where the engine found nothing to say. */
  readonly samples: number;
  /** Silence behind it, should speech follow. */
  readonly pause: number;
}

export interface StoredSegment extends Segment {
  /** From 0. */
  readonly number: number;
  /** Undefined until its sound is kept. */
  readonly spoken: SpokenSegment | undefined;
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

  /** Says once and for all how a task is spoken and divided, so that a later process goes on in the same way. */
  async divide(task: string, delivery: Delivery, segments: readonly Segment[]): Promise<void> {
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
    return rows.map(({ task: _, text_offset: textOffset, goes_on: goesOn, samples, pause, ...segment }) => {
      const spoken = samples === null ? undefined : { samples, pause: pause ?? 0 };
      return { ...segment, textOffset, goesOn: goesOn !== 0, spoken };
    });
  }

  /** Its sound must be kept before. */
  async markSpoken(task: string, number: number, { samples, pause }: SpokenSegment): Promise<void> {
    await this.#storage.database
      .updateTable("segments")
      .set({ samples, pause })
      .where("task", "=", task)
      .where("number", "=", number)
      .execute();
  }
}

/** A statement may have only so many values. */
const rowsAtOnce = 100;
