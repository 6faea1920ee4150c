import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { routes } from "../../src/contract/routes.ts";
import buildPrograms from "../build-programs.ts";
import { audioBody, modelList } from "./proxy/bodies.ts";
import { howToInstall, nginxVersion, proxyConfiguration, startNginxProxy, startNginxService } from "./proxy/nginx.ts";
import { type Program, startOurProxy, startPeer } from "./proxy/program.ts";
import { measureSockets } from "./proxy/sockets.ts";
import { measureStreams } from "./proxy/streams.ts";
import { measureThroughput, type Peers, peerNames } from "./proxy/throughput.ts";
import type { Part } from "./requirement.ts";

const apiKey = "the-key-of-this-bench";

/**
 * The built proxy in production, beside a direct connection, a bare `node:http` proxy, nginx and a well-known Node
 * proxy: throughput, a thousand streams at the pace of speech, and the WebSocket. Each program is a process of its own.
 */
export async function benchProxy(): Promise<Part[]> {
  buildPrograms();
  const nginx = nginxVersion();
  const folder = await mkdtemp(join(tmpdir(), "bench-proxy-"));
  const started: Program[] = [];
  const start = async (program: Promise<Program>): Promise<Program> => {
    started.push(await program);
    return program;
  };
  try {
    const service = await start(
      nginx === undefined ? startPeer("service") : startNginxService(folder, audioBody(), modelList),
    );
    const peers = {
      [peerNames.direct]: service,
      [peerNames.ours]: await start(startOurProxy(addressOf(service), apiKey)),
      [peerNames.bare]: await start(startPeer("bare", addressOf(service))),
      ...(nginx === undefined ? {} : { nginx: await start(startNginxProxy(folder, service.port, apiKey)) }),
      "@fastify/http-proxy": await start(startPeer("fastify", addressOf(service))),
    };
    for (const [name, { port }] of Object.entries(peers)) await checkBytes(name, port);
    const throughput = await measureThroughput(peers);

    const paced = await start(startPeer("paced"));
    const streams = await measureStreams(paced, await start(startOurProxy(addressOf(paced), apiKey)));

    const frames = await start(startPeer("frames"));
    const socketPeers: Peers = {
      [peerNames.direct]: frames,
      [peerNames.ours]: await start(startOurProxy(addressOf(frames), apiKey)),
      ...(nginx === undefined ? {} : { nginx: await start(startNginxProxy(folder, frames.port, apiKey)) }),
    };
    return [{ rows: [], notes: [aboutNginx(nginx)] }, ...throughput, streams, await measureSockets(socketPeers)];
  } finally {
    for (const program of started.reverse()) await program.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const addressOf = ({ port }: Program): string => `http://127.0.0.1:${port}`;

/** The audio through a peer once, byte for byte; under load only lengths are looked at. */
async function checkBytes(name: string, port: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${routes.speech.path}`, {
    method: routes.speech.method,
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200 || !bytes.equals(audioBody())) {
    throw new Error(`${name} answered ${response.status} with ${bytes.length} bytes that aren't the service's.`);
  }
}

function aboutNginx(version: string | undefined): string {
  if (version === undefined) {
    return (
      "nginx isn't installed, so a Node process stands in for the service, which holds all ratios to direct down, " +
      `and nginx as a reverse proxy is left out. ${howToInstall}`
    );
  }
  return (
    `nginx ${version} is the service, and as a reverse proxy is configured so (without buffering, since it streams; ` +
    `one worker, as every other program here is one process):\n${proxyConfiguration(2, 1, "key").trim()}`
  );
}
