import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { embeddedStopSeconds } from "./child-processes.mjs";
import { freePort } from "./free-port.mjs";
import { checkEmbeddedService } from "./installation.mjs";
import { keepRunning } from "./keep-running.mjs";
import { StartProblem } from "./problem.mjs";
import { readSecrets, readSessionSecret } from "./secrets.mjs";

/** @import { ChildProcesses } from "./child-processes.mjs" */

/** What the proxy is told and the speech service must not know. */
const proxySecrets = ["SPEECH_API_KEY", "PLAYGROUND_PASSWORD", "SESSION_SECRET"];

/** The name of the speech service in lines for people. */
const serviceName = "The embedded speech service";

/**
 * Starts the proxy and, unless SPEECH_BASE_URL or SPEECH_SERVICES name others, the embedded speech service, which is
 * started again when it dies.
 *
 * @param {string} root the project's folder
 * @param {ChildProcesses} children
 * @param {NodeJS.ProcessEnv} environment
 * @param {(line: string) => void} report is told when the service dies and when it is back
 * @returns {Promise<{ url: string, service: string, stop: () => Promise<void> }>}
 */
export async function startPlayground(root, children, environment, report) {
  const baseUrl = environment["SPEECH_BASE_URL"]?.trim();
  if (baseUrl) {
    const proxy = await startProxy(root, children, { ...environment, PLAYGROUND_SERVICE: "remote" });
    return { ...proxy, service: `speech service at ${baseUrl.replace(/\/+$/, "")}` };
  }
  const entries = readServiceEntries(environment);
  if (entries?.every(({ baseUrl }) => baseUrl !== undefined)) {
    const proxy = await startProxy(root, children, { ...environment, PLAYGROUND_SERVICE: "remote" });
    return { ...proxy, service: `${entries.length} speech services` };
  }
  if (entries?.some(({ keyEnv }) => keyEnv === "SPEECH_API_KEY")) {
    throw new StartProblem(
      "SPEECH_SERVICES: keyEnv must not name SPEECH_API_KEY beside an entry without baseUrl, whose key that is. " +
        "Put the other key into a variable of another name.",
    );
  }
  if (environment["SPEECH_API_KEY"]) {
    throw new StartProblem("SPEECH_API_KEY is set without SPEECH_BASE_URL. Set both to use a service, or neither.");
  }
  checkEmbeddedService(root, true);
  const secrets = readSecrets(root, environment["DATA_DIR"]);
  // Chosen before either program starts: the service must know where the playground's sample recordings will be.
  const port = environment["PORT"]?.trim() === "0" ? String(await freePort()) : environment["PORT"] || "4173";
  const address = addressOf(environment["HOST"], port);
  const written = `${address}/references/`;
  const references = isPlain(written) ? written : undefined;
  // Where clients have what the service makes: through the playground, which passes signed links on.
  const name = entries?.find(({ baseUrl }) => baseUrl === undefined)?.name;
  const through = (environment["PLAYGROUND_PUBLIC_URL"]?.trim() || address).replace(/\/+$/, "");
  const contentUrl =
    environment["SERVICE_PUBLIC_URL"] || (name === undefined ? through : `${through}/services/${name}`);
  const publicUrl = isPlain(contentUrl) ? { SERVICE_PUBLIC_URL: contentUrl.replace(/\/+$/, "") } : {};
  // Chosen as well, so that the service comes back where the proxy looks for it.
  const servicePort = await freePort();
  const serviceEnvironment = withoutProxySecrets({
    ...environment,
    // As an address is written everywhere, since HOST may be written otherwise.
    SERVICE_REFERENCE_PREFIX: references && new URL(references).href,
    ...publicUrl,
    SERVICE_HOST: "127.0.0.1",
    SERVICE_PORT: String(servicePort),
    SERVICE_API_KEYS: secrets.apiKey,
    // Nobody but the proxy has its key; who may is the proxy's to say.
    SERVICE_ADD_VOICES: "yes",
    SERVICE_SIGNING_SECRET: environment["SERVICE_SIGNING_SECRET"] || secrets.signingSecret,
    DATA_DIR: secrets.directory,
  });
  const stopService = await keepRunning(
    children,
    serviceName,
    programFile(root, "service"),
    serviceEnvironment,
    report,
  );
  try {
    const proxy = await startProxy(root, children, {
      ...environment,
      PORT: port,
      PLAYGROUND_REFERENCES: references,
      PLAYGROUND_CONTENT_URL: publicUrl.SERVICE_PUBLIC_URL,
      SPEECH_BASE_URL: `http://127.0.0.1:${servicePort}`,
      SPEECH_WS_BASE_URL: `ws://127.0.0.1:${servicePort}`,
      SPEECH_API_KEY: secrets.apiKey,
      PLAYGROUND_SERVICE: "embedded",
      PLAYGROUND_STOP_SECONDS: String(embeddedStopSeconds(environment)),
    });
    const stop = async () => {
      await Promise.all([proxy.stop(), stopService()]);
    };
    const others = (entries?.length ?? 1) - 1;
    const beside = others > 0 ? ` and ${others} more` : "";
    return { url: proxy.url, service: `embedded speech service${beside}`, stop };
  } catch (error) {
    await stopService();
    throw error;
  }
}

/**
 * Starts the embedded speech service alone, for any client. It isn't started again: nothing else would stay up, and
 * whoever runs it may have a supervisor of their own, which must see its end.
 *
 * @param {string} root the project's folder
 * @param {ChildProcesses} children
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<string>} its address
 */
export async function startServiceAlone(root, children, environment) {
  if (!environment["SERVICE_API_KEYS"]?.trim()) {
    throw new StartProblem("SERVICE_API_KEYS is missing. Set the keys that may use the service, separated by commas.");
  }
  checkEmbeddedService(root);
  const secrets = readSecrets(root, standaloneFolder(root, environment));
  const serviceEnvironment = withoutProxySecrets({
    ...environment,
    SERVICE_HOST: environment["SERVICE_HOST"] || "127.0.0.1",
    SERVICE_PORT: environment["SERVICE_PORT"] || "4180",
    SERVICE_SIGNING_SECRET: environment["SERVICE_SIGNING_SECRET"] || secrets.signingSecret,
    DATA_DIR: secrets.directory,
  });
  const { port } = await children.start(serviceName, programFile(root, "service"), serviceEnvironment);
  return addressOf(environment["SERVICE_HOST"], port);
}

/**
 * Starts a worker, which runs the tasks of services that share a database. It isn't started again, as a service alone.
 *
 * @param {string} root the project's folder
 * @param {ChildProcesses} children
 * @param {NodeJS.ProcessEnv} environment
 */
export async function startWorker(root, children, environment) {
  checkEmbeddedService(root);
  const workerEnvironment = withoutProxySecrets({
    ...environment,
    // That of the services beside it.
    DATA_DIR: standaloneFolder(root, environment),
  });
  await children.start("The speech worker", programFile(root, "worker"), workerEnvironment);
}

/**
 * Moves what a service alone has kept into a database that services share.
 *
 * @param {string} root the project's folder
 * @param {ChildProcesses} children
 * @param {NodeJS.ProcessEnv} environment
 */
export async function runMove(root, children, environment) {
  const moveEnvironment = withoutProxySecrets({ ...environment, DATA_DIR: standaloneFolder(root, environment) });
  await children.run("The move", programFile(root, "move"), moveEnvironment, []);
}

/**
 * Lists, adds, tries or removes the models of natural voices.
 *
 * @param {string} root the project's folder
 * @param {ChildProcesses} children
 * @param {NodeJS.ProcessEnv} environment
 * @param {string[]} args
 */
export async function manageVoices(root, children, environment, args) {
  await children.run("npm run voices", programFile(root, "voices"), environment, args);
}

/**
 * Asks a service whether it keeps the interface document.
 *
 * @param {string} root the project's folder
 * @param {ChildProcesses} children
 * @param {NodeJS.ProcessEnv} environment
 * @param {string[]} args
 * @returns {Promise<number | null>} what it says by its exit code
 */
export async function runChecks(root, children, environment, args) {
  return children.finish("npm run check", join(root, "dist", "command", "check.js"), environment, args);
}

/**
 * A folder of its own, since the playground beside it owns the usual one.
 *
 * @param {string} root
 * @param {NodeJS.ProcessEnv} environment
 */
function standaloneFolder(root, environment) {
  return resolve(root, environment["DATA_DIR"] || join("data", "standalone"));
}

/** @param {NodeJS.ProcessEnv} environment */
function withoutProxySecrets(environment) {
  const keys = (readServiceEntries(environment) ?? []).map(({ keyEnv }) => keyEnv);
  const secrets = new Set([...proxySecrets, ...keys]);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !secrets.has(name)));
}

/**
 * @param {string} root
 * @param {string} name
 */
function programFile(root, name) {
  return join(root, "dist", "programs", `${name}.js`);
}

/**
 * @param {string} root
 * @param {ChildProcesses} children
 * @param {NodeJS.ProcessEnv} environment
 */
async function startProxy(root, children, environment) {
  const file = programFile(root, "server");
  // Where visitors sign in: with the password that guards the key, or with a key of their own where there is none.
  const hasSessions = environment["PLAYGROUND_PASSWORD"]?.trim() || !environment["SPEECH_API_KEY"]?.trim();
  const secret = environment["SESSION_SECRET"]?.trim()
    ? {}
    : hasSessions && { SESSION_SECRET: readSessionSecret(root, environment["DATA_DIR"]) };
  const { port, program } = await children.start("The playground's server", file, { ...environment, ...secret });
  return { url: addressOf(environment["HOST"], port), stop: () => children.stop(program) };
}

/**
 * The address under which a person reaches a program on this machine.
 *
 * @param {string | undefined} host what it listens on; loopback when it isn't set
 * @param {number | string} port
 */
function addressOf(host, port) {
  if (!host || host === "0.0.0.0" || host === "::") return `http://127.0.0.1:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/**
 * Whether the service takes an address for its own. What HOST, PORT and PLAYGROUND_PUBLIC_URL must be is the proxy's to
 * say: the service would name variables that nobody has set.
 *
 * @param {string} address
 */
function isPlain(address) {
  return /^https?:\/\/[^\s?#@]+$/.test(address) && !/\/v1\/*$/.test(address) && URL.canParse(address);
}

/**
 * As much of the file that SPEECH_SERVICES names as the launcher needs: whether the embedded service is among the
 * services, and which variables hold keys. What is wrong with the file is the proxy's to say.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @returns {{ name?: unknown, baseUrl?: unknown, keyEnv?: unknown }[] | undefined} undefined where no file is named
 */
function readServiceEntries(environment) {
  const file = environment["SPEECH_SERVICES"]?.trim();
  if (!file) return undefined;
  try {
    // Without the mark that some editors put in front.
    const list = JSON.parse(new TextDecoder().decode(readFileSync(file)));
    return Array.isArray(list) ? list.filter((entry) => typeof entry === "object" && entry !== null) : [];
  } catch {
    return [];
  }
}
