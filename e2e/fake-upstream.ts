import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A speech service that answers as a test says: for what the embedded one never does. */
export interface FakeUpstream {
  /** For SPEECH_BASE_URL. */
  readonly address: string;
  /** What `GET /v1/models` answers; a test may change it at any time. */
  models: { status: number; body: unknown };
  /** The bodies of the speech requests that came. */
  readonly spoken: Record<string, unknown>[];
  stop(): Promise<void>;
}

/** A model list of `ids`, as section 2.7 of the interface document shapes it. */
export function listOf(...ids: readonly string[]): FakeUpstream["models"] {
  return { status: 200, body: { object: "list", data: ids.map((id) => ({ id, object: "model" })) } };
}

/** Starts it on loopback; speech is a second of a quiet tone. `port` 0 takes a free one. */
export async function startFakeUpstream(models: FakeUpstream["models"], port = 0): Promise<FakeUpstream> {
  const spoken: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    const send = (status: number, type: string, body: string | Uint8Array) =>
      response.writeHead(status, { "content-type": type }).end(body);
    if (request.url === "/v1/models") {
      send(fake.models.status, "application/json", JSON.stringify(fake.models.body));
    } else if (request.method === "POST" && request.url === "/v1/audio/speech") {
      spoken.push(JSON.parse(await bodyOf(request)));
      send(200, "audio/wav", tone());
    } else send(404, "application/json", '{"error":{"message":"There is no such route."}}');
  });
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  const fake: FakeUpstream = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    models,
    spoken,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return fake;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += chunk;
  return body;
}

/** A second of 440 Hz as a WAV file of 8,000 samples of 16 bits. */
function tone(): Uint8Array {
  const rate = 8_000;
  const file = Buffer.alloc(44 + rate * 2);
  file.write("RIFF", 0);
  file.writeUInt32LE(36 + rate * 2, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36);
  file.writeUInt32LE(rate * 2, 40);
  for (let at = 0; at < rate; at++) file.writeInt16LE(3_000 * Math.sin((at * 440 * 2 * Math.PI) / rate), 44 + at * 2);
  return file;
}
