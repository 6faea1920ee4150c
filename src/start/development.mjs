import { watch } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, buildWhatIsStale } from "./build.mjs";
import { startPlayground } from "./programs.mjs";

/** @import { ChildProcesses } from "./child-processes.mjs" */

const pageServer = fileURLToPath(new URL("page-server.mjs", import.meta.url));
const sources = ["contract", "http", "server", "service"];

/**
 * Starts everything for development: the page with hot reload by Vite, and beside it the programs, which are built
 * and started anew when their sources change.
 *
 * @param {string} root the project's folder
 * @param {ChildProcesses} children
 * @param {NodeJS.ProcessEnv} environment
 * @param {(line: string) => void} report is told about builds that fail, and about a service that dies
 */
export async function startDevelopment(root, children, environment, report) {
  // The page's requests reach the proxy under the address of Vite's server, whatever port that gets.
  const programEnvironment = { ...environment, PLAYGROUND_PAGE_HOSTS: "127.0.0.1,localhost" };
  // The page as well: the service fetches its sample recordings.
  await buildWhatIsStale(root, children);
  let playground = await startPlayground(root, children, programEnvironment, report);
  const page = await children.start("The page's development server", pageServer, environment, [root, playground.url]);

  let running = false;
  let changed = false;
  const restart = async () => {
    changed = true;
    if (running) return;
    running = true;
    while (changed) {
      changed = false;
      try {
        await build(root, children, "programs");
        await playground.stop();
        // Under the same port as before, since the page's server knows no other.
        const { port } = new URL(playground.url);
        playground = await startPlayground(root, children, { ...programEnvironment, PORT: port }, report);
      } catch (error) {
        report(error instanceof Error ? error.message : String(error));
      }
    }
    running = false;
  };
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  for (const folder of sources) {
    watch(join(root, "src", folder), { recursive: true }, (_event, name) => {
      if (name?.includes(".test.")) return;
      clearTimeout(timer);
      timer = setTimeout(restart, 150);
    });
  }
  return { url: `http://127.0.0.1:${page.port}`, service: playground.service };
}
