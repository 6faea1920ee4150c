import { isIP } from "node:net";
import { resolve } from "node:path";
import ipaddr from "ipaddr.js";
import * as z from "zod";
import { keyPattern } from "../contract/keys.ts";
import { referencesPath } from "../contract/own-recordings.ts";
import { ConfigurationError, type Environment, type LogLevel, logLevels, presentIn } from "../http/program.ts";
import { oneAddressOf } from "../http/stop.ts";
import { baseUrl, keyRule, plainUrl, webSocketsAt } from "./addresses.ts";
import { isHostEntry, isLoopback } from "./security/hosts.ts";
import { readServices, type ServiceConfiguration } from "./services-file.ts";

/** The longest password, in UTF-16 units. */
export const longestPassword = 1_024;
/** The shortest password where others can reach the playground, in characters. */
const shortestOpenPassword = 12;

/**
 * What the program was told. Nothing here ever reaches a client but what `/playground/config` names. What stands here
 * of a service is of the usual one.
 */
export interface Configuration extends ServiceConfiguration {
  readonly host: string;
  readonly port: number;
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
  /** Whether nobody but who runs the playground can be there: on this machine, and without a password for others. */
  readonly isAlone: boolean;
  /** How long a take that a visitor shares by a link is kept, in hours; undefined where nothing is shared. */
  readonly shareHours: number | undefined;
  /** Where those takes are. */
  readonly shareFolder: string;
  /** The services of SPEECH_SERVICES, the usual one first; undefined where there is one alone. */
  readonly services?: readonly ServiceConfiguration[] | undefined;
  /** How long running answers may go on once the program is told to stop, in milliseconds; undefined as usual. */
  readonly stopGrace: number | undefined;
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
    .transform(oneAddressOf)
    .default("127.0.0.1"),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, "must be a port number from 0 to 65535.")
    .transform(Number)
    .refine((port) => port <= 65_535, "must be a port number from 0 to 65535.")
    .default(4173),
  SPEECH_BASE_URL: baseUrl(["https:", "http:"], "SPEECH_API_KEY").optional(),
  SPEECH_WS_BASE_URL: baseUrl(["wss:", "ws:"], "SPEECH_API_KEY").optional(),
  SPEECH_API_KEY: z.string().trim().regex(keyPattern, keyRule).optional(),
  SPEECH_SERVICES: z.string().trim().optional(),
  PLAYGROUND_PASSWORD: z
    .string()
    .max(longestPassword, `must have at most ${longestPassword} characters.`)
    .regex(/^\P{Cc}*$/u, "holds a line break or another sign that no visitor can type.")
    .optional(),
  SESSION_SECRET: z
    .string()
    .min(32, "must have at least 32 characters, such as openssl rand -hex 32 gives.")
    .optional(),
  PLAYGROUND_PUBLIC_URL: plainUrl(
    ["https:", "http:"],
    "Leave them out; what visitors must know is PLAYGROUND_PASSWORD.",
  )
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
      (entries) => entries.every((entry) => isAddress(entry) || isNetwork(entry)),
      "must be addresses or networks separated by commas, such as 127.0.0.1 or 10.0.0.0/8.",
    )
    .default([]),
  ALLOW_OPEN_BINDING: z.enum(["yes", "no", "true", "false", "1", "0"], 'must be "yes" or "no".').default("no"),
  PLAYGROUND_ADD_VOICES: z.enum(["yes", "no"], 'must be "yes" or "no".').optional(),
  PLAYGROUND_SHARE_HOURS: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, "must be a whole number of hours from 1 to 720.")
    .transform(Number)
    .refine((hours) => hours >= 1 && hours <= 720, "must be a whole number of hours from 1 to 720.")
    .optional(),
  DATA_DIR: z.string().default("data"),
  PLAYGROUND_SERVICE: z.enum(["embedded", "remote"], 'must be "embedded" or "remote".').default("remote"),
  PLAYGROUND_REFERENCES: z.url({ protocol: /^https?$/, error: "must be an http address." }).optional(),
  PLAYGROUND_CONTENT_URL: baseUrl(["https:", "http:"], "SPEECH_API_KEY").optional(),
  PLAYGROUND_PAGE_HOSTS: list
    .refine((entries) => entries.every(isLoopback), "must be names of this machine, separated by commas.")
    .default([]),
  PLAYGROUND_STOP_SECONDS: z.coerce.number("must be a number of seconds.").min(0).optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(", ")}.`).default("warn"),
});

/**
 * Reads the program's configuration.
 *
 * @throws {ConfigurationError} for the first variable that is wrong.
 */
export function readConfiguration(environment: Environment): Configuration {
  const present = presentIn(environment);
  const parsed = environmentSchema.safeParse(present);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigurationError(`${String(issue?.path[0])} ${issue?.message}`);
  }
  const values = parsed.data;
  const [usual, services] = servicesIn(values, present);
  if (values.PLAYGROUND_PASSWORD !== undefined && usual.apiKey === undefined) {
    throw new ConfigurationError(
      "PLAYGROUND_PASSWORD guards SPEECH_API_KEY, which isn't set. " +
        "Set both, or leave both unset so that each visitor brings a key.",
    );
  }
  const opening = openingIn(values);
  const isOpen = opening !== undefined;
  // The embedded service charges nobody, so that a name to be reached by needs no leave; the network itself does.
  const anyoneCouldSpend =
    values.PLAYGROUND_PASSWORD === undefined &&
    (services ?? [usual]).some(
      ({ apiKey, service }) => apiKey !== undefined && (service === "remote" || !isLoopback(values.HOST)),
    );
  if (isOpen && anyoneCouldSpend && !["yes", "true", "1"].includes(values.ALLOW_OPEN_BINDING)) {
    throw new ConfigurationError(
      `${opening} opens the playground to others, any of whom could spend the key. ` +
        "Set PLAYGROUND_PASSWORD, or ALLOW_OPEN_BINDING=yes if that is meant.",
    );
  }
  if (values.PLAYGROUND_SHARE_HOURS !== undefined && values.PLAYGROUND_PUBLIC_URL === undefined) {
    throw new ConfigurationError(
      "PLAYGROUND_SHARE_HOURS is set without PLAYGROUND_PUBLIC_URL, with which each shared link begins. " +
        "Set both, or neither.",
    );
  }
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
    ...usual,
    services,
    password: values.PLAYGROUND_PASSWORD,
    sessionSecret: values.SESSION_SECRET,
    publicUrl: values.PLAYGROUND_PUBLIC_URL,
    // A name to listen under is a name to answer under.
    allowedHosts: [
      ...values.ALLOWED_HOSTS,
      ...values.PLAYGROUND_PAGE_HOSTS,
      ...hostOf(values.PLAYGROUND_PUBLIC_URL),
      ...nameOf(values.HOST),
    ],
    trustedProxies: values.TRUSTED_PROXIES,
    isAlone,
    addsVoices: addsVoices && (services ?? [usual]).some(({ service }) => service === "embedded"),
    shareHours: values.PLAYGROUND_SHARE_HOURS,
    shareFolder: resolve(values.DATA_DIR, "shared-takes"),
    stopGrace: values.PLAYGROUND_STOP_SECONDS && values.PLAYGROUND_STOP_SECONDS * 1_000,
    logLevel: values.LOG_LEVEL,
  };
}

/**
 * The variable that lets others reach the playground; undefined where none does. A public address, a further host or a
 * reverse proxy brings visitors from elsewhere, even to a loopback address.
 */
function openingIn(values: z.infer<typeof environmentSchema>): string | undefined {
  if (!isLoopback(values.HOST)) return `HOST ${values.HOST}`;
  if (values.PLAYGROUND_PUBLIC_URL !== undefined) return "PLAYGROUND_PUBLIC_URL";
  if (values.ALLOWED_HOSTS.length > 0) return "ALLOWED_HOSTS";
  return values.TRUSTED_PROXIES.length > 0 ? "TRUSTED_PROXIES" : undefined;
}

/** The usual service, and all of them where there are several. */
function servicesIn(
  values: z.infer<typeof environmentSchema>,
  environment: Environment,
): readonly [ServiceConfiguration, Configuration["services"]] {
  const { SPEECH_BASE_URL: address, SPEECH_SERVICES: file, PLAYGROUND_REFERENCES: references } = values;
  const recordings = recordingsAt(values.PLAYGROUND_PUBLIC_URL);
  const alone: ServiceConfiguration | undefined =
    address === undefined
      ? undefined
      : {
          service: values.PLAYGROUND_SERVICE,
          references,
          recordings: references ?? recordings,
          contentUrl: values.PLAYGROUND_CONTENT_URL,
          baseUrl: address,
          webSocketBaseUrl: values.SPEECH_WS_BASE_URL ?? webSocketsAt(address),
          apiKey: values.SPEECH_API_KEY,
        };
  const services = file === undefined ? undefined : readServices(file, { environment, usual: alone, recordings });
  const usual = services?.[0] ?? alone;
  if (usual !== undefined) return [usual, services];
  throw new ConfigurationError(
    "SPEECH_BASE_URL is missing. Set it to the address of the speech service, without /v1, or start with npm start.",
  );
}

/** Written out: `1` would be read as 0.0.0.1. */
function isAddress(entry: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(entry) || ipaddr.IPv6.isValid(entry);
}

/** All there is, `/0`, is no network that anybody could trust. */
function isNetwork(entry: string): boolean {
  const [address = "", prefix = ""] = entry.split("/");
  return isAddress(address) && ipaddr.isValidCIDR(entry) && Number(prefix) > 0;
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
