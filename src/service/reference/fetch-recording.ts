import { Agent, type Dispatcher, request } from "undici";
import { connectorOf } from "../../http/connector.ts";
import { type AllowedPrefix, liesWithin } from "./allowed-prefix.ts";
import { type AddressRules, guardedConnector } from "./guarded-connector.ts";
import { ReferenceUnusableError } from "./unusable.ts";

export const fetchLimits = {
  /** The largest recording, in bytes. */
  bytes: 20 * 1024 * 1024,
  /** From the first look-up to the last byte, redirects included, in milliseconds. */
  milliseconds: 15_000,
  redirects: 3,
};
type FetchLimits = Readonly<typeof fetchLimits>;

/** The longest text that stands beside a recording, in bytes. */
const longestTranscript = 4_096;

export interface RecordingFetcherOptions {
  /** The one prefix whose files may be fetched from an address that isn't public. Its redirects aren't followed. */
  readonly allowedPrefix?: AllowedPrefix;
  readonly limits?: FetchLimits;
  readonly addressRules?: AddressRules;
}

/** Fetches reference recordings from addresses that strangers name (section 2.4). */
export interface RecordingFetcher {
  /**
   * The bytes behind an address.
   *
   * @throws ReferenceUnusableError for every failure but an abort, which throws the signal's reason.
   */
  fetch(address: string, signal: AbortSignal): Promise<Uint8Array>;
  /**
   * What is said in a recording below the allowed prefix, where a text file of the same name stands beside it;
   * undefined where none does. An abort throws the signal's reason.
   */
  transcript(address: string, signal: AbortSignal): Promise<string | undefined>;
  close(): Promise<void>;
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export function createRecordingFetcher(options: RecordingFetcherOptions = {}): RecordingFetcher {
  const { allowedPrefix, limits = fetchLimits, addressRules } = options;
  const time = limits.milliseconds;
  const bounds = { headersTimeout: time, bodyTimeout: time, maxHeaderSize: 16 * 1024, pipelining: 1 };
  // Two agents that share no connection: what the open one has connected to is never used for a stranger's address.
  const guarded = new Agent({ ...bounds, connect: guardedConnector(time, addressRules) });
  const open = new Agent({ ...bounds, connect: connectorOf({ timeout: time }) });

  const follow = async (address: string, signal: AbortSignal): Promise<Uint8Array> => {
    let url = parseAddress(address);
    if (liesWithin(url, allowedPrefix)) {
      const answer = await send(url, open, signal);
      return await readBody(answer, limits.bytes);
    }
    for (let hop = 0; hop <= limits.redirects; hop++) {
      const answer = await send(url, guarded, signal);
      if (!redirectStatuses.has(answer.statusCode)) return await readBody(answer, limits.bytes);
      discard(answer);
      url = parseAddress(String(answer.headers["location"] ?? ""), url);
    }
    throw new ReferenceUnusableError("redirect");
  };

  return {
    async fetch(address, signal) {
      const deadline = AbortSignal.timeout(time);
      try {
        return await follow(address, AbortSignal.any([signal, deadline]));
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (deadline.aborted) throw new ReferenceUnusableError("too_slow");
        throw error instanceof ReferenceUnusableError ? error : new ReferenceUnusableError("unreachable");
      }
    },
    async transcript(address, signal) {
      const url = URL.canParse(address) ? new URL(address) : undefined;
      if (url === undefined || !liesWithin(url, allowedPrefix)) return undefined;
      url.pathname = url.pathname.replace(/(?:\.[^./]*)?$/, ".txt");
      try {
        const answer = await send(url, open, AbortSignal.any([signal, AbortSignal.timeout(time)]));
        const text = new TextDecoder("utf-8", { fatal: true }).decode(await readBody(answer, longestTranscript));
        return text.replace(/\s+/g, " ").trim() || undefined;
      } catch {
        signal.throwIfAborted();
        return undefined;
      }
    },
    async close() {
      await Promise.all([guarded.destroy(), open.destroy()]);
    },
  };
}

function parseAddress(text: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") throw new ReferenceUnusableError("scheme");
  if (url.username !== "" || url.password !== "") throw new ReferenceUnusableError("credentials");
  return url;
}

async function send(url: URL, dispatcher: Dispatcher, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  return await request(url, {
    dispatcher,
    signal,
    // Nothing compressed is asked for and nothing compressed is taken: what is counted is what arrives.
    headers: { accept: "audio/mpeg, audio/wav, audio/*;q=0.9, */*;q=0.1", "accept-encoding": "identity" },
  });
}

async function readBody({ statusCode, headers, body }: Dispatcher.ResponseData, most: number): Promise<Uint8Array> {
  const refuse = (reason: "status" | "encoding" | "too_large") => {
    discard({ body });
    return new ReferenceUnusableError(reason);
  };
  if (statusCode !== 200) throw refuse("status");
  const encoding = String(headers["content-encoding"] ?? "identity").toLowerCase();
  if (encoding !== "identity") throw refuse("encoding");
  if (Number(headers["content-length"] ?? 0) > most) throw refuse("too_large");
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > most) throw refuse("too_large");
    parts.push(part);
  }
  return Buffer.concat(parts, length);
}

/** Ends an answer whose body nobody is going to read, with its connection. */
function discard({ body }: Pick<Dispatcher.ResponseData, "body">): void {
  body.on("error", () => undefined);
  body.destroy();
}
