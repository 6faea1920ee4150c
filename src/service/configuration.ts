import { join } from "node:path";
import * as z from "zod";
import { ConfigurationError, type LogLevel, logLevels } from "../http/program.ts";
import { type Keyring, parseKeys } from "./keys.ts";
import { type AllowedPrefix, parseAllowedPrefix } from "./reference/allowed-prefix.ts";
import { catalogue, usualVoicesFolder } from "./voices/catalogue.ts";

/** The configuration of the embedded service, from the environment. */
interface ServiceConfiguration {
  readonly host: string;
  readonly port: number;
  readonly keys: Keyring;
  readonly logLevel: LogLevel;
  /** The service's own folder inside of `DATA_DIR`. */
  readonly dataFolder: string;
  /** What content addresses are signed with; `npm start` and `npm run service` make and keep one. */
  readonly signingSecret: string;
  readonly contentHours: number;
  readonly requestsPerMinute?: number;
  /** The port at which Prometheus may read what the service counts; absent where it doesn't count. */
  readonly metricsPort?: number;
  /** The address under which clients reach the service, without a slash at its end. */
  readonly publicUrl?: string;
  /** Origins of other sites whose pages may call the service. */
  readonly allowedOrigins: readonly string[];
  /** How long running answers may go on once the service is told to stop, in milliseconds. */
  readonly stopGrace: number;
  /** Where the natural voices' models are kept. */
  readonly voicesFolder: string;
  /** Names of models in the order in which they are preferred; the catalogue's order when absent. */
  readonly voiceModels?: readonly string[];
  /** How many processes a model may have. */
  readonly voiceProcesses: number;
  /** The one prefix of reference recordings that needn't be public: where the playground serves its samples. */
  readonly referencePrefix?: AllowedPrefix;
}

/** A year: longer than anyone keeps speech on purpose. */
const longestContentHours = 8_760;
/** An hour: longer than any supervisor waits. */
const longestStopSeconds = 3_600;

/** More processes than most machines have cores; each holds a whole model. */
const mostVoiceProcesses = 16;

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.number().max(65_535));

const schema = z.object({
  SERVICE_HOST: z.string().min(1).default("127.0.0.1"),
  SERVICE_PORT: port.default(4180),
  SERVICE_METRICS_PORT: port.optional(),
  LOG_LEVEL: z.enum(logLevels).default("warn"),
  DATA_DIR: z.string().min(1).default("data"),
  SERVICE_SIGNING_SECRET: z.string().min(32),
  SERVICE_CONTENT_HOURS: z
    .string()
    .regex(/^\d+(?:\.\d+)?$/)
    .transform(Number)
    .pipe(z.number().positive().max(longestContentHours))
    .default(24),
  SERVICE_REQUESTS_PER_MINUTE: z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .pipe(z.number().positive())
    .optional(),
  SERVICE_PUBLIC_URL: z
    .string()
    .regex(/^https?:\/\/[^\s?#@]+$/)
    .refine(URL.canParse)
    .transform((url) => url.replace(/\/+$/, ""))
    .refine((url) => !url.endsWith("/v1"))
    .optional(),
  SERVICE_ALLOWED_ORIGINS: z
    .string()
    .transform((text) => text.split(",").map((entry) => entry.trim()))
    .refine((origins) => origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin))
    .default([]),
  SERVICE_STOP_SECONDS: z
    .string()
    .regex(/^\d+(?:\.\d+)?$/)
    .transform(Number)
    .pipe(z.number().max(longestStopSeconds))
    .default(5),
  SERVICE_VOICES_DIR: z.string().min(1).default(usualVoicesFolder),
  SERVICE_VOICES: z
    .string()
    .transform((text) => (text === "none" ? [] : text.split(",").map((entry) => entry.trim())))
    .refine((names) => names.every((name) => catalogue.some((entry) => entry.name === name)))
    .optional(),
  SERVICE_VOICE_PROCESSES: z
    .string()
    .regex(/^\d{1,2}$/)
    .transform(Number)
    .pipe(z.number().min(1).max(mostVoiceProcesses))
    .default(1),
  SERVICE_REFERENCE_PREFIX: z
    .string()
    .transform(parseAllowedPrefix)
    .refine((prefix) => prefix !== undefined)
    .optional(),
});

const remedies: Readonly<Record<string, string>> = {
  SERVICE_HOST: "must be an address or a host name, such as 127.0.0.1",
  SERVICE_PORT: "must be a port number from 0 to 65535",
  SERVICE_METRICS_PORT: "must be a port number from 0 to 65535; leave it out to count nothing",
  DATA_DIR: "must be a folder",
  SERVICE_SIGNING_SECRET: "must have at least 32 characters; npm run service makes one by itself",
  SERVICE_CONTENT_HOURS: `must be a number of hours above 0 and at most ${longestContentHours}`,
  SERVICE_REQUESTS_PER_MINUTE: "must be a whole number of requests above 0; leave it out for no limit",
  SERVICE_PUBLIC_URL: "must be an http or https address without /v1, such as https://speech.example.com",
  SERVICE_ALLOWED_ORIGINS: "must be origins separated by commas, such as https://app.example.com",
  SERVICE_STOP_SECONDS: `must be a number of seconds from 0 to ${longestStopSeconds}`,
  SERVICE_REFERENCE_PREFIX:
    "must be an http or https address that ends with a slash, such as http://127.0.0.1:4173/references/",
  SERVICE_VOICES_DIR: "must be a folder",
  SERVICE_VOICES:
    `must be none, or names separated by commas, of ${catalogue.map(({ name }) => name).join(", ")}; ` +
    "leave it out for all that are installed",
  SERVICE_VOICE_PROCESSES: `must be a whole number from 1 to ${mostVoiceProcesses}`,
  LOG_LEVEL: `must be one of ${logLevels.join(", ")}`,
};

/**
 * Reads the service's environment variables.
 *
 * @throws ConfigurationError naming the first wrong variable and what it must be.
 */
export function readConfiguration(environment: Readonly<Record<string, string | undefined>>): ServiceConfiguration {
  const parsed = schema.safeParse(environment);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]);
    throw new ConfigurationError(`${name} ${remedies[name] ?? "is wrong"}`);
  }
  const keys = environment["SERVICE_API_KEYS"];
  if (keys === undefined || keys.trim() === "") {
    throw new ConfigurationError("SERVICE_API_KEYS is missing: set at least one key, such as SERVICE_API_KEYS=my-key");
  }
  const {
    SERVICE_REQUESTS_PER_MINUTE: requestsPerMinute,
    SERVICE_REFERENCE_PREFIX: referencePrefix,
    SERVICE_METRICS_PORT: metricsPort,
    SERVICE_PUBLIC_URL: publicUrl,
    SERVICE_VOICES: voiceModels,
  } = parsed.data;
  return {
    host: parsed.data.SERVICE_HOST,
    port: parsed.data.SERVICE_PORT,
    keys: readKeys(keys),
    logLevel: parsed.data.LOG_LEVEL,
    dataFolder: join(parsed.data.DATA_DIR, "service"),
    signingSecret: parsed.data.SERVICE_SIGNING_SECRET,
    contentHours: parsed.data.SERVICE_CONTENT_HOURS,
    allowedOrigins: parsed.data.SERVICE_ALLOWED_ORIGINS,
    stopGrace: parsed.data.SERVICE_STOP_SECONDS * 1_000,
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
    ...(metricsPort === undefined ? {} : { metricsPort }),
    voicesFolder: parsed.data.SERVICE_VOICES_DIR,
    voiceProcesses: parsed.data.SERVICE_VOICE_PROCESSES,
    ...(voiceModels === undefined ? {} : { voiceModels }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(referencePrefix === undefined ? {} : { referencePrefix }),
  };
}

function readKeys(text: string): Keyring {
  try {
    return parseKeys(text);
  } catch (error) {
    throw new ConfigurationError(error instanceof Error ? error.message : String(error));
  }
}
