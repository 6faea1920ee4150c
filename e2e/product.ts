import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const thisProject = resolve(import.meta.dirname, "..");

/** The whole product as a person starts it, with data of its own. */
export interface Product {
  /** Where the playground answers, without a slash at the end. */
  address: string;
  /** The id of the process that started it all. */
  processId: number;
  /** The folder given as DATA_DIR: new, empty at the start and removed at the end. */
  dataFolder: string;
  /** Everything that it has written to its output and its errors so far. */
  output: () => string;
  /** Resolves with its exit code when it has ended. */
  ended: Promise<number | null>;
  /** Ends it as Ctrl-C does, and by force when it doesn't end within ten seconds. */
  stop: () => Promise<void>;
}

export interface ProductOptions {
  /** The project's folder, where another than this one is started. */
  root?: string;
  /** What is started, below the project's folder; by default what `npm start` starts. */
  script?: string;
  /** Arguments behind the script. */
  argumentList?: string[];
  /** Environment variables beside those of this process. */
  environment?: Record<string, string>;
  /** How long the start may take, in milliseconds; a first build is part of it. */
  startWithin?: number;
}

/** What a person may have set for their own playground, which a test must not meet. */
const ownSettings = [
  /^(?:HOST|PORT|SPEECH_|SERVICE_|PLAYGROUND_|NODE_ENV|DATA_DIR)/,
  /^(?:SESSION_SECRET|ALLOWED_HOSTS|TRUSTED_PROXIES|ALLOW_OPEN_BINDING)/,
];

function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ownSettings.some((own) => own.test(name))));
}

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

async function end(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const ended = new Promise((done) => child.once("exit", done));
  child.kill("SIGINT");
  const force = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await ended;
  clearTimeout(force);
}

/**
 * Starts the product on a free port and waits for the line that says its address. Throws an error with its whole
 * output when it ends before that or says nothing in time.
 */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const {
    root = thisProject,
    script = "src/start/main.mjs",
    argumentList = [],
    environment = {},
    startWithin = 90_000,
  } = options;
  const dataFolder = await mkdtemp(join(tmpdir(), "speech-playground-"));
  const child = spawn(process.execPath, [join(root, script), ...argumentList], {
    cwd: root,
    env: { ...cleanEnvironment(), PORT: "0", SERVICE_PORT: "0", DATA_DIR: dataFolder, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((done) => child.once("exit", done));
  let output = "";
  const stop = async (): Promise<void> => {
    await end(child);
    await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    const address = await new Promise<string>((started, failed) => {
      const give = (reason: string) => failed(new Error(`The product ${reason}. Its output:\n${output}`));
      const timer = setTimeout(() => give(`said no address within ${startWithin / 1000} s`), startWithin);
      const read = (chunk: Buffer): void => {
        output += chunk.toString();
        const said = output.match(/: (http:\/\/\S+:\d+)\b/)?.[1];
        if (said === undefined) return;
        clearTimeout(timer);
        started(said);
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.once("error", failed);
      child.once("exit", (code) => {
        clearTimeout(timer);
        give(`ended with code ${code} before it said its address`);
      });
    });
    return { address, processId: child.pid ?? 0, dataFolder, output: () => output, ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
