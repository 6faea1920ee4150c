import * as z from "zod";
import type { DataFolder } from "../storage/data-folder.ts";
import type { Utterance } from "../synthesis/synthesizer.ts";
import type { Segment } from "../synthesis/text/segments.ts";

/** How all segments of a task are spoken: everything but the text. */
export type Delivery = Omit<Utterance, "text" | "goesOn">;

const rowSchema = z.object({
  number: z.number(),
  start: z.number(),
  length: z.number(),
  text_offset: z.number(),
  characters: z.number(),
  goes_on: z.number(),
  samples: z.nullable(z.number()),
  pause: z.nullable(z.number()),
});

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
  readonly #folder: DataFolder;

  constructor(folder: DataFolder) {
    this.#folder = folder;
  }

  /** Says once and for all how a task is spoken and divided, so that a later process goes on in the same way. */
  divide(task: string, delivery: Delivery, segments: readonly Segment[]): void {
    const { database } = this.#folder;
    this.#folder.transaction(() => {
      database
        .prepare(
          `insert into task_runs (task, utterance) values (:task, :utterance)
           on conflict (task) do update set utterance = :utterance`,
        )
        .run({ task, utterance: JSON.stringify(delivery) });
      const insert = database.prepare(
        `insert into segments (task, number, start, length, text_offset, characters, goes_on)
         values (:task, :number, :start, :length, :textOffset, :characters, :goesOn)`,
      );
      for (const [number, segment] of segments.entries()) {
        insert.run({ ...segment, task, number, goesOn: segment.goesOn ? 1 : 0 });
      }
    });
  }

  /** Undefined where the task was not divided yet. */
  deliveryOf(task: string): Delivery | undefined {
    const row = this.#folder.database.prepare("select utterance from task_runs where task = ?").get(task);
    const utterance = z.optional(z.object({ utterance: z.nullable(z.string()) })).parse(row)?.utterance;
    return utterance == null ? undefined : JSON.parse(utterance);
  }

  /** In their order. */
  of(task: string): readonly StoredSegment[] {
    const rows = this.#folder.database.prepare("select * from segments where task = ? order by number").all(task);
    return rows.map((row) => {
      const { text_offset: textOffset, goes_on: goesOn, samples, pause, ...segment } = rowSchema.parse(row);
      const spoken = samples === null ? undefined : { samples, pause: pause ?? 0 };
      return { ...segment, textOffset, goesOn: goesOn !== 0, spoken };
    });
  }

  /** Its sound must be kept before. */
  markSpoken(task: string, number: number, { samples, pause }: SpokenSegment): void {
    this.#folder.database
      .prepare("update segments set samples = ?, pause = ? where task = ? and number = ?")
      .run(samples, pause, task, number);
  }
}
