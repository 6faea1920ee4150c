import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { type Ending, examine, type Findings } from "./examine.ts";
import { type References, serveReferences } from "./references.ts";
import { readRows } from "./rows.ts";
import { startServiceProcess } from "./service-process.ts";

/** What came of killing the service again and again while it had tasks to do. */
export interface KillReport extends Findings {
  readonly kills: number;
  /** Tasks that a client was told about. */
  readonly promised: number;
  /** Tasks that were running at the moment of a kill, over all kills. */
  readonly interrupted: number;
}

const sentence = "The quick brown fox jumps over the lazy dog and runs away. ";

/**
 * Starts the service, gives it tasks of Models B and C, kills it at a random moment, and so on; then lets it finish and
 * looks at what is there: each task that was promised must have ended as it should, with sound as long as its duration,
 * and be billed once.
 *
 * @param random a number from 0 up to 1.
 */
export async function killAgainAndAgain(kills: number, random: () => number): Promise<KillReport> {
  const folder = await mkdtemp(join(tmpdir(), "kills-"));
  const references = await serveReferences();
  const options = { referencePrefix: references.prefix };
  const promised = new Map<string, Ending>();
  let interrupted = 0;
  try {
    for (let kill = 0; kill < kills; kill++) {
      const service = await startServiceProcess(folder, options);
      const requests = requestsOf(kill, references, random).map(async ({ body, ending }) => {
        const task = await service.createTask(body);
        if (task !== undefined) promised.set(task.id, ending);
      });
      // Else a slow machine might be killed each time before it has promised anything.
      if (kill === 0) await Promise.all(requests);
      // The moments of the kills are the point of this: from the very start of the requests to well into the speaking.
      await new Promise((wait) => setTimeout(wait, random() ** 2 * 700));
      await service.kill();
      await Promise.all(requests);
      interrupted += readRows(folder, "select id from tasks where status = 'in_progress'", z.unknown()).length;
    }
    const service = await startServiceProcess(folder, options);
    try {
      return { kills, promised: promised.size, interrupted, ...(await examine(service, folder, promised)) };
    } finally {
      await service.stop();
    }
  } finally {
    await references.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Two tasks: one of Model B, and one of Model C whose reference is there, or isn't in every third round. */
function requestsOf(round: number, { prefix }: References, random: () => number) {
  const input = sentence.repeat(1 + Math.floor(random() * 10));
  const granularity = random() < 0.5 ? "word" : "sentence";
  const recording = round % 3 === 2 ? "gone.mp3" : random() < 0.5 ? "lower.mp3" : "higher.mp3";
  const modelB = { model: "streamspeech-v8", input, voice: "Autumn", Bitrate: "32k", TimestampType: granularity };
  const modelC = { model: "refvoice-2", input: sentence, voice: prefix + recording };
  return [
    { body: modelB, ending: "completed" },
    { body: modelC, ending: recording === "gone.mp3" ? "failed" : "completed" },
  ] as const;
}
