import { Agent, fetch } from "undici";
import { createSpeechClient, type SpeechClient } from "../api/client.ts";
import { ServiceUnreachableError, SpeechRequestError } from "../api/errors.ts";
import { askWords } from "../api/hearing.ts";
import type { Fetch } from "../api/http.ts";
import { type HearWords, hearBy } from "../conformance/run/hear.ts";
import { engineRoutes, enginesSchema } from "../contract/engines.ts";
import { type Recogniser, recogniserIn, recogniserOf } from "../contract/hearing.ts";
import { parseJson } from "../contract/json.ts";
import {
  configAt,
  type PlaygroundConfig,
  playgroundMember,
  playgroundRoutes,
  type SessionOpener,
} from "../contract/playground.ts";
import { readPathAt } from "../contract/service-names.ts";
import { mayWaitLong } from "../contract/snippets/code-request.ts";
import { connectorOf } from "../http/connector.ts";
import { maskOf } from "./files.ts";
import { speechOf } from "./measure.ts";
import type { Options } from "./options.ts";
import { CommandError } from "./problem.ts";
import { createSocketOpener, type Refusals } from "./socket.ts";

/** How long an answer may be silent, in milliseconds. */
const patience = 900_000;
/** The same where it waits for a job (section 4, rule 1): as long as the playground's README has nginx wait for it. */
const jobPatience = 3_600_000;

/** How much is quoted of an answer that refuses, in characters. */
const longestQuote = 300;

/** A service that is ready to be asked, as the page would ask it. */
export interface Connection {
  readonly client: Pick<SpeechClient, "exchange" | "converse">;
  /** As the page knows it: what the playground says of its service, or the address that was given. */
  readonly config: Pick<PlaygroundConfig, "service" | "name" | "contentUrl" | "references"> & {
    readonly baseUrl: string;
  };
  /** Undefined where nothing recognises speech. */
  readonly hearWords: HearWords | undefined;
  close(): Promise<void>;
}

/**
 * Reaches a service by its key, or a playground by its password or by a visitor's key. Throws `CommandError` where it
 * isn't let in.
 */
export async function connect(options: Options, signal: AbortSignal): Promise<Connection> {
  const { baseUrl, webSocketBaseUrl, service, key, embedded } = options;
  const [usual, patient] = [agentOf(patience), agentOf(jobPatience)];
  const refusals: Refusals = new Map();
  const headers: Record<string, string> = {};
  const send: Fetch = async (path, { method = "GET", headers: own, body, signal: given }) => {
    const known = refusals.get(path);
    refusals.delete(path);
    if (known !== undefined) return known;
    const type = body instanceof Blob ? { "content-type": body.type } : {};
    const response = await fetch(baseUrl + path, {
      method,
      // Compressed, an answer's length would be another than the service says.
      headers: { "accept-encoding": "identity", ...Object.fromEntries(new Headers(own)), ...type, ...headers },
      body: body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : typeof body === "string" ? body : null,
      signal: given ?? null,
      // Neither a key nor anything else goes where an answer leads; that it leads elsewhere is judged.
      redirect: "manual",
      dispatcher: waitsForJob(method, path, body) ? patient : usual,
    });
    return response as unknown as Response;
  };
  const openSocket = createSocketOpener(webSocketBaseUrl, headers, refusals);
  const client = createSpeechClient({ fetch: send, openSocket });
  const close = async () => {
    await Promise.all([usual.close(), patient.close()]);
  };
  const playground = await client.getConfig(signal).catch((error: unknown) => {
    signal.throwIfAborted();
    if (error instanceof SpeechRequestError) return noPlayground(error, baseUrl);
    throw new CommandError(`Nobody answers at ${baseUrl}: ${reasonOf(error)}. Look at --base-url, and at the network.`);
  });
  if (playground === undefined) {
    if (options.password !== undefined) {
      throw new CommandError(`--password-env: at ${baseUrl} is no playground. Use --key-env for a service.`);
    }
    if (service !== undefined) {
      throw new CommandError(
        `--service: at ${baseUrl} is no playground. Leave it out, or name a playground's address.`,
      );
    }
    if (key !== undefined) headers["authorization"] = `Bearer ${key}`;
    const recogniser = embedded ? await recogniserAt(send, signal) : undefined;
    const hearWords = hearBy({ recogniser, speechOf, ask: askWords(client, "service") });
    return { client, config: { service: embedded ? "embedded" : "remote", baseUrl }, hearWords, close };
  }
  headers["origin"] = new URL(baseUrl).origin;
  const opener = openerFor(playground, options);
  if (opener !== undefined) headers["cookie"] = await signIn(send, opener, signal);
  const told = await client.getConfig(signal);
  const names = told.services?.map(({ name }) => name) ?? [];
  if (service !== undefined && !names.includes(service)) {
    const known = names.length === 0 ? "Leave it out: the playground has one alone." : `There are ${names.join(", ")}.`;
    throw new CommandError(`--service: the playground has no service of the name ${service}. ${known}`);
  }
  const config = configAt(told, service);
  return {
    client: clientAt(client, config.name),
    config: { ...config, baseUrl: config.baseUrl ?? baseUrl },
    hearWords: hearBy({ recogniser: recogniserOf(told), speechOf, ask: askWords(client) }),
    close,
  };
}

/**
 * What answers as no playground does is a service.
 *
 * @throws {CommandError} for a playground that refuses, and for an address that leads to another one.
 */
export function noPlayground({ status, headers, error }: SpeechRequestError, baseUrl: string): undefined {
  if (playgroundMember(headers) !== undefined) {
    throw new CommandError(`The playground at ${baseUrl} answers HTTP ${status}: ${error.message}`);
  }
  const location = headers.find(([name]) => name === "location")?.[1] ?? "";
  const { path } = playgroundRoutes.config;
  if (status >= 300 && status < 400 && location.endsWith(path)) {
    const given = new URL(location, baseUrl + path).href.slice(0, -path.length);
    throw new CommandError(`${baseUrl} leads to ${given}, and nothing is sent on. Give that as --base-url.`);
  }
  return undefined;
}

/** Whether a request's answer may be silent until a job is done, at whichever of a playground's services. */
export function waitsForJob(method: string, path: string, body: unknown): boolean {
  return typeof body === "string" && mayWaitLong({ method, path: readPathAt(path)?.path ?? path, body });
}

function agentOf(silence: number): Agent {
  return new Agent({ headersTimeout: silence, bodyTimeout: silence, connect: connectorOf({ timeout: 30_000 }) });
}

/** What the embedded service itself says of its recogniser of speech. */
async function recogniserAt(send: Fetch, signal: AbortSignal): Promise<Recogniser | undefined> {
  const { method, path } = engineRoutes.engines;
  const response = await send(path, { method, signal }).catch(() => undefined);
  const { data } = enginesSchema.safeParse(parseJson((await response?.text()) ?? ""));
  return data && recogniserIn(data);
}

/** Everything goes to one of a playground's services. */
function clientAt(client: Connection["client"], service: string | undefined): Connection["client"] {
  return {
    exchange: (request, signal) => client.exchange({ ...request, service }, signal),
    converse: (request, signal) => client.converse({ ...request, service }, signal),
  };
}

function openerFor({ session }: PlaygroundConfig, { key, password }: Options): SessionOpener | undefined {
  if (session === "password") {
    if (password === undefined) throw new CommandError("This playground asks for its password. Add --password-env.");
    return { password };
  }
  if (session === "key") {
    if (key === undefined) throw new CommandError("This playground asks for a key of one's own. Add --key-env.");
    return { apiKey: key };
  }
  if (key !== undefined || password !== undefined) {
    throw new CommandError("This playground needs neither a key nor a password. Leave out --key-env, --password-env.");
  }
  return undefined;
}

/** Opens a session; returns the cookies that are to be sent from now on. */
async function signIn(send: Fetch, opener: SessionOpener, signal: AbortSignal): Promise<string> {
  const { method, path } = playgroundRoutes.openSession;
  const headers = { "content-type": "application/json" };
  const response = await send(path, { method, headers, body: JSON.stringify(opener), signal });
  const text = await response.text();
  if (!response.ok) {
    const option = "password" in opener ? "--password-env" : "--key-env";
    const said = maskOf(Object.values(opener))(text.trim()).slice(0, longestQuote);
    throw new CommandError(`The playground lets nobody in with ${option}: HTTP ${response.status} ${said}`);
  }
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}

function reasonOf(error: unknown): string {
  const cause = error instanceof ServiceUnreachableError ? error.cause : error;
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return inner instanceof Error ? inner.message : String(inner);
}
