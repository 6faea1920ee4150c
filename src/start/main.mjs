/**
 * The launcher: `npm start`, and with `--dev`, `--service`, `--worker`, `--move`, `--voices`, `--check` or `--build`
 * the commands of those names. It runs before anything is installed or built. It ends with exit code 0 when it is told
 * to stop by Ctrl-C or SIGTERM, or when the npm that started it is gone; with 1 when something is wrong, or `--build`,
 * `--move` or `--voices` was stopped; with 130 when a second Ctrl-C forces the end. `--check` ends with the exit code
 * of the checks, 2 where it is stopped; then it first waits for what was sent, however long that takes.
 */
import { fileURLToPath } from "node:url";
import { buildWhatIsStale } from "./build.mjs";
import { ChildProcesses } from "./child-processes.mjs";
import { startDevelopment } from "./development.mjs";
import { checkInstallation } from "./installation.mjs";
import { watchNpm } from "./parent.mjs";
import { StartProblem } from "./problem.mjs";
import { manageVoices, runChecks, runMove, startPlayground, startServiceAlone, startWorker } from "./programs.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
// As npm does: a relative DATA_DIR, for one, is below the project's folder for every program, wherever this is started.
process.chdir(root);
/** npm passes a signal on that the terminal has sent already, so two within this time are one. In milliseconds. */
const sameSignalTime = 500;

/** A file of variables leaves empty what isn't set: the programs take it for that, and so does this one. */
const environment = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value?.trim()));
const children = new ChildProcesses();
/** The commands that are no success where they are stopped: their work isn't done, and checks judged nothing. */
const stoppedCodes = new Map([
  ["--build", 1],
  ["--check", 2],
  ["--move", 1],
  ["--voices", 1],
]);
const stoppedCode = stoppedCodes.get(process.argv[2] ?? "") ?? 0;
/** @type {Promise<never> | undefined} */
let ending;

/**
 * Ends every program and then this one.
 *
 * @param {number} code
 * @param {string} [line] says why
 * @returns {Promise<never>}
 */
function end(code, line) {
  ending ??= (async () => {
    if (line !== undefined) console.error(line);
    await children.stopAll();
    process.exit(code);
  })();
  return ending;
}

/** @type {number | undefined} */
let firstSignal;
function onSignal() {
  firstSignal ??= performance.now();
  if (performance.now() - firstSignal > sameSignalTime) {
    children.killAll();
    process.exit(130);
  }
  end(stoppedCode);
}

/** @param {string} line */
function report(line) {
  if (ending === undefined) console.error(line);
}

/** @param {string | undefined} command */
async function run(command) {
  checkInstallation(root);
  children.onUnexpectedExit = (line) => end(1, line);
  switch (command) {
    case undefined: {
      await buildWhatIsStale(root, children);
      const { url, service } = await startPlayground(root, children, environment, report);
      return `Speech Playground: ${url} (${service})`;
    }
    case "--dev": {
      const { url, service } = await startDevelopment(root, children, environment, report);
      return `Speech Playground, in development: ${url} (${service})`;
    }
    case "--service":
      await buildWhatIsStale(root, children);
      return `Speech service: ${await startServiceAlone(root, children, environment)}`;
    case "--worker":
      await buildWhatIsStale(root, children);
      await startWorker(root, children, environment);
      return "Speech worker: waiting for tasks";
    case "--move":
      await buildWhatIsStale(root, children);
      await runMove(root, children, environment);
      return undefined;
    case "--voices":
      await buildWhatIsStale(root, children);
      await manageVoices(root, children, environment, process.argv.slice(3));
      return undefined;
    case "--check": {
      await buildWhatIsStale(root, children);
      const code = await runChecks(root, children, environment, process.argv.slice(3));
      return end(code ?? 2);
    }
    case "--build": {
      const built = await buildWhatIsStale(root, children);
      return built ? "Built the page and the programs into dist." : "dist is up to date.";
    }
    default:
      throw new StartProblem(
        `${command} is unknown. ` +
          "Use --dev, --service, --worker, --move, --voices, --check or --build, or nothing to start.",
      );
  }
}

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(signal, onSignal);
// A terminal that goes ends everything, and forces nothing: nobody asked twice.
process.on("SIGHUP", () => void end(stoppedCode));
watchNpm(process.env, () => end(stoppedCode));
try {
  const line = await run(process.argv[2]);
  if (ending === undefined && line !== undefined) console.log(line);
} catch (error) {
  const { message } = error instanceof Error ? error : new Error(String(error));
  if (ending === undefined) await end(1, message);
}
