import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { startServiceProcess } from "./service-process.ts";
import { decodeMp3, onsetNear } from "./sound.ts";

/** What came of a long text. Lengths in seconds, memory in bytes. */
export interface LongTextReport {
  readonly characters: number;
  readonly soundSeconds: number;
  readonly decodedSeconds: number;
  readonly workSeconds: number;
  /** How far the process grew beyond what it held once it had spoken a little; undefined where it can't be read. */
  readonly memoryGrowth: number | undefined;
  /** The values of `progress` in the order in which they were seen. */
  readonly progress: readonly number[];
  /** How far the last sentences' starts are from where they are heard. */
  readonly lateErrors: readonly number[];
  readonly sentences: number;
}

const paragraph =
  "It was a bright morning when the train left the old station. Nobody knew how long the journey would take. " +
  "The mountains were still covered with snow. Below them, the river looked like a thin line of silver. ";

const sentencesSchema = z.object({ timestamps: z.array(z.object({ start: z.number(), end: z.number() })) });

/** Has a text of so many characters spoken as one task, and watches the process while it does so. */
export async function speakLongText(characters: number): Promise<LongTextReport> {
  const folder = await mkdtemp(join(tmpdir(), "long-text-"));
  const service = await startServiceProcess(folder);
  try {
    const request = { model: "streamspeech-v8", voice: "Noah", Bitrate: "16k", Speed: 1 };
    const first = await service.createTask({ ...request, input: paragraph.repeat(10) });
    if (first !== undefined) await service.ended(first.id);
    const before = await service.memory();
    const input = paragraph.repeat(Math.ceil(characters / paragraph.length)).slice(0, characters);
    const started = performance.now();
    const task = await service.createTask({ ...request, input });
    if (task === undefined) throw new Error("the service is gone");
    const progress: number[] = [];
    let highest = 0;
    let answer = await service.readTask(task.id);
    while (answer.status === "queued" || answer.status === "in_progress") {
      progress.push(answer.progress);
      highest = Math.max(highest, (await service.memory()) ?? 0);
      await new Promise((wait) => setTimeout(wait, 250));
      answer = await service.readTask(task.id);
    }
    progress.push(answer.progress);
    highest = Math.max(highest, (await service.memory()) ?? 0);
    if (answer.status === "failed") throw new Error(`the task failed: ${JSON.stringify(answer)}`);
    const workSeconds = (performance.now() - started) / 1000;
    const sound = await decodeMp3(await service.content(task.id));
    const { timestamps } = sentencesSchema.parse(await service.timestamps(task.id));
    return {
      characters: input.length,
      soundSeconds: answer.duration_seconds ?? 0,
      decodedSeconds: sound.samples.length / sound.sampleRate,
      workSeconds,
      memoryGrowth: before === undefined ? undefined : highest - before,
      progress,
      lateErrors: timestamps.slice(-20).map(({ start }) => (onsetNear(sound, start) ?? Number.NaN) - start),
      sentences: timestamps.length,
    };
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
