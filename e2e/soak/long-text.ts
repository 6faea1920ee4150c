import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { splitIntoSegments } from "../../src/service/synthesis/text/segments.ts";
import { readRows } from "./rows.ts";
import { examineSeams, type SeamReport } from "./seams.ts";
import { type ServiceProcess, startServiceProcess, type TaskAnswer } from "./service-process.ts";
import { decodeMp3, onsetNear } from "./sound.ts";

/** What came of a long text. Lengths in seconds, memory in bytes. */
export interface LongTextReport {
  readonly characters: number;
  readonly soundSeconds: number;
  readonly decodedSeconds: number;
  readonly workSeconds: number;
  /** The most that the process held; undefined where it can't be read. */
  readonly memory: number | undefined;
  /** The values of `progress` in the order in which they were seen. */
  readonly progress: readonly number[];
  /** How often the service was killed, and how many segments that it had kept by then it had to speak again. */
  readonly kills: number;
  readonly lostSegments: number;
  readonly segments: number;
  readonly bills: readonly string[];
  /** How far the last sentences' starts are from where they are heard. */
  readonly lateErrors: readonly number[];
  readonly sentences: number;
  readonly seams: SeamReport;
}

interface LongTextOptions {
  /** Of Model B: 0 is natural, and a text of 500,000 characters then lasts eight hours. */
  readonly speed?: number;
  /** Kills the service, as `kill -9` does, whenever it has run for so long with the task, in milliseconds. */
  readonly killEvery?: number;
  /** After so many kills it may finish: on a busy machine a short life hardly brings the task further. */
  readonly mostKills?: number;
}

const paragraph =
  "It was a bright morning when the train left the old station. Nobody knew how long the journey would take. " +
  "The mountains were still covered with snow. Below them, the river looked like a thin line of silver. ";

const sentencesSchema = z.object({
  timestamps: z.array(z.object({ sentence: z.string(), start: z.number(), end: z.number(), text_offset: z.number() })),
});

/** Has a text of so many characters spoken as one task, and watches the process while it does so. */
export async function speakLongText(
  characters: number,
  { speed = 0, killEvery = Number.POSITIVE_INFINITY, mostKills = Number.POSITIVE_INFINITY }: LongTextOptions = {},
): Promise<LongTextReport> {
  const folder = await mkdtemp(join(tmpdir(), "long-text-"));
  let service = await startServiceProcess(folder);
  try {
    const input = paragraph.repeat(Math.ceil(characters / paragraph.length)).slice(0, characters);
    const request = { model: "streamspeech-v8", voice: "Noah", Bitrate: "16k", Speed: speed };
    const started = performance.now();
    const task = await service.createTask({ ...request, input });
    if (task === undefined) throw new Error("the service is gone");
    const progress: number[] = [];
    const lost = new Set<number>();
    let kept: readonly number[] = [];
    let memory = 0;
    let kills = 0;
    let answer: TaskAnswer | undefined;
    while (answer === undefined) {
      const watched = await watch(service, task.id, kills < mostKills ? killEvery : Number.POSITIVE_INFINITY);
      progress.push(...watched.progress);
      memory = Math.max(memory, watched.memory);
      answer = watched.answer;
      if (answer !== undefined) break;
      await service.kill();
      kills++;
      const now = keptSegments(folder);
      for (const number of kept) if (!now.includes(number)) lost.add(number);
      kept = now;
      service = await startServiceProcess(folder);
    }
    if (answer.status === "failed") throw new Error(`the task failed: ${JSON.stringify(answer)}`);
    const workSeconds = (performance.now() - started) / 1000;
    const sound = await decodeMp3(await service.content(task.id));
    const { timestamps } = sentencesSchema.parse(await service.timestamps(task.id));
    const segments = [...splitIntoSegments(input, "en-US")];
    const seams = new Set(segments.slice(1).map(({ textOffset }) => textOffset));
    const heard = timestamps.map(({ text_offset: textOffset, ...sentence }) => ({ ...sentence, textOffset }));
    return {
      characters: input.length,
      soundSeconds: answer.duration_seconds ?? 0,
      decodedSeconds: sound.samples.length / sound.sampleRate,
      workSeconds,
      memory: memory === 0 ? undefined : memory,
      progress,
      kills,
      lostSegments: lost.size,
      segments: segments.length,
      bills: readRows(
        folder,
        "select kind, tokens from ledger",
        z.object({ kind: z.string(), tokens: z.number() }),
      ).map(({ kind, tokens }) => `${kind} ${tokens}`),
      lateErrors: timestamps.slice(-20).map(({ start }) => (onsetNear(sound, start) ?? Number.NaN) - start),
      sentences: timestamps.length,
      seams: examineSeams(sound, heard, seams),
    };
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Follows a task until it has ended, or until the time is over; the answer is undefined then. */
async function watch(service: ServiceProcess, id: string, milliseconds: number) {
  const until = performance.now() + milliseconds;
  const progress: number[] = [];
  let memory = 0;
  for (;;) {
    const answer = await service.readTask(id);
    progress.push(answer.progress);
    memory = Math.max(memory, (await service.memory()) ?? 0);
    if (answer.status === "completed" || answer.status === "failed") return { progress, memory, answer };
    // On a machine that is very busy a life may be too short for anything: it is ended once something was done.
    if (performance.now() > until && answer.progress > (progress[0] ?? 0)) return { progress, memory };
    await new Promise((wait) => setTimeout(wait, 100));
  }
}

/** The segments whose sound the service has kept. */
function keptSegments(folder: string): readonly number[] {
  const schema = z.object({ number: z.number() });
  const rows = readRows(folder, "select number from segments where samples is not null order by number", schema);
  return rows.map(({ number }) => number);
}
