import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { parseCookie, stringifySetCookie } from "cookie";
import { sealData, unsealData } from "iron-session";
import * as z from "zod";
import type { SessionNeed } from "../../contract/playground.ts";
import type { Configuration } from "../configuration.ts";
import { ProxyError } from "../errors.ts";
import type { KeyOwner } from "../upstream/refusal.ts";

/** How long a session lasts, in seconds: a working day. It can't be ended from afar, so it is short. */
export const sessionSeconds = 12 * 3_600;

/** The longest key of a session: sealed, it must fit into the 4,096 bytes that browsers grant a cookie. */
export const longestSessionKey = 2_048;

/** What a seal looks like, with its version; anything else in the cookie isn't even looked at. */
const sealPattern = /^[\w.*-]{1,4094}~2$/;

/** Who may use the playground, and whose key pays. Stateless: everything stands in the sealed cookie. */
export interface Sessions {
  /** What a visitor must give. */
  readonly need: SessionNeed;
  /** Whose key {@link Sessions.keyFor} gives. */
  readonly keyOwner: KeyOwner;
  /**
   * The key that pays for a request with these header fields: the server's, or the one in the visitor's session. It is the only
   * place that decides this, for HTTP requests and WebSocket upgrades alike.
   *
   * @throws {ProxyError} 401 `session_required` where a session is needed and none is there.
   */
  keyFor(headers: IncomingHttpHeaders): Promise<string>;
  /** Whether a request with these header fields has what it needs. */
  isOpen(headers: IncomingHttpHeaders): Promise<boolean>;
  /** Whether a visitor's password is the configured one; takes the same time for every wrong one. */
  isPassword(given: string): boolean;
  /** Opens a session and returns its `Set-Cookie` field. `apiKey` is the visitor's key where one is needed. */
  open(apiKey?: string): Promise<string>;
  /** The `Set-Cookie` field that ends a session. */
  end(): string;
}

const contentSchema = z.object({ open: z.literal(true), apiKey: z.string().min(1).optional() });
type Content = z.infer<typeof contentSchema>;

/** What {@link createSessions} reads of the configuration. */
export type SessionConfiguration = Pick<
  Configuration,
  "apiKey" | "password" | "baseUrl" | "sessionSecret" | "publicUrl"
>;

/** Sessions as the configuration asks for them; without `sessionSecret` they end with this program. */
export function createSessions(configuration: SessionConfiguration): Sessions {
  const { apiKey: serverKey, password, baseUrl, publicUrl } = configuration;
  const need = sessionNeed(configuration);
  const secret = configuration.sessionSecret ?? randomBytes(32).toString("base64url");
  // Sealed for one purpose: a changed password ends all sessions, and a visitor's key never reaches another service.
  const purpose = need === "password" ? `password ${password}` : `key ${baseUrl}`;
  const seal = derive(secret, `seal for ${purpose}`);
  const passwordDigest = digest(seal, password ?? "");
  const isSecure = publicUrl?.startsWith("https:") === true;
  // Cookies don't tell ports apart, so two playgrounds on one machine need two names.
  const name = `${isSecure ? "__Host-" : ""}playground_session_${derive(secret, `name for ${purpose}`).slice(0, 8)}`;
  const attributes = { name, path: "/", httpOnly: true, sameSite: "strict", secure: isSecure } as const;

  async function read(headers: IncomingHttpHeaders): Promise<Content | undefined> {
    const value = cookieValue(headers.cookie ?? "", name);
    if (value === undefined || !sealPattern.test(value)) return undefined;
    try {
      const content = contentSchema.safeParse(await unsealData(value, { password: seal, ttl: sessionSeconds }));
      return content.success ? content.data : undefined;
    } catch {
      // Whatever can't be unsealed is no session; why it can't is nobody's business.
      return undefined;
    }
  }

  async function find(headers: IncomingHttpHeaders): Promise<string | undefined> {
    if (need === "none_needed") return serverKey;
    const content = await read(headers);
    return need === "password" && content !== undefined ? serverKey : content?.apiKey;
  }

  return {
    need,
    keyOwner: need === "key" ? "visitor" : "server",
    async keyFor(headers) {
      const key = await find(headers);
      if (key !== undefined) return key;
      const message = need === "key" ? "Give the playground a key first." : "Sign in to the playground first.";
      throw new ProxyError(401, "session_required", message);
    },
    isOpen: async (headers) => (await find(headers)) !== undefined,
    isPassword: (given) => need === "password" && timingSafeEqual(digest(seal, given), passwordDigest),
    async open(apiKey) {
      const content: Content = apiKey === undefined ? { open: true } : { open: true, apiKey };
      const value = await sealData(content, { password: seal, ttl: sessionSeconds });
      return stringifySetCookie({ ...attributes, value, maxAge: sessionSeconds }, { encode: (text) => text });
    },
    end: () => stringifySetCookie({ ...attributes, value: "", maxAge: 0 }),
  };
}

/**
 * The value of a cookie; undefined when it is there with several: a neighbouring host or port can set a second one, under
 * which a visitor would speak with somebody else's key.
 */
function cookieValue(header: string, name: string): string | undefined {
  const values = header.split(";").map((pair) => parseCookie(pair, { decode: (text) => text })[name]);
  const [first, ...others] = new Set(values.filter((value) => value !== undefined));
  return others.length === 0 ? first : undefined;
}

/** What a visitor must give under a configuration: without a key of the server's own, each brings one. */
export function sessionNeed({ apiKey, password }: Pick<Configuration, "apiKey" | "password">): SessionNeed {
  if (apiKey === undefined) return "key";
  return password === undefined ? "none_needed" : "password";
}

function derive(secret: string, purpose: string): string {
  return digest(secret, purpose).toString("hex");
}

function digest(key: string, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
