import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";

/** How the servers differ: what Kokoro-FastAPI and Speaches answer, as their sources show it. */
const flavours = {
  kokoro: {
    voices: {
      voices: ["af_heart", "af_sky", "am_adam", "bf_emma", "zf_xiaobei", "zm_yunxi", "xx_odd"].map((id) => ({
        id,
        name: id,
      })),
    },
    refusal: (message: string) => ({ detail: { error: "authentication_error", message, type: "unauthorized" } }),
    contentType: "audio/pcm",
  },
  speaches: {
    voices: {
      voices: [
        { name: "af_heart", language: "en-us", gender: "female", id: "af_heart" },
        { name: "jm_kumo", language: "ja", gender: "male", id: "jm_kumo" },
        { name: "amy", language: "en", id: "amy" },
      ],
      object: "list",
    },
    refusal: (message: string) => ({ detail: message }),
    contentType: "audio/pcm",
  },
} as const;

/** How long each letter, and each other sign but the silent ones, sounds, in seconds; a Chinese one twice as long. */
export const letterSeconds = 0.08;
const fakeRate = 24_000;

interface Asked {
  readonly body: Readonly<Record<string, unknown>>;
  readonly authorization: string | undefined;
  /** Whether the client went away before the answer was whole. */
  wasCut: boolean;
}

type Behaviour = (response: ServerResponse, sound: Buffer, asked: Asked) => void | Promise<void>;

export interface FakeSpeechServer {
  readonly url: string;
  readonly port: number;
  readonly asked: readonly Asked[];
  /** The most requests that were under way at once. */
  readonly most: number;
  /** How it answers the next requests for speech; undefined for as it should. */
  behave(behaviour: Behaviour | undefined): void;
  close(): Promise<void>;
}

interface FakeOptions {
  readonly flavour?: keyof typeof flavours;
  readonly key?: string;
  /** What it answers for its voices in place of its own list: a status. */
  readonly voicesStatus?: number;
  readonly port?: number;
  /** The amplitude of its tones. */
  readonly level?: number;
}

/** A speech server on a free port that says each letter as a tone; spaces and punctuation are silent. */
export async function startFakeSpeechServer(options: FakeOptions = {}): Promise<FakeSpeechServer> {
  const { flavour = "kokoro", key, voicesStatus = 200, port = 0, level = 0.3 } = options;
  const { voices, refusal, contentType } = flavours[flavour];
  const asked: Asked[] = [];
  let behaviour: Behaviour | undefined;
  let [open, most] = [0, 0];
  const speak: Behaviour = async (response, sound) => {
    response.writeHead(200, { "content-type": contentType });
    // Cut at odd bytes, as networks do.
    for (let at = 0; at < sound.length && !response.destroyed; at += 4_097) {
      response.write(sound.subarray(at, at + 4_097));
      await setImmediate();
    }
    response.end();
  };
  const json = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { authorization } = request.headers;
    if (key !== undefined && authorization !== `Bearer ${key}`) {
      json(response, flavour === "kokoro" ? 401 : 403, refusal(`Invalid API key: ${authorization}`));
    } else if (request.url === "/v1/audio/voices" && request.method === "GET") {
      json(response, voicesStatus, voicesStatus === 200 ? voices : { detail: "Not Found" });
    } else if (request.url === "/v1/audio/speech" && request.method === "POST") {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      const body = JSON.parse(Buffer.concat(parts).toString("utf8"));
      const one: Asked = { body, authorization, wasCut: false };
      asked.push(one);
      response.on("close", () => {
        one.wasCut = !response.writableFinished;
      });
      most = Math.max(most, ++open);
      response.on("close", () => open--);
      await (behaviour ?? speak)(response, soundOf(String(body.input), level), one);
    } else json(response, 404, { detail: "Not Found" });
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${actual}`,
    port: actual,
    asked,
    get most() {
      return most;
    },
    behave(next) {
      behaviour = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** 16-bit samples at 24,000 Hz, between two stretches of silence of 200 ms, as models leave them. */
export function soundOf(text: string, level = 0.3): Buffer {
  const silence = Buffer.alloc(2 * 0.2 * fakeRate);
  return Buffer.concat([silence, ...Array.from(text, (sign) => toneOf(sign, level)), silence]);
}

function toneOf(sign: string, level: number): Buffer {
  const isWide = /\p{Script=Han}/u.test(sign);
  const bytes = Buffer.alloc(2 * letterSeconds * (isWide ? 2 : 1) * fakeRate);
  if (/[\s\p{P}]/u.test(sign)) return bytes;
  for (let index = 0; index < bytes.length / 2; index++) {
    bytes.writeInt16LE(Math.round(32_767 * level * Math.sin((2 * Math.PI * 220 * index) / fakeRate)), 2 * index);
  }
  return bytes;
}
