import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startDifferingService } from "./service.ts";

/** The differing service as a program of its own, for a journey in a browser; it ends with whoever started it. */
const folder = mkdtempSync(join(tmpdir(), "differing-"));
const key = "some-key";
const inside = spawn(process.execPath, [resolve(import.meta.dirname, "../../../dist/programs/service.js")], {
  env: { SERVICE_API_KEYS: key, SERVICE_PORT: "0", SERVICE_SIGNING_SECRET: "s".repeat(32), DATA_DIR: folder },
  stdio: ["ignore", "ignore", "inherit", "ipc"],
});
const [{ port }] = (await once(inside, "message")) as [{ readonly port: number }];
const { address } = await startDifferingService({ address: `http://127.0.0.1:${port}`, key });
process.on("disconnect", () => {
  inside.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
  process.exit();
});
process.send?.({ address });
