import { setTimeout as wait } from "node:timers/promises";
import { routes } from "../../src/contract/routes.ts";
import { memoryOf, serviceKey } from "./service-process.ts";
import { startTeam } from "./team.ts";

/** The most that the processes held, in bytes, and how long the task took, in seconds. */
export interface TeamMemory {
  readonly service: number;
  readonly worker: number;
  readonly workSeconds: number;
  readonly soundSeconds: number;
}

const sentence = "The mountains were still covered with snow, and nobody knew how long the journey would take. ";

/** Has one worker speak a long text into S3, reads the sound through the service, and watches both processes. */
export async function measureTeamMemory(characters: number): Promise<TeamMemory> {
  const team = await startTeam({ services: 1, workers: 1, environment: { SERVICE_API_KEYS: serviceKey } });
  const most = { service: 0, worker: 0 };
  const look = async (): Promise<void> => {
    for (const { kind, program } of team.members) {
      most[kind] = Math.max(most[kind], (await memoryOf(program.child.pid)) ?? 0);
    }
  };
  const headers = { authorization: `Bearer ${serviceKey}`, "content-type": "application/json" };
  const get = (path: string): Promise<Response> => fetch(team.address + path, { headers });
  try {
    const input = sentence.repeat(Math.ceil(characters / sentence.length)).slice(0, characters);
    const body = JSON.stringify({
      model: "streamspeech-v8",
      voice: "Noah",
      input,
      Bitrate: "16k",
      TimestampType: "word",
    });
    const started = performance.now();
    const created = await fetch(team.address + routes.tasks.path, { method: "POST", headers, body });
    const { id } = (await created.json()) as { id: string };
    for (;;) {
      await look();
      const task = (await (await get(`${routes.tasks.path}/${id}`)).json()) as Record<string, unknown>;
      if (task["status"] === "failed") throw new Error(`the task failed: ${JSON.stringify(task)}`);
      if (task["status"] === "completed") {
        const workSeconds = (performance.now() - started) / 1000;
        const sound = await get(`${routes.tasks.path}/${id}/content`);
        for await (const _ of sound.body ?? []) await look();
        return { ...most, workSeconds, soundSeconds: Number(task["duration_seconds"]) };
      }
      await wait(200);
    }
  } finally {
    await team.close();
  }
}
