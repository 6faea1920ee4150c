import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");

/**
 * Builds page and programs as `npm run build` does, unless they are up to date: the speech workers are threads that
 * load built files, and tests against real sockets start the same programs as `npm start`.
 */
export default function buildPrograms(): void {
  const { status } = spawnSync(process.execPath, [join(root, "src/start/main.mjs"), "--build"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status !== 0) throw new Error("The page and the programs could not be built.");
}
