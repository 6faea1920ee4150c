import { createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { parseCookie, stringifySetCookie } from "cookie";
import { sealData, unsealData } from "iron-session";
import * as z from "zod";
import type { SessionNeed } from "../../contract/playground.ts";
import type { Configuration } from "../configuration.ts";
import { ProxyError } from "../errors.ts";
import type { ServiceConfiguration } from "../services-file.ts";
import type { KeyOwner } from "../upstream/refusal.ts";
import { createEndings } from "./endings.ts";

/** How long a session lasts, in seconds: a working day. */
export const sessionSeconds = 12 * 3_600;

/** How many sessions that were ended early are remembered: one every four seconds for as long as a session lasts. */
const mostEnded = 10_000;

/** The longest key of a session: sealed, it must fit into the 4,096 bytes that browsers grant a cookie. */
export const longestSessionKey = 2_048;

/** What a seal looks like, with its version; anything else in the cookie isn't even looked at. */
const sealPattern = /^[\w.*-]{1,4094}~2$/;

/** Leave to ask the service. */
export interface Access {
  /** The key that pays: the server's, or the one in the visitor's session. */
  readonly key: string;
  /** What tells the holder of this session from others, never sent anywhere; undefined where nobody signs in. */
  readonly holder: string | undefined;
  /**
   * Calls `listener` once, when the session ends or at once when it has ended; returns what takes the listener away.
   */
  onEnd(listener: () => void): () => void;
}

/**
 * Who may use the playground, and whose key pays. Everything but which sessions were ended stands in the sealed
 * cookie.
 */
export interface Sessions {
  /** What a visitor must give. */
  readonly need: SessionNeed;
  /** Whose key {@link Sessions.accessFor} gives. */
  readonly keyOwner: KeyOwner;
  /**
   * What a request with these header fields may use at a service. It is the only place that decides this, for HTTP
   * requests and WebSocket upgrades alike.
   *
   * @throws {ProxyError} 401 `session_required` where a session is needed and none is there.
   */
  accessFor(headers: IncomingHttpHeaders, service: Pick<ServiceConfiguration, "apiKey">): Promise<Access>;
  /** Whether a request with these header fields has what it needs. */
  isOpen(headers: IncomingHttpHeaders): Promise<boolean>;
  /** Whether a visitor's password is the configured one; takes the same time for every wrong one. */
  isPassword(given: string): boolean;
  /** Opens a session and returns its `Set-Cookie` field. `apiKey` is the visitor's key where one is needed. */
  open(apiKey?: string): Promise<string>;
  /**
   * Ends the session of a request with these header fields, also for copies of its cookie, and returns the
   * `Set-Cookie` field.
   */
  end(headers: IncomingHttpHeaders): Promise<string>;
}

const contentSchema = z.object({ id: z.uuid(), openedAt: z.number(), apiKey: z.string().min(1).optional() });
type Content = z.infer<typeof contentSchema>;

/** What {@link createSessions} reads of the configuration. */
type SessionConfiguration = Pick<
  Configuration,
  "apiKey" | "password" | "baseUrl" | "webSocketBaseUrl" | "sessionSecret" | "publicUrl"
>;

/** Sessions as the configuration asks for them; without `sessionSecret` they end with this program. */
export function createSessions(configuration: SessionConfiguration): Sessions {
  const { password, baseUrl, webSocketBaseUrl, publicUrl } = configuration;
  const need = sessionNeed(configuration);
  const secret = configuration.sessionSecret ?? randomBytes(32).toString("base64url");
  // Sealed for one purpose: a changed password ends all sessions, and a visitor's key never reaches another service.
  const purpose = need === "password" ? `password ${password}` : `key ${baseUrl} ${webSocketBaseUrl}`;
  const seal = derive(secret, `seal for ${purpose}`);
  const passwordDigest = digest(seal, password ?? "");
  const isSecure = publicUrl?.startsWith("https:") === true;
  // Cookies don't tell ports apart, so two playgrounds on one machine need two names.
  const name = `${isSecure ? "__Host-" : ""}playground_session_${derive(secret, `name for ${purpose}`).slice(0, 8)}`;
  const attributes = { name, path: "/", httpOnly: true, sameSite: "strict", secure: isSecure } as const;

  const endings = createEndings({ lifetime: sessionSeconds * 1_000, most: mostEnded });

  async function unseal(value: string): Promise<Content | undefined> {
    if (!sealPattern.test(value)) return undefined;
    try {
      const content = contentSchema.safeParse(await unsealData(value, { password: seal, ttl: sessionSeconds }));
      return content.success && !endings.isOver(content.data) ? content.data : undefined;
    } catch {
      // Whatever can't be unsealed is no session; why it can't is nobody's business.
      return undefined;
    }
  }

  /** @param serverKey the key of the server for the service that is asked. */
  async function find(headers: IncomingHttpHeaders, serverKey: string | undefined): Promise<Access | undefined> {
    if (need === "none_needed") {
      return serverKey === undefined ? undefined : { key: serverKey, holder: undefined, onEnd: () => () => {} };
    }
    // A neighbouring host or port can set a second one, under which a visitor would speak with somebody else's key.
    const [value, ...others] = cookieValues(headers, name);
    const session = value === undefined || others.length > 0 ? undefined : await unseal(value);
    const key = need === "password" ? serverKey : session?.apiKey;
    if (session === undefined || key === undefined) return undefined;
    // Sessions of one key are one holder.
    return { key, holder: session.apiKey ?? session.id, onEnd: (listener) => endings.onEnd(session, listener) };
  }

  return {
    need,
    keyOwner: need === "key" ? "visitor" : "server",
    async accessFor(headers, { apiKey }) {
      const access = await find(headers, apiKey);
      if (access !== undefined) return access;
      const message = need === "key" ? "Give the playground a key first." : "Sign in to the playground first.";
      throw new ProxyError(401, "session_required", message);
    },
    isOpen: async (headers) => (await find(headers, configuration.apiKey)) !== undefined,
    isPassword: (given) => need === "password" && timingSafeEqual(digest(seal, given), passwordDigest),
    async open(apiKey) {
      const mark = { id: randomUUID(), openedAt: Date.now() };
      const content: Content = apiKey === undefined ? mark : { ...mark, apiKey };
      const value = await sealData(content, { password: seal, ttl: sessionSeconds });
      return stringifySetCookie({ ...attributes, value, maxAge: sessionSeconds }, { encode: (text) => text });
    },
    async end(headers) {
      for (const session of await Promise.all(cookieValues(headers, name).map(unseal))) {
        if (session !== undefined) endings.end(session);
      }
      return stringifySetCookie({ ...attributes, value: "", maxAge: 0 });
    },
  };
}

/** The different values that a request has for one cookie. */
function cookieValues({ cookie = "" }: IncomingHttpHeaders, name: string): readonly string[] {
  const values = cookie.split(";").map((pair) => parseCookie(pair, { decode: (text) => text })[name]);
  return [...new Set(values.filter((value) => value !== undefined))];
}

/** What a visitor must give under a configuration: without a key of the server's own, each brings one. */
function sessionNeed({ apiKey, password }: Pick<Configuration, "apiKey" | "password">): SessionNeed {
  if (apiKey === undefined) return "key";
  return password === undefined ? "none_needed" : "password";
}

function derive(secret: string, purpose: string): string {
  return digest(secret, purpose).toString("hex");
}

function digest(key: string, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
