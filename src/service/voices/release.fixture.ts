import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import parseRange from "range-parser";
import { makeTinyModel } from "../engines/neural/tiny-models.fixture.ts";
import type { CatalogueEntry } from "./catalogue.ts";

/** Behaves as the release does: what is asked for is somewhere else, ranges and validators count. */
export interface Release {
  readonly address: string;
  readonly archives: Map<string, Buffer>;
  readonly requests: { readonly path: string; readonly range: string | undefined }[];
  checksums: string;
  /** After so many bytes of an archive nothing more comes; never when undefined. */
  stopAfter: number | undefined;
  /** Sends the rest to whom it was stopped for. */
  goOn(): void;
  readonly server: Server;
}

/** The files of models of a few kilobytes, in the place of those that entries of the catalogue name. */
export async function tinyArchives(work: string, entries: readonly CatalogueEntry[]): Promise<Map<string, Buffer>> {
  const archives = new Map<string, Buffer>();
  for (const entry of entries) {
    const made = join(work, entry.name);
    await makeTinyModel(made, entry.family);
    for (const name of entry.lexicons ?? []) await writeFile(join(made, name), "");
    for (const { file } of entry.parts ?? []) {
      archives.set(file, await readFile(join(made, file)));
      await rm(join(made, file));
    }
    archives.set(`${entry.name}.tar.bz2`, await pack(work, entry.name));
  }
  return archives;
}

/** A `.tar.bz2` of a folder, or of what else is named, below another one. */
export async function pack(work: string, ...names: readonly string[]): Promise<Buffer> {
  const file = join(work, "packed.tar.bz2");
  await promisify(execFile)("tar", ["-cjPf", file, "-C", work, ...names]);
  return await readFile(file);
}

export function checksumsOf(archives: ReadonlyMap<string, Buffer>): string {
  const line = ([name, bytes]: [string, Buffer]) => `${name}\t${createHash("sha256").update(bytes).digest("hex")}\n`;
  return `another-model.tar.bz2\t${"0".repeat(64)}\n${[...archives].map(line).join("")}`;
}

export async function startRelease(archives: Map<string, Buffer>): Promise<Release> {
  const server = createServer((request, response) => answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const waiting: (() => void)[] = [];
  const made: Release = {
    address: `http://127.0.0.1:${port}/release`,
    archives,
    requests: [],
    checksums: checksumsOf(archives),
    stopAfter: undefined,
    goOn() {
      for (const send of waiting.splice(0)) send();
    },
    server,
  };
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? "";
    if (path.startsWith("/release/")) {
      response.writeHead(302, { location: `/assets/${basename(path)}` }).end();
      return;
    }
    const { range } = request.headers;
    made.requests.push({ path, range });
    if (path.endsWith("/checksum.txt")) response.end(made.checksums);
    else sendArchive(archives.get(basename(path)), request, response, made.stopAfter, waiting);
  };
  return made;
}

function sendArchive(
  bytes: Buffer | undefined,
  { headers }: IncomingMessage,
  response: ServerResponse,
  stopAfter: number | undefined,
  waiting: (() => void)[],
): void {
  if (bytes === undefined) {
    response.writeHead(404).end();
    return;
  }
  const etag = `"${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}"`;
  const ranges = headers["if-range"] === etag ? parseRange(bytes.length, headers.range ?? "") : undefined;
  // All of it is there already.
  if (ranges === -1) {
    response.writeHead(416, { "content-range": `bytes */${bytes.length}` }).end();
    return;
  }
  const start = Array.isArray(ranges) ? (ranges[0]?.start ?? 0) : 0;
  const part = bytes.subarray(start);
  response.writeHead(start > 0 ? 206 : 200, {
    etag,
    "content-length": part.length,
    ...(start > 0 ? { "content-range": `bytes ${start}-${bytes.length - 1}/${bytes.length}` } : {}),
  });
  if (stopAfter === undefined) response.end(part);
  else {
    response.write(part.subarray(0, stopAfter));
    waiting.push(() => response.end(part.subarray(stopAfter)));
  }
}
