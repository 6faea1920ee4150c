import { availableParallelism } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ConfigurationError } from "../http/program.ts";
import { readConfiguration, usualVoiceProcesses } from "./configuration.ts";

const needed = { SERVICE_API_KEYS: "key", SERVICE_SIGNING_SECRET: "s".repeat(32) };

test("starts on loopback with one key and nothing else", () => {
  const { host, port, logLevel, keys } = readConfiguration(needed);
  expect({ host, port, logLevel, keys: keys.size }).toEqual({
    host: "127.0.0.1",
    port: 4180,
    logLevel: "warn",
    keys: 1,
  });
});

test("an empty variable isn't set, as a file of variables leaves it", () => {
  const empty = { SERVICE_PORT: "", SERVICE_HOST: " ", SERVICE_REQUESTS_PER_MINUTE: "", DATA_DIR: "", LOG_LEVEL: "" };
  const others = { SERVICE_REFERENCE_PREFIX: "", SERVICE_VOICES_DIR: "", SERVICE_DATABASE_URL: "\t" };
  const { keys: _, ...usual } = readConfiguration(needed);
  expect(readConfiguration({ ...needed, ...empty, ...others })).toMatchObject(usual);
});

test("listens at one address where a name may have two, so that there is one server to stop", () => {
  expect(readConfiguration({ ...needed, SERVICE_HOST: "LocalHost" })).toMatchObject({ host: "127.0.0.1" });
  expect(readConfiguration({ ...needed, SERVICE_HOST: "::1" })).toMatchObject({ host: "::1" });
});

test("keeps content for a day and limits no requests, unless told otherwise", () => {
  expect(readConfiguration(needed)).toMatchObject({ contentHours: 24, dataFolder: join("data", "service") });
  expect(readConfiguration(needed)).not.toHaveProperty("requestsPerMinute");
  const told = { ...needed, SERVICE_CONTENT_HOURS: "0.5", SERVICE_REQUESTS_PER_MINUTE: "60", DATA_DIR: "elsewhere" };
  expect(readConfiguration(told)).toMatchObject({
    contentHours: 0.5,
    requestsPerMinute: 60,
    dataFolder: join("elsewhere", "service"),
  });
});

test("allows references below one prefix, and none unless told", () => {
  expect(readConfiguration(needed)).not.toHaveProperty("referencePrefix");
  const told = { ...needed, SERVICE_REFERENCE_PREFIX: "http://127.0.0.1:4173/references/" };
  expect(readConfiguration(told).referencePrefix).toEqual({ origin: "http://127.0.0.1:4173", path: "/references/" });
});

test.each([
  [{ ...needed, SERVICE_API_KEYS: undefined }, "SERVICE_API_KEYS"],
  [{ ...needed, SERVICE_API_KEYS: " " }, "SERVICE_API_KEYS"],
  [{ ...needed, SERVICE_SIGNING_SECRET: "short" }, "SERVICE_SIGNING_SECRET must have at least 32"],
  [{ ...needed, SERVICE_CONTENT_HOURS: "0" }, "SERVICE_CONTENT_HOURS must be a number of hours"],
  [{ ...needed, SERVICE_CONTENT_HOURS: "1e3" }, "SERVICE_CONTENT_HOURS must be a number of hours"],
  [{ ...needed, SERVICE_CONTENT_HOURS: "9000" }, "SERVICE_CONTENT_HOURS must be a number of hours"],
  [{ ...needed, SERVICE_REQUESTS_PER_MINUTE: "0" }, "SERVICE_REQUESTS_PER_MINUTE must be a whole number"],
  [{ ...needed, SERVICE_REQUESTS_PER_MINUTE: "1000000" }, "a whole number from 1 to 999999"],
  [{ ...needed, SERVICE_REQUESTS_PER_MINUTE: "1.5" }, "SERVICE_REQUESTS_PER_MINUTE must be a whole number"],
  [{ ...needed, SERVICE_PORT: "65536" }, "SERVICE_PORT must be a port number"],
  [{ ...needed, SERVICE_PORT: "-1" }, "SERVICE_PORT must be a port number"],
  [{ ...needed, SERVICE_PORT: "http" }, "SERVICE_PORT must be a port number"],
  [{ ...needed, SERVICE_REFERENCE_PREFIX: "http://127.0.0.1:4173" }, "SERVICE_REFERENCE_PREFIX must be an http"],
  [{ ...needed, SERVICE_ENGINE_URL: "127.0.0.1:8880" }, "SERVICE_ENGINE_URL must be the http or https address"],
  [{ ...needed, SERVICE_ENGINE_URL: "http://key@host/" }, "SERVICE_ENGINE_URL must be the http or https address"],
  [{ ...needed, SERVICE_ENGINE_KEY: "two words" }, "SERVICE_ENGINE_KEY must be one word"],
  [{ ...needed, SERVICE_ENGINE_MODEL: "a,b" }, "SERVICE_ENGINE_MODEL must be the name of a model"],
  [{ ...needed, SERVICE_ENGINE_VOICES: "alloy" }, "SERVICE_ENGINE_VOICES must be names of the server's voices"],
  [{ ...needed, SERVICE_ENGINE_SAMPLE_RATE: "7000" }, "SERVICE_ENGINE_SAMPLE_RATE must be a whole number of Hz"],
  [{ ...needed, SERVICE_VOICES: "server,nobody" }, "SERVICE_VOICES must be none, or names"],
  [{ ...needed, LOG_LEVEL: "loud" }, "LOG_LEVEL must be one of"],
])("%j stops the start with one line that names the variable", (environment, message) => {
  expect(() => readConfiguration(environment)).toThrow(ConfigurationError);
  expect(() => readConfiguration(environment)).toThrow(message);
  expect(() => readConfiguration(environment)).not.toThrow("\n");
});

test("asks a speech server, unless SERVICE_VOICES names others alone", () => {
  const serverOf = (changes: object) => readConfiguration({ ...needed, ...changes }).speechServer;
  const SERVICE_ENGINE_URL = "http://gpu:8880/v1/";
  const usual = { url: "http://gpu:8880", model: "kokoro", sampleRate: 24_000 };
  expect(serverOf({})).toBeUndefined();
  expect(serverOf({ SERVICE_ENGINE_URL })).toEqual(usual);
  expect(serverOf({ SERVICE_ENGINE_URL, SERVICE_VOICES: "kitten-nano-en-v0_8-int8,server" })).toEqual(usual);
  expect(serverOf({ SERVICE_ENGINE_URL, SERVICE_VOICES: "none" })).toBeUndefined();
  expect(
    serverOf({
      SERVICE_ENGINE_URL: "https://gpu/speech",
      SERVICE_ENGINE_KEY: "key",
      SERVICE_ENGINE_MODEL: "speaches-ai/Kokoro-82M-v1.0-ONNX",
      SERVICE_ENGINE_VOICES: "alloy=en/female",
      SERVICE_ENGINE_SAMPLE_RATE: "22050",
    }),
  ).toEqual({
    url: "https://gpu/speech",
    key: "key",
    model: "speaches-ai/Kokoro-82M-v1.0-ONNX",
    voices: [{ speaker: "alloy", language: "en-US", gender: "female" }],
    sampleRate: 22_050,
  });
});

test("keeps sound in its folder, or in a bucket", () => {
  expect(readConfiguration(needed)).not.toHaveProperty("contentBucket");
  const bucketOf = (url: string, style?: string) =>
    readConfiguration({ ...needed, SERVICE_CONTENT_URL: url, SERVICE_CONTENT_PATH_STYLE: style }).contentBucket;
  expect(bucketOf("s3://sound")).toEqual({ bucket: "sound", prefix: "", pathStyle: false });
  expect(bucketOf("s3://sound/")).toEqual({ bucket: "sound", prefix: "", pathStyle: false });
  expect(bucketOf("s3://my.sound-1/a/b_c", "yes")).toEqual({ bucket: "my.sound-1", prefix: "a/b_c/", pathStyle: true });
});

test.each(["sound", "s3://", "s3:///a", "s3://S", "s3://sound//a", "s3://sound/a b", "https://sound/a"])(
  "refuses the bucket %j, and says what one is",
  (SERVICE_CONTENT_URL) => {
    const read = () => readConfiguration({ ...needed, SERVICE_CONTENT_URL });
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(/^SERVICE_CONTENT_URL must be a bucket and a path in it, such as s3:\/\/[^\n]*$/);
  },
);

test.each([
  [1, 1],
  [2, 1],
  [3, 1],
  [4, 2],
  [6, 3],
  [64, 4],
])("of %i cores, a model's processes get as many as %i", (cores, processes) => {
  expect(usualVoiceProcesses(cores)).toBe(processes);
});

test("a model has as many processes as is said, else by the cores", () => {
  const processesOf = (told: object) => readConfiguration({ ...needed, ...told }).voiceProcesses;
  expect(processesOf({ SERVICE_VOICE_PROCESSES: "9" })).toBe(9);
  expect(processesOf({})).toBe(usualVoiceProcesses(availableParallelism()));
  expect(() => processesOf({ SERVICE_VOICE_PROCESSES: "17" })).toThrow(
    "SERVICE_VOICE_PROCESSES must be a whole number",
  );
});
