import { readdir } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { readRows } from "./rows.ts";
import type { ServiceProcess, TaskAnswer } from "./service-process.ts";
import { decodeMp3 } from "./sound.ts";

/** How a task must end. */
export type Ending = "completed" | "failed";

export interface Findings {
  readonly completed: number;
  readonly failed: number;
  /** Everything that is wrong: lost, stuck, billed twice, broken or left behind. */
  readonly faults: readonly string[];
}

const taskSchema = z.object({ id: z.string(), model: z.string(), characters: z.number() });
const billSchema = z.object({
  reference: z.string(),
  rows: z.string(),
  tokens: z.nullable(z.number()),
  amount: z.nullable(z.number()),
});

/**
 * Waits until every task of a data folder has ended and compares what is there with what should be.
 *
 * @param promised how each task must end that a client was told about; others may end either way.
 */
export async function examine(
  service: ServiceProcess,
  folder: string,
  promised: ReadonlyMap<string, Ending>,
): Promise<Findings> {
  const faults: string[] = [];
  const endings: Ending[] = [];
  const files = new Set<string>();
  const tasks = readRows(folder, "select id, model, characters from tasks", taskSchema);
  for (const id of promised.keys()) if (!tasks.some((task) => task.id === id)) faults.push(`${id} is lost`);
  for (const task of tasks) {
    const answer = await service.ended(task.id);
    const { id, status } = answer;
    if (status !== (promised.get(id) ?? status)) faults.push(`${id} is ${status}: ${JSON.stringify(answer)}`);
    const isB = task.model === "streamspeech-v8";
    if (status === "completed") {
      endings.push(status);
      files.add(`${id}.${isB ? "mp3" : "wav"}`);
      if (isB) files.add(`${id}.timestamps.json`);
      faults.push(...(isB ? await faultsOfMp3(service, answer) : await faultsOfWav(service, answer)));
    } else {
      endings.push("failed");
    }
    const [bill] = readRows(
      folder,
      `select reference, group_concat(kind) as rows, sum(tokens) as tokens, sum(amount_millionths) as amount
       from ledger where reference = '${id}' group by reference`,
      billSchema,
    );
    const expected = isB
      ? { rows: "charge", tokens: task.characters, amount: null }
      : status === "completed"
        ? { rows: "precharge,settlement", tokens: null, amount: amountOf(answer) }
        : { rows: "precharge,refund", tokens: null, amount: 0 };
    if (bill?.rows !== expected.rows || bill.tokens !== expected.tokens || bill.amount !== expected.amount) {
      faults.push(`${id} is billed ${JSON.stringify(bill)} in place of ${JSON.stringify(expected)}`);
    }
  }
  const names = await readdir(join(folder, "service", "audio"));
  faults.push(...names.filter((name) => !files.has(name)).map((name) => `${name} was left behind`));
  const count = (ending: Ending): number => endings.filter((each) => each === ending).length;
  return { completed: count("completed"), failed: count("failed"), faults };
}

/** (0.015 + 0.002 × seconds), in millionths. */
function amountOf({ duration_seconds: seconds = 0 }: TaskAnswer): number {
  return Math.round((15 + 2 * seconds) * 1_000);
}

async function faultsOfMp3(service: ServiceProcess, { id, duration_seconds: duration = 0 }: TaskAnswer) {
  const { samples, sampleRate } = await decodeMp3(await service.content(id));
  const { timestamps } = z.object({ timestamps: z.array(z.unknown()) }).parse(await service.timestamps(id));
  return [
    ...(isAsLong(samples.length / sampleRate, duration) ? [] : [`${id} is not as long as its duration`]),
    ...(timestamps.length > 0 ? [] : [`${id} has no timestamps`]),
  ];
}

async function faultsOfWav(service: ServiceProcess, { id, duration_seconds: duration = 0 }: TaskAnswer) {
  const bytes = Buffer.from(await service.content(id));
  const isWhole = bytes.readUInt32LE(40) === bytes.length - 44;
  return isWhole && isAsLong((bytes.length - 44) / 2 / 22_050, duration)
    ? []
    : [`${id} is not as long as its duration`];
}

function isAsLong(seconds: number, duration: number): boolean {
  return Math.abs(seconds - duration) < 0.001;
}
