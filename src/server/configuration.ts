import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import * as z from "zod";
import { referencesPath } from "../contract/own-recordings.ts";
import { ConfigurationError, type LogLevel, logLevels } from "../http/program.ts";
import { isHostEntry, isLoopback } from "./security/hosts.ts";

/** A key becomes part of a header: visible ASCII, so that neither a line break nor a space can hide in it. */
export const keyPattern = /^[\x21-\x7e]{1,4096}$/;

/** The longest password, in UTF-16 units. */
export const longestPassword = 1_024;
/** The shortest password where others can reach the playground, in characters. */
const shortestOpenPassword = 12;

/** What the program was told. Nothing here ever reaches a client but what `/playground/config` names. */
export interface Configuration {
  readonly host: string;
  readonly port: number;
  /** Which service the page is told it talks to; nothing else depends on it. */
  readonly service: "embedded" | "remote";
  /** The address below which the service fetches the playground's sample recordings; with a slash at the end. */
  readonly references: string | undefined;
  /**
   * The address below which the service fetches what visitors record; with a slash at the end, and undefined where it
   * isn't known how the service reaches this program.
   */
  readonly recordings: string | undefined;
  /** The address that the service gives as its own to clients, where that isn't its base address. */
  readonly contentUrl: string | undefined;
  /** Without a trailing slash and without `/v1`; may carry a path. */
  readonly baseUrl: string;
  readonly webSocketBaseUrl: string;
  /** The key that pays for everybody; without it each visitor brings one. */
  readonly apiKey: string | undefined;
  /** What visitors must know before they may use the server's key. */
  readonly password: string | undefined;
  /** Seals the visitors' sessions; programs that share it share sessions. */
  readonly sessionSecret: string | undefined;
  /** The origin under which browsers reach the playground, where TLS ends in front of it. */
  readonly publicUrl: string | undefined;
  /** `name` or `name:port`, beyond the names that always work. */
  readonly allowedHosts: readonly string[];
  /** Addresses and networks of reverse proxies that are believed when they say whom they ask for. */
  readonly trustedProxies: readonly string[];
  /** Whether visitors may bring natural voices to the machine of the embedded service, and remove them. */
  readonly addsVoices: boolean;
  readonly logLevel: LogLevel;
}

/** Entries separated by commas, in lower case. */
const list = z.string().transform((text) =>
  text
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== ""),
);

const environmentSchema = z.object({
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/, "must be an address or a name without a scheme, such as 127.0.0.1.")
    // One address instead of the two that the name may have, so that there is one server to stop.
    .transform((host) => (host.toLowerCase() === "localhost" ? "127.0.0.1" : host))
    .default("127.0.0.1"),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, "must be a port number from 0 to 65535.")
    .transform(Number)
    .refine((port) => port <= 65_535, "must be a port number from 0 to 65535.")
    .default(4173),
  SPEECH_BASE_URL: z
    .string("is missing. Set it to the address of the speech service, without /v1, or start with npm start.")
    .transform(baseUrl(["https:", "http:"])),
  SPEECH_WS_BASE_URL: z
    .string()
    .transform(baseUrl(["wss:", "ws:"]))
    .optional(),
  SPEECH_API_KEY: z
    .string()
    .trim()
    .regex(keyPattern, "holds characters that a key can't have, such as spaces or line breaks.")
    .optional(),
  PLAYGROUND_PASSWORD: z.string().max(longestPassword, `must have at most ${longestPassword} characters.`).optional(),
  SESSION_SECRET: z
    .string()
    .min(32, "must have at least 32 characters, such as openssl rand -hex 32 gives.")
    .optional(),
  PLAYGROUND_PUBLIC_URL: z
    .string()
    .transform(baseUrl(["https:", "http:"]))
    .refine((url) => new URL(url).pathname === "/", "must not hold a path. The playground stands at the top.")
    .optional(),
  ALLOWED_HOSTS: list
    .refine(
      (entries) => entries.every(isHostEntry),
      "must be names separated by commas, each with a port or without, such as speech.example.com.",
    )
    .default([]),
  TRUSTED_PROXIES: list
    .refine(
      (entries) => entries.every((entry) => ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry)),
      "must be addresses or networks separated by commas, such as 127.0.0.1 or 10.0.0.0/8.",
    )
    .default([]),
  ALLOW_OPEN_BINDING: z.enum(["yes", "no", "true", "false", "1", "0"], 'must be "yes" or "no".').default("no"),
  PLAYGROUND_ADD_VOICES: z.enum(["yes", "no"], 'must be "yes" or "no".').optional(),
  PLAYGROUND_SERVICE: z.enum(["embedded", "remote"], 'must be "embedded" or "remote".').default("remote"),
  PLAYGROUND_REFERENCES: z.url({ protocol: /^https?$/, error: "must be an http address." }).optional(),
  PLAYGROUND_CONTENT_URL: z
    .string()
    .transform(baseUrl(["https:", "http:"]))
    .optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(", ")}.`).default("warn"),
});

/**
 * Reads the program's configuration. Empty variables count as absent.
 *
 * @throws {ConfigurationError} for the first variable that is wrong.
 */
export function readConfiguration(environment: Readonly<Record<string, string | undefined>>): Configuration {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const parsed = environmentSchema.safeParse(present);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigurationError(`${String(issue?.path[0])} ${issue?.message}`);
  }
  const values = parsed.data;
  if (values.PLAYGROUND_PASSWORD !== undefined && values.SPEECH_API_KEY === undefined) {
    throw new ConfigurationError(
      "PLAYGROUND_PASSWORD guards SPEECH_API_KEY, which isn't set. " +
        "Set both, or leave both unset so that each visitor brings a key.",
    );
  }
  const anyoneCouldSpend = values.SPEECH_API_KEY !== undefined && values.PLAYGROUND_PASSWORD === undefined;
  if (anyoneCouldSpend && !isLoopback(values.HOST) && !["yes", "true", "1"].includes(values.ALLOW_OPEN_BINDING)) {
    throw new ConfigurationError(
      `HOST ${values.HOST} opens the playground to the network, where anyone could spend the key. ` +
        "Use a loopback address, set PLAYGROUND_PASSWORD, or set ALLOW_OPEN_BINDING=yes if that is meant.",
    );
  }
  // A public address, a further host or a reverse proxy brings visitors from elsewhere, even to a loopback address.
  const isOpen =
    !isLoopback(values.HOST) ||
    values.PLAYGROUND_PUBLIC_URL !== undefined ||
    values.ALLOWED_HOSTS.length + values.TRUSTED_PROXIES.length > 0;
  if (
    isOpen &&
    values.PLAYGROUND_PASSWORD !== undefined &&
    [...values.PLAYGROUND_PASSWORD].length < shortestOpenPassword
  ) {
    throw new ConfigurationError(
      `PLAYGROUND_PASSWORD must have at least ${shortestOpenPassword} characters where others can reach the ` +
        "playground, as HOST, PLAYGROUND_PUBLIC_URL, ALLOWED_HOSTS or TRUSTED_PROXIES say here.",
    );
  }
  // They fill the disk: who could be anybody, or was let in to speak, isn't let do that by itself.
  const isAlone = !isOpen && values.PLAYGROUND_PASSWORD === undefined;
  const addsVoices = (values.PLAYGROUND_ADD_VOICES ?? (isAlone ? "yes" : "no")) === "yes";
  return {
    host: values.HOST,
    port: values.PORT,
    service: values.PLAYGROUND_SERVICE,
    references: values.PLAYGROUND_REFERENCES,
    recordings: values.PLAYGROUND_REFERENCES ?? recordingsAt(values.PLAYGROUND_PUBLIC_URL),
    contentUrl: values.PLAYGROUND_CONTENT_URL,
    baseUrl: values.SPEECH_BASE_URL,
    webSocketBaseUrl: values.SPEECH_WS_BASE_URL ?? values.SPEECH_BASE_URL.replace(/^http/, "ws"),
    apiKey: values.SPEECH_API_KEY,
    password: values.PLAYGROUND_PASSWORD,
    sessionSecret: values.SESSION_SECRET,
    publicUrl: values.PLAYGROUND_PUBLIC_URL,
    // A name to listen under is a name to answer under.
    allowedHosts: [...values.ALLOWED_HOSTS, ...hostOf(values.PLAYGROUND_PUBLIC_URL), ...nameOf(values.HOST)],
    trustedProxies: values.TRUSTED_PROXIES,
    addsVoices: addsVoices && values.PLAYGROUND_SERVICE === "embedded",
    logLevel: values.LOG_LEVEL,
  };
}

function baseUrl(protocols: readonly [string, string]) {
  return (text: string, context: z.RefinementCtx): string => {
    const refuse = (message: string): never => {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    };
    const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
    if (url === undefined || !protocols.includes(url.protocol)) {
      return refuse(`must be a ${protocols[0]}// or ${protocols[1]}// address.`);
    }
    if (url.username !== "" || url.password !== "") {
      return refuse("must not hold a user name or password. Put the key into SPEECH_API_KEY.");
    }
    if (url.search !== "" || url.hash !== "") return refuse("must not hold a query or a fragment.");
    const path = url.pathname.replace(/\/+$/, "");
    if (/\/v1$/i.test(path)) return refuse("must not end in /v1. The playground adds it.");
    return `${url.protocol}//${url.host}${path}`;
  };
}

function nameOf(host: string): readonly string[] {
  return isIP(host) === 0 ? [host.toLowerCase()] : [];
}

function hostOf(url: string | undefined): readonly string[] {
  return url === undefined ? [] : [new URL(url).host];
}

function recordingsAt(publicUrl: string | undefined): string | undefined {
  return publicUrl === undefined ? undefined : publicUrl + referencesPath;
}
