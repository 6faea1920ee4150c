import { availableParallelism } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { defined } from "../contract/defined.ts";
import { ConfigurationError, type Environment, type LogLevel, logLevels, presentIn } from "../http/program.ts";
import { oneAddressOf } from "../http/stop.ts";
import { parseServerVoices } from "./engines/remote/server-voices.ts";
import type { SpeechServerConfiguration } from "./engines/remote/speech-server.ts";
import { type Keyring, parseKeys } from "./keys.ts";
import { type BucketAddress, parseBucketUrl } from "./open-content.ts";
import { type EngineChoice, knownEngines, parseEngineChoice } from "./plans/engine-choice.ts";
import { type AllowedPrefix, parseAllowedPrefix } from "./reference/allowed-prefix.ts";
import { catalogue, parseRelease, serverName, usualVoicesFolder } from "./voices/catalogue.ts";

/** What the service and its workers both need, from the environment. */
export interface SpeakerConfiguration {
  readonly host: string;
  readonly logLevel: LogLevel;
  /** The service's own folder inside of `DATA_DIR`. */
  readonly dataFolder: string;
  /** The PostgreSQL database that services and workers share; absent where one process keeps everything by itself. */
  readonly databaseUrl?: string;
  /** The bucket that keeps the sound of tasks; the data folder does when absent. */
  readonly contentBucket?: BucketAddress;
  /** The port at which Prometheus may read what is counted; absent where nothing is. */
  readonly metricsPort?: number;
  /** Where the natural voices' models are kept. */
  readonly voicesFolder: string;
  /** Names of models, and `server`, the preferred one first; the server and the catalogue's order when absent. */
  readonly voiceModels?: readonly string[];
  /** Which engine speaks what, where that isn't as usual. */
  readonly engines: EngineChoice;
  /** A speech server elsewhere. */
  readonly speechServer?: SpeechServerConfiguration;
  /** How many processes a model may have. */
  readonly voiceProcesses: number;
  /** How long what runs may go on once the program is told to stop, in milliseconds. */
  readonly stopGrace: number;
  /** The one prefix of reference recordings that needn't be public: where the playground serves its samples. */
  readonly referencePrefix?: AllowedPrefix;
}

/** The configuration of a worker. */
interface WorkerConfiguration extends SpeakerConfiguration {
  readonly databaseUrl: string;
  /** How many jobs run at once; as many as the engine has threads when absent. */
  readonly jobs?: number;
}

/** The configuration of the embedded service. */
interface ServiceConfiguration extends SpeakerConfiguration {
  readonly port: number;
  readonly keys: Keyring;
  /** What content addresses are signed with; `npm start` and `npm run service` make and keep one. */
  readonly signingSecret: string;
  readonly contentHours: number;
  readonly requestsPerMinute?: number;
  /** The address under which clients reach the service, without a slash at its end. */
  readonly publicUrl?: string;
  /** Origins of other sites whose pages may call the service. */
  readonly allowedOrigins: readonly string[];
  /** Whether callers may bring models of natural voices to this machine, and remove them. */
  readonly addsVoices: boolean;
  /** The address that their archives are below; the releases' own when absent. */
  readonly voicesMirror?: string;
}

/** A year: longer than anyone keeps speech on purpose. */
const longestContentHours = 8_760;
/** An hour: longer than any supervisor waits. */
const longestStopSeconds = 3_600;
/** More than any machine has cores for. */
const mostJobs = 64;
/** More than any machine answers in a minute. */
const mostRequestsPerMinute = 999_999;

/** More processes than most machines have cores; each holds a whole model. */
const mostVoiceProcesses = 16;

/**
 * How many processes a model may have unless told: half the cores are left to all else, and each holds a whole model.
 */
export function usualVoiceProcesses(cores: number): number {
  return Math.max(1, Math.min(4, Math.floor(cores / 2)));
}

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(new RegExp(`^\\d{1,${String(most).length}}$`))
    .transform(Number)
    .pipe(z.number().min(least).max(most));
const port = whole(0, 65_535);

/** What `parse` understands. */
const read = <Value>(parse: (text: string) => Value | undefined) =>
  z
    .string()
    .transform(parse)
    .refine((value) => value !== undefined);

const httpAddress = z
  .string()
  .regex(/^https?:\/\/[^\s?#@]+$/)
  .refine(URL.canParse)
  .transform((url) => url.replace(/\/+$/, ""));

const seconds = z
  .string()
  .regex(/^\d+(?:\.\d+)?$/)
  .transform(Number);

const speakerSchema = z.object({
  SERVICE_HOST: z.string().transform(oneAddressOf).default("127.0.0.1"),
  SERVICE_METRICS_PORT: port.optional(),
  SERVICE_DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\/\S+$/)
    .refine(URL.canParse)
    .optional(),
  SERVICE_CONTENT_URL: read(parseBucketUrl).optional(),
  SERVICE_CONTENT_PATH_STYLE: z.enum(["yes", "no"]).default("no"),
  SERVICE_VOICES_DIR: z.string().default(usualVoicesFolder),
  SERVICE_VOICES: z
    .string()
    .transform((text) => (text === "none" ? [] : text.split(",").map((entry) => entry.trim())))
    .refine((names) => names.every((name) => name === serverName || catalogue.some((entry) => entry.name === name)))
    .optional(),
  SERVICE_ENGINES: read(parseEngineChoice).optional(),
  SERVICE_ENGINE_URL: httpAddress.transform((url) => url.replace(/\/v1$/, "")).optional(),
  SERVICE_ENGINE_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,1000}$/)
    .optional(),
  SERVICE_ENGINE_MODEL: z
    .string()
    .regex(/^[\x21-\x2b\x2d-\x7e]{1,200}$/)
    .default("kokoro"),
  SERVICE_ENGINE_VOICES: read(parseServerVoices).optional(),
  SERVICE_ENGINE_SAMPLE_RATE: whole(8_000, 192_000).default(24_000),
  SERVICE_VOICE_PROCESSES: whole(1, mostVoiceProcesses).optional(),
  LOG_LEVEL: z.enum(logLevels).default("warn"),
  DATA_DIR: z.string().default("data"),
  SERVICE_STOP_SECONDS: seconds.pipe(z.number().max(longestStopSeconds)).default(5),
  SERVICE_REFERENCE_PREFIX: read(parseAllowedPrefix).optional(),
});

const workerSchema = speakerSchema.extend({
  SERVICE_WORKER_JOBS: whole(1, mostJobs).optional(),
});

const serviceSchema = speakerSchema.extend({
  SERVICE_PORT: port.default(4180),
  SERVICE_SIGNING_SECRET: z.string().min(32),
  SERVICE_CONTENT_HOURS: seconds.pipe(z.number().positive().max(longestContentHours)).default(24),
  SERVICE_REQUESTS_PER_MINUTE: whole(1, mostRequestsPerMinute).optional(),
  SERVICE_PUBLIC_URL: httpAddress.refine((url) => !url.endsWith("/v1")).optional(),
  SERVICE_ADD_VOICES: z.enum(["yes", "no"]).default("no"),
  SERVICE_VOICES_MIRROR: read(parseRelease).optional(),
  SERVICE_ALLOWED_ORIGINS: z
    .string()
    .transform((text) => text.split(",").map((entry) => entry.trim()))
    .refine((origins) => origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin))
    .default([]),
});

const remedies: Readonly<Record<string, string>> = {
  SERVICE_PORT: "must be a port number from 0 to 65535",
  SERVICE_METRICS_PORT: "must be a port number from 0 to 65535; leave it out to count nothing",
  SERVICE_DATABASE_URL: "must be a PostgreSQL address, such as postgres://user:password@db.example.com/speech",
  SERVICE_WORKER_JOBS: `must be a whole number of jobs from 1 to ${mostJobs}`,
  SERVICE_SIGNING_SECRET: "must have at least 32 characters; npm run service makes one by itself",
  SERVICE_CONTENT_HOURS: `must be a number of hours above 0 and at most ${longestContentHours}`,
  SERVICE_CONTENT_URL: "must be a bucket and a path in it, such as s3://my-bucket/speech; leave it out for a folder",
  SERVICE_CONTENT_PATH_STYLE: "must be yes or no",
  SERVICE_REQUESTS_PER_MINUTE: `must be a whole number from 1 to ${mostRequestsPerMinute}; leave it out for no limit`,
  SERVICE_PUBLIC_URL: "must be an http or https address without /v1, such as https://speech.example.com",
  SERVICE_ALLOWED_ORIGINS: "must be origins separated by commas, such as https://app.example.com",
  SERVICE_STOP_SECONDS: `must be a number of seconds from 0 to ${longestStopSeconds}`,
  SERVICE_REFERENCE_PREFIX:
    "must be an http or https address that ends with a slash, such as http://127.0.0.1:4173/references/",
  SERVICE_VOICES:
    `must be none, or names separated by commas, of ${catalogue.map(({ name }) => name).join(", ")}, ${serverName}; ` +
    "leave it out for all that are there",
  SERVICE_ENGINE_URL: "must be the http or https address of a speech server, such as http://127.0.0.1:8880/v1",
  SERVICE_ENGINE_KEY: "must be one word of printable ASCII; leave it out for a server without keys",
  SERVICE_ENGINE_MODEL: "must be the name of a model as the server knows it, such as kokoro",
  SERVICE_ENGINE_VOICES:
    "must be names of the server's voices, separated by commas, each with its language and gender, such as " +
    "alloy=en-US/female; leave it out for a server that lists them",
  SERVICE_ENGINE_SAMPLE_RATE: "must be a whole number of Hz from 8000 to 192000; most servers' is 24000",
  SERVICE_ENGINES:
    "must be rules separated by commas, such as streamspeech-v8=espeak-ng or zh=NAME or cloud-tts/en=NAME; " +
    `the engines are ${knownEngines.join(", ")}`,
  SERVICE_ADD_VOICES: "must be yes or no",
  SERVICE_VOICES_MIRROR: "must be an http or https address that has the archives and checksum.txt below it",
  SERVICE_VOICE_PROCESSES: `must be a whole number from 1 to ${mostVoiceProcesses}`,
  LOG_LEVEL: `must be one of ${logLevels.join(", ")}`,
};

/**
 * Reads the service's environment variables.
 *
 * @throws ConfigurationError naming the first wrong variable and what it must be.
 */
export function readConfiguration(environment: Environment): ServiceConfiguration {
  const values = parse(serviceSchema, environment);
  const keys = presentIn(environment)["SERVICE_API_KEYS"];
  if (keys === undefined) {
    throw new ConfigurationError("SERVICE_API_KEYS is missing: set at least one key, such as SERVICE_API_KEYS=my-key");
  }
  return {
    ...speakerOf(values),
    port: values.SERVICE_PORT,
    keys: readKeys(keys),
    signingSecret: values.SERVICE_SIGNING_SECRET,
    contentHours: values.SERVICE_CONTENT_HOURS,
    allowedOrigins: values.SERVICE_ALLOWED_ORIGINS,
    addsVoices: values.SERVICE_ADD_VOICES === "yes",
    ...defined({
      voicesMirror: values.SERVICE_VOICES_MIRROR,
      requestsPerMinute: values.SERVICE_REQUESTS_PER_MINUTE,
      publicUrl: values.SERVICE_PUBLIC_URL,
    }),
  };
}

/**
 * Reads a worker's environment variables.
 *
 * @throws ConfigurationError naming the first wrong variable and what it must be.
 */
export function readWorkerConfiguration(environment: Environment): WorkerConfiguration {
  const values = parse(workerSchema, environment);
  const { SERVICE_DATABASE_URL: databaseUrl, SERVICE_WORKER_JOBS: jobs } = values;
  if (databaseUrl === undefined) {
    throw new ConfigurationError(
      "SERVICE_DATABASE_URL is missing: set the PostgreSQL database that the services use. " +
        "A service without one runs its tasks by itself and needs no worker",
    );
  }
  return { ...speakerOf(values), databaseUrl, ...defined({ jobs }) };
}

/**
 * Reads the environment variables of a move: where from, and where to.
 *
 * @throws ConfigurationError naming the first wrong variable and what it must be.
 */
export function readMoveConfiguration(
  environment: Environment,
): SpeakerConfiguration & { readonly databaseUrl: string } {
  const { databaseUrl, ...rest } = speakerOf(parse(speakerSchema, environment));
  if (databaseUrl === undefined) {
    throw new ConfigurationError("SERVICE_DATABASE_URL is missing: set the PostgreSQL database to move into");
  }
  return { ...rest, databaseUrl };
}

function parse<Schema extends z.ZodType>(schema: Schema, environment: Environment): z.output<Schema> {
  const parsed = schema.safeParse(presentIn(environment));
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0]);
  throw new ConfigurationError(`${name} ${remedies[name] ?? "is wrong"}`);
}

function speakerOf(values: z.output<typeof speakerSchema>): SpeakerConfiguration {
  const { SERVICE_CONTENT_URL: bucket, SERVICE_CONTENT_PATH_STYLE: pathStyle } = values;
  return {
    host: values.SERVICE_HOST,
    logLevel: values.LOG_LEVEL,
    dataFolder: join(values.DATA_DIR, "service"),
    stopGrace: values.SERVICE_STOP_SECONDS * 1_000,
    voicesFolder: values.SERVICE_VOICES_DIR,
    voiceProcesses: values.SERVICE_VOICE_PROCESSES ?? usualVoiceProcesses(availableParallelism()),
    engines: values.SERVICE_ENGINES ?? [],
    ...serverOf(values),
    ...defined({
      databaseUrl: values.SERVICE_DATABASE_URL,
      metricsPort: values.SERVICE_METRICS_PORT,
      voiceModels: values.SERVICE_VOICES,
      contentBucket: bucket && { ...bucket, pathStyle: pathStyle === "yes" },
      referencePrefix: values.SERVICE_REFERENCE_PREFIX,
    }),
  };
}

/** A server that `SERVICE_VOICES` doesn't name isn't asked. */
function serverOf(values: z.output<typeof speakerSchema>): Pick<SpeakerConfiguration, "speechServer"> {
  const { SERVICE_ENGINE_URL: url, SERVICE_ENGINE_KEY: key, SERVICE_ENGINE_VOICES: voices } = values;
  if (url === undefined || values.SERVICE_VOICES?.includes(serverName) === false) return {};
  const [model, sampleRate] = [values.SERVICE_ENGINE_MODEL, values.SERVICE_ENGINE_SAMPLE_RATE];
  return { speechServer: defined({ url, model, sampleRate, key, voices }) };
}

function readKeys(text: string): Keyring {
  try {
    return parseKeys(text);
  } catch (error) {
    throw new ConfigurationError(error instanceof Error ? error.message : String(error));
  }
}
