import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { presentIn } from "../../http/program.ts";
import { kindOf, type NeuralModel } from "../engines/neural/model.ts";
import { type CatalogueEntry, catalogue, parseRelease, usualVoicesFolder } from "./catalogue.ts";
import { install, reasonOf, uninstall } from "./install.ts";
import { InstallError } from "./install-error.ts";
import { modelIn } from "./installed.ts";
import { tryOut } from "./try-out.ts";

/** `npm run voices`: lists the models of voices, brings them, looks whether they are well, and removes them. */

const usage =
  "Use: npm run voices -- list | add NAME [--consent] [--from FILE] [--mirror ADDRESS] | verify | remove NAME. " +
  `The names are: ${catalogue.map(({ name }) => name).join(", ")}.`;
const environment = presentIn(process.env);
const folder = environment["SERVICE_VOICES_DIR"] ?? usualVoicesFolder;
const isTerminal = process.stdout.isTTY === true;

/** Who started this is gone. */
const onAlone = (): void => process.exit(1);
process.on("disconnect", onAlone);
try {
  await run();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.exitCode = 1;
  if (process.send === undefined) console.error(message);
  else await new Promise<unknown>((resolve) => process.send?.({ type: "failed", message }, resolve));
} finally {
  process.off("disconnect", onAlone);
  if (process.connected) process.disconnect();
}

async function run(): Promise<void> {
  const { positionals, values } = (() => {
    try {
      const options = {
        from: { type: "string", multiple: true },
        mirror: { type: "string" },
        consent: { type: "boolean" },
      } as const;
      return parseArgs({ options, allowPositionals: true });
    } catch (error) {
      throw new InstallError(`${error instanceof Error ? error.message : error}. ${usage}`);
    }
  })();
  const [command, name, ...more] = positionals;
  const takesName = command === "add" || command === "remove";
  if (more.length > 0 || (!takesName && name !== undefined)) throw new InstallError(usage);
  if (command === "list") list();
  else if (command === "verify") await verify();
  else if (command === "add") await add(entryOf(name), values);
  else if (command === "remove") await remove(entryOf(name));
  else throw new InstallError(usage);
}

function entryOf(name: string | undefined): CatalogueEntry {
  const entry = catalogue.find((each) => each.name === name);
  if (entry === undefined) throw new InstallError(name === undefined ? usage : `There is no model ${name}. ${usage}`);
  return entry;
}

function list(): void {
  for (const entry of catalogue) {
    const { name, family, languages, megabytes, licence, speakers, needs } = entry;
    const model = existsSync(join(folder, name)) ? modelIn(join(folder, name), entry) : undefined;
    const state =
      model === undefined
        ? "not installed"
        : "missing" in model
          ? `not whole, and not used: ${model.missing} is missing; add it again`
          : "installed";
    const voices = speakers.length === 1 ? "1 voice" : `${speakers.length} voices`;
    const use = { voices, cloning: "clones voices", recognition: "recognises speech" };
    const also = needs === undefined ? "" : `, needs ${needs} for recordings without a text beside them`;
    console.log(`${name}: ${languages}; ${use[kindOf(family)]}${also}; ${megabytes} MB; ${licence}; ${state}`);
  }
}

interface AddOptions {
  readonly from?: readonly string[];
  readonly mirror?: string;
  readonly consent?: boolean;
}

async function add(entry: CatalogueEntry, { from = [], mirror: given, consent }: AddOptions): Promise<void> {
  const other = given ?? environment["SERVICE_VOICES_MIRROR"];
  const mirror = other ? addressOf(other) : undefined;
  const missing = from.find((file) => !existsSync(file));
  if (missing !== undefined) throw new InstallError(`--from: there is no file ${missing}.`);
  if (existsSync(join(folder, entry.name)) && !("missing" in modelIn(join(folder, entry.name), entry))) {
    console.log(`${entry.name} is installed already.`);
    return;
  }
  if (kindOf(entry.family) === "cloning" && consent !== true) {
    throw new InstallError(
      `${entry.name} speaks like the recording it is given. Use it only with voices that you may use: your own, and ` +
        "those of people who have agreed. Add --consent to the command if you agree to that.",
    );
  }
  let told = 0;
  const onProgress = (received: number, total: number | undefined): void => {
    const tenth = total === undefined ? 0 : Math.floor((10 * received) / total);
    if (isTerminal) process.stdout.write(`\r${progressLine(received, total)}`);
    else if (tenth > told) console.log(progressLine(received, total));
    told = tenth;
  };
  const unpackingFile = new URL("./unpacking-worker.js", import.meta.url);
  await install(entry, { folder, mirror, from, fetch, unpackingFile, onProgress, tryOut: announce });
  console.log(`${isTerminal ? "\n" : ""}${entry.name} is installed. Services use it from now on.`);
  if (entry.needs !== undefined && !existsSync(join(folder, entry.needs))) {
    console.log(`It clones only recordings with a text beside them until you add ${entry.needs}, too.`);
  }
}

function addressOf(mirror: string): string {
  const address = parseRelease(mirror);
  if (address !== undefined) return address;
  throw new InstallError("--mirror must be an http or https address that has the archives and checksum.txt below it.");
}

function progressLine(received: number, total: number | undefined): string {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  if (total === undefined) return `${megabytes(received)} MB`;
  const share = received / total;
  const bar = "#".repeat(Math.round(30 * share)).padEnd(30, ".");
  return `[${bar}] ${Math.floor(100 * share)} %, ${megabytes(received)} of ${megabytes(total)} MB`;
}

async function verify(): Promise<void> {
  const wrong: string[] = [];
  for (const entry of catalogue.filter(({ name }) => existsSync(join(folder, name)))) {
    const model = modelIn(join(folder, entry.name), entry);
    try {
      if ("missing" in model) throw new InstallError(`${model.missing} is missing`);
      await announce(model);
    } catch (error) {
      wrong.push(entry.name);
      console.log(`${entry.name}: ${reasonOf(error)} Remove it and add it again.`);
    }
  }
  if (wrong.length > 0) throw new InstallError(`Not well: ${wrong.join(", ")}.`);
}

async function remove(entry: CatalogueEntry): Promise<void> {
  const isThere = await uninstall(entry, folder);
  console.log(isThere ? `${entry.name} is removed.` : `${entry.name} isn't installed.`);
}

async function announce(model: NeuralModel): Promise<void> {
  const file = new URL("./model-process.js", import.meta.url);
  console.log((await tryOut(model, file, new AbortController().signal)).said);
}
