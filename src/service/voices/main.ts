import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { NeuralModel } from "../engines/neural/model.ts";
import { ModelProcesses, usualLimits } from "../engines/neural/model-processes.ts";
import { type CatalogueEntry, catalogue, releaseAddress, usualVoicesFolder } from "./catalogue.ts";
import { InstallError, install, reasonOf } from "./install.ts";
import { modelIn } from "./installed.ts";

/** `npm run voices`: lists the natural voices' models, brings them, looks whether they are well, and removes them. */

const usage =
  "Use: npm run voices -- list | add NAME [--from FILE] [--mirror ADDRESS] | verify | remove NAME. " +
  `The names are: ${catalogue.map(({ name }) => name).join(", ")}.`;
const folder = process.env["SERVICE_VOICES_DIR"] || usualVoicesFolder;
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
      const options = { from: { type: "string" }, mirror: { type: "string" } } as const;
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
  for (const { name, languages, megabytes, licence, speakers } of catalogue) {
    const state = existsSync(join(folder, name)) ? "installed" : "not installed";
    console.log(`${name}: ${languages}; ${speakers.length} voices; ${megabytes} MB; ${licence}; ${state}`);
  }
}

async function add(entry: CatalogueEntry, { from, mirror }: { from?: string; mirror?: string }): Promise<void> {
  const release = mirror === undefined ? releaseAddress : addressOf(mirror);
  if (from !== undefined && !existsSync(from)) throw new InstallError(`--from: there is no file ${from}.`);
  if (existsSync(join(folder, entry.name)) && !("missing" in modelIn(join(folder, entry.name), entry))) {
    console.log(`${entry.name} is installed already.`);
    return;
  }
  let told = 0;
  const onProgress = (received: number, total: number | undefined): void => {
    const tenth = total === undefined ? 0 : Math.floor((10 * received) / total);
    if (isTerminal) process.stdout.write(`\r${progressLine(received, total)}`);
    else if (tenth > told) console.log(progressLine(received, total));
    told = tenth;
  };
  await install(entry, { folder, release, from, fetch, onProgress, tryOut });
  console.log(`${isTerminal ? "\n" : ""}${entry.name} is installed. Services that start from now on speak with it.`);
}

function addressOf(mirror: string): string {
  if (/^https?:\/\//.test(mirror) && URL.canParse(mirror)) return mirror.replace(/\/*$/, "/");
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
      await tryOut(model);
    } catch (error) {
      wrong.push(entry.name);
      console.log(`${entry.name}: ${reasonOf(error)} Remove it and add it again.`);
    }
  }
  if (wrong.length > 0) throw new InstallError(`Not well: ${wrong.join(", ")}.`);
}

async function remove({ name }: CatalogueEntry): Promise<void> {
  const paths = [name, `${name}.tar.bz2.part`, `${name}.tar.bz2.part.etag`].map((path) => join(folder, path));
  const isThere = paths.some(existsSync);
  for (const path of paths) await rm(path, { recursive: true, force: true });
  console.log(isThere ? `${name} is removed.` : `${name} isn't installed.`);
}

/** Has a model speak a sentence by its first voice. */
async function tryOut(model: NeuralModel): Promise<void> {
  const processes = new ModelProcesses(model, new URL("./model-process.js", import.meta.url), usualLimits);
  const begun = performance.now();
  let samples = 0;
  const [speaker] = model.speakers;
  try {
    await processes.speak(
      "Hello, this is my voice.",
      speaker?.number ?? 0,
      (part) => {
        samples += part.length;
      },
      new AbortController().signal,
    );
  } finally {
    await processes.close();
  }
  if (samples === 0) throw new InstallError(`The model ${model.name} made no sound.`);
  const seconds = (performance.now() - begun) / 1_000;
  console.log(`${model.name} spoke ${(samples / 22_050).toFixed(1)} s in ${seconds.toFixed(1)} s, its start included.`);
}
