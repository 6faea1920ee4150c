import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const program = fileURLToPath(new URL("../../dist/programs/service.js", import.meta.url));

/** The service as a program, with the models that lie in a folder; it ends with the test. */
export async function startListening(voices: string): Promise<{ readonly base: string; readonly key: string }> {
  const [folder, key] = [await mkdtemp(join(tmpdir(), "speech-service-")), "some-key"];
  const child = spawn(process.execPath, [program], {
    env: {
      SERVICE_API_KEYS: key,
      SERVICE_PORT: "0",
      SERVICE_SIGNING_SECRET: "s".repeat(32),
      SERVICE_VOICES_DIR: voices,
      DATA_DIR: folder,
    },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return { base: `http://127.0.0.1:${port}`, key };
}
