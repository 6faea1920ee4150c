import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Product, type ProductOptions, startProduct } from "../product.ts";
import { findProgram } from "./process.ts";
import { type RecordingService, startRecordingService } from "./recording-service.ts";

/**
 * The configurations that are attacked, each started once: `embedded` needs nothing; `guarded` has the server's key
 * behind a password; in `visitors` each brings a key; `service` is the embedded service alone.
 */
export type PlaceName = "embedded" | "guarded" | "visitors" | "service";

/** What must be in no answer and no line of a log. */
export const canaries = {
  serverKey: "sk-canary-server-4b1d7e90c2f8a6",
  password: "canary-password-83f1a6",
  sessionSecret: "canary-session-secret-0a9b8c7d6e5f4a3b2c1d",
  visitorKey: "sk-canary-visitor-9e27c05b1f",
  otherVisitorKey: "sk-canary-neighbour-61d8f3a7",
  serviceKey: "sk-canary-caller-70c4d2e9b5",
  otherServiceKey: "sk-canary-stranger-18b6e4f0",
} as const;
/** Stands in texts to be spoken: whoever sends it may read it again, but it is in no log. */
export const canaryText = "canary-text-5e8d20";

export interface Place {
  readonly name: PlaceName;
  readonly port: number;
  readonly host: string;
  /** What a request of an honest caller has: a session's cookie or a key, where one is needed. */
  readonly caller: Readonly<Record<string, string>>;
  /** The same of another one, who asks from elsewhere. */
  readonly neighbour: Readonly<Record<string, string>>;
  /** The service behind it, where that records what it sees. */
  readonly service: RecordingService | undefined;
  readonly product: Product;
  /** The process that is attacked, and the one behind it that is embedded; undefined where the system doesn't tell. */
  readonly processes: { readonly attacked: number | undefined; readonly embedded: number | undefined };
  /** What is in no answer. */
  readonly secrets: readonly string[];
  stop(): Promise<void>;
}

/** Where the neighbour says to come from; the reverse proxy on loopback is trusted. */
const elsewhere = { "x-forwarded-for": "203.0.113.77" };

const starters: Readonly<Record<PlaceName, () => Promise<Place>>> = {
  embedded: () => start("embedded", {}),
  guarded: async () => {
    const service = await startRecordingService([canaries.serverKey]);
    const environment = {
      SPEECH_BASE_URL: service.address,
      SPEECH_API_KEY: canaries.serverKey,
      PLAYGROUND_PASSWORD: canaries.password,
      SESSION_SECRET: canaries.sessionSecret,
      TRUSTED_PROXIES: "127.0.0.1",
    };
    return start("guarded", { environment }, service);
  },
  visitors: async () => {
    const service = await startRecordingService([canaries.visitorKey, canaries.otherVisitorKey]);
    const environment = {
      SPEECH_BASE_URL: service.address,
      TRUSTED_PROXIES: "127.0.0.1",
      PLAYGROUND_PUBLIC_URL: "http://speak.example.com",
      PLAYGROUND_SHARE_HOURS: "1",
    };
    return start("visitors", { environment }, service);
  },
  service: () => {
    const keys = `${canaries.serviceKey},${canaries.otherServiceKey}`;
    return start("service", { argumentList: ["--service"], environment: { SERVICE_API_KEYS: keys } });
  },
};

export const startPlace = (name: PlaceName): Promise<Place> => starters[name]();

async function start(name: PlaceName, options: ProductOptions, service?: RecordingService): Promise<Place> {
  const product = await startProduct({ ...options, environment: { LOG_LEVEL: "trace", ...options.environment } });
  const { host, port } = new URL(product.address);
  const { processId } = product;
  const embedded = await findProgram(processId, "programs/service.js");
  const made = readdirSync(product.dataFolder).filter((file) => /^(?:api-key|[a-z]+-secret)$/.test(file));
  const place = {
    name,
    host,
    port: Number(port),
    service,
    product,
    processes: { embedded, attacked: (await findProgram(processId, "programs/server.js")) ?? embedded },
    secrets: [...Object.values(canaries), ...made.map((file) => readFileSync(join(product.dataFolder, file), "utf8"))],
    async stop() {
      await product.stop();
      await service?.stop();
    },
  };
  try {
    return { ...place, ...(await callersOf(name, product.address)) };
  } catch (error) {
    await place.stop();
    throw error;
  }
}

async function callersOf(name: PlaceName, address: string): Promise<Pick<Place, "caller" | "neighbour">> {
  switch (name) {
    case "embedded":
      return { caller: {}, neighbour: {} };
    case "service":
      return {
        caller: { authorization: `Bearer ${canaries.serviceKey}` },
        neighbour: { authorization: `Bearer ${canaries.otherServiceKey}` },
      };
    case "guarded":
      return {
        caller: { cookie: await signIn(address, { password: canaries.password }) },
        neighbour: { cookie: await signIn(address, { password: canaries.password }, elsewhere), ...elsewhere },
      };
    case "visitors":
      return {
        caller: { cookie: await signIn(address, { apiKey: canaries.visitorKey }) },
        neighbour: { cookie: await signIn(address, { apiKey: canaries.otherVisitorKey }, elsewhere), ...elsewhere },
      };
  }
}

/** Opens a session as the page does, and returns its cookie. */
export async function signIn(address: string, opener: object, fields: Record<string, string> = {}): Promise<string> {
  const { status, headers } = await fetch(`${address}/playground/session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: address, ...fields },
    body: JSON.stringify(opener),
  });
  const cookie = headers.get("set-cookie")?.split(";", 1)[0];
  if (status !== 204 || cookie === undefined) throw new Error(`No session was opened: ${status}.`);
  return cookie;
}
