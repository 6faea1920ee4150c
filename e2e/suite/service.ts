import { readFileSync } from "node:fs";
import { WebSocket } from "undici";
import { createSpeechClient, type SpeechClient } from "../../src/api/client.ts";
import { startFakeService } from "../../src/http/fake-service.fixture.ts";
import { startProxy } from "../../src/server/proxy.fixture.ts";
import { keys, startService } from "../../src/service/service.fixture.ts";
import { differingKey, startDifferingService } from "./differing/service.ts";

/** The embedded service behind the playground's proxy, on real sockets, as the page's client reaches them. */
export interface SuiteService {
  readonly client: SpeechClient;
  /** The service's own base address. */
  readonly baseUrl: string;
  /** The address of a recording that the service can fetch. */
  readonly reference: string;
  /** The same service inside of one that does otherwise what the document leaves open. */
  readonly differing: Pick<SuiteService, "client" | "baseUrl">;
  close(): Promise<void>;
}

export async function startSuiteService(): Promise<SuiteService> {
  const recording = readFileSync(new URL("../../public/references/lower.mp3", import.meta.url));
  const recordings = await startFakeService({
    answer({ url }, response) {
      if (url === "/references/lower.mp3") response.end(recording);
      else response.writeHead(404).end();
    },
  });
  const origin = recordings.url;
  const service = await startService({ references: { allowedPrefix: { origin, path: "/references/" } } });
  const proxy = await startProxy(service.address, { environment: { SPEECH_API_KEY: keys.all } });
  const differing = await startDifferingService({ address: service.address, key: keys.all });
  const differingProxy = await startProxy(differing.address, { environment: { SPEECH_API_KEY: differingKey } });
  return {
    differing: { client: clientOf(differingProxy.host), baseUrl: differing.address },
    client: clientOf(proxy.host),
    baseUrl: service.address,
    reference: `${origin}/references/lower.mp3`,
    async close() {
      await differingProxy.close();
      await differing.close();
      await proxy.close();
      await service.close();
      await recordings.close();
    },
  };
}

/** The page's client of the playground's server at `host`. */
export function clientOf(host: string): SpeechClient {
  const address = `http://${host}`;
  return createSpeechClient({
    // A browser's options that Node has no use for would be taken for another site's request.
    fetch: (path, { method, headers, body, signal }) =>
      fetch(address + path, {
        method: method ?? "GET",
        headers: headers ?? {},
        body: body ?? null,
        signal: signal ?? null,
      }),
    openSocket: (path) => new WebSocket(`ws://${host}${path}`, { headers: { origin: address } }),
  });
}
