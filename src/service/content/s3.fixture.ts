import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";

const python = "/usr/bin/python3";
const keys = { accessKeyId: "test:tester", secretAccessKey: "testing" };
export const bucket = "sound";

/**
 * Whether there is a real S3 server: OpenStack Swift with its S3 interface (Debian's python3-swift). Where
 * REQUIRE_S3 is set, it must be there.
 */
export const hasS3 = spawnSync(python, ["-c", "import swift.common.middleware.s3api.s3api"]).status === 0;

export interface S3Server {
  /** Its address, and what the client needs beside. */
  readonly environment: Readonly<Record<string, string>>;
  readonly address: string;
  close(): Promise<void>;
}

/** Starts the server on a free port, with data of its own and one empty bucket. */
export async function startS3(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), "s3-"));
  const program = join(import.meta.dirname, "swift.fixture.py");
  const child = spawn(python, [program, folder, keys.accessKeyId, keys.secretAccessKey], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const said = await Promise.race([once(child.stdout, "data"), ended.then(() => undefined)]);
  if (said === undefined) throw new Error("Swift did not start.");
  const address = `http://127.0.0.1:${String(said[0]).trim()}`;
  const client = new S3Client({ endpoint: address, region: "us-east-1", forcePathStyle: true, credentials: keys });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return {
    address,
    environment: environmentOf(address),
    async close() {
      child.stdin.end();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

/** The variables that lead to a server, or to a proxy in front of it. */
export function environmentOf(address: string): Record<string, string> {
  return {
    AWS_ENDPOINT_URL_S3: address,
    AWS_ACCESS_KEY_ID: keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
    AWS_REGION: "us-east-1",
  };
}

/**
 * What becomes of a request: it passes; it is answered with an error status; it is cut before the server hears of it,
 * or after the server has answered; its answer is cut, or stalls, after so many bytes.
 */
export type Fate =
  | "pass"
  | 500
  | 503
  | "cut-before"
  | "cut-after"
  | { readonly cutBehind: number }
  | { readonly stallBehind: number };

export interface FaultyProxy {
  readonly address: string;
  /** Is asked for each request's fate, in order. */
  fate: (request: IncomingMessage) => Fate;
  /** How many requests have come. */
  readonly requests: number;
  /** Method and address of each request so far. */
  readonly log: readonly string[];
  close(): Promise<void>;
}

/** A proxy that breaks what passes through it. The signature covers the client's own address, so that it stays. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const log: string[] = [];
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    log.push(`${incoming.method} ${incoming.url}`);
    const fate = proxy.fate(incoming);
    const body = await buffer(incoming);
    if (fate === "cut-before") return void outgoing.destroy();
    if (typeof fate === "number") return void outgoing.writeHead(fate, { "content-length": 0 }).end();
    const upstream = request(target + incoming.url, {
      method: incoming.method ?? "GET",
      headers: incoming.headers,
      agent: false,
    });
    // Swift sends more than HEAD may have behind its answer.
    upstream.on("error", () => undefined);
    upstream.end(body);
    const [response] = (await once(upstream, "response")) as [IncomingMessage];
    const answered = await buffer(response);
    if (fate === "cut-after") return void outgoing.destroy();
    outgoing.writeHead(response.statusCode ?? 500, response.headers);
    if (fate === "pass") return void outgoing.end(answered);
    const [behind, ends] = "cutBehind" in fate ? [fate.cutBehind, true] : [fate.stallBehind, false];
    if (answered.length <= behind) return void outgoing.end(answered);
    outgoing.write(answered.subarray(0, behind), () => ends && outgoing.destroy());
  };
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy: FaultyProxy = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fate: () => "pass",
    get requests() {
      return log.length;
    },
    log,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return proxy;
}
