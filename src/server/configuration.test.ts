import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigurationError } from "../http/program.ts";
import { readConfiguration } from "./configuration.ts";

const good = { SPEECH_BASE_URL: "https://speech.example.com", SPEECH_API_KEY: "sk-secret-value" };

test("what isn't set has its default, and an empty variable isn't set", () => {
  expect(readConfiguration({ ...good, PORT: "", HOST: " ", PLAYGROUND_PASSWORD: "", SESSION_SECRET: "" })).toEqual({
    addsVoices: false,
    isAlone: true,
    host: "127.0.0.1",
    port: 4173,
    service: "remote",
    baseUrl: "https://speech.example.com",
    webSocketBaseUrl: "wss://speech.example.com",
    apiKey: "sk-secret-value",
    allowedHosts: [],
    trustedProxies: [],
    shareFolder: resolve("data/shared-takes"),
    logLevel: "warn",
  });
});

test.each([
  ["http://127.0.0.1:8080/", "http://127.0.0.1:8080", "ws://127.0.0.1:8080"],
  ["https://example.com/speech/api//", "https://example.com/speech/api", "wss://example.com/speech/api"],
  [" HTTPS://Example.com:443 ", "https://example.com", "wss://example.com"],
])("the base address %s is read as %s", (given, baseUrl, webSocketBaseUrl) => {
  expect(readConfiguration({ ...good, SPEECH_BASE_URL: given })).toMatchObject({ baseUrl, webSocketBaseUrl });
});

test("the other variables are read", () => {
  const environment = {
    ...good,
    HOST: "::1",
    PORT: "0",
    SPEECH_API_KEY: " sk-secret-value\n",
    SPEECH_WS_BASE_URL: "wss://sockets.example.com/x/",
    ALLOWED_HOSTS: "Play.example.com, other:8443 ,",
    PLAYGROUND_PASSWORD: "open sesame, please",
    SESSION_SECRET: "s".repeat(32),
    PLAYGROUND_PUBLIC_URL: "https://Speak.example.com/",
    TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8, FD00::/8",
    PLAYGROUND_SERVICE: "embedded",
    PLAYGROUND_SHARE_HOURS: "72",
    DATA_DIR: "/srv/speech",
    PLAYGROUND_STOP_SECONDS: "7.5",
    LOG_LEVEL: "debug",
  };
  expect(readConfiguration(environment)).toEqual({
    addsVoices: false,
    isAlone: false,
    host: "::1",
    port: 0,
    service: "embedded",
    baseUrl: "https://speech.example.com",
    webSocketBaseUrl: "wss://sockets.example.com/x",
    apiKey: "sk-secret-value",
    password: "open sesame, please",
    sessionSecret: "s".repeat(32),
    publicUrl: "https://speak.example.com",
    recordings: "https://speak.example.com/references/",
    allowedHosts: ["play.example.com", "other:8443", "speak.example.com"],
    trustedProxies: ["127.0.0.1", "10.0.0.0/8", "fd00::/8"],
    shareHours: 72,
    shareFolder: resolve("/srv/speech/shared-takes"),
    stopGrace: 7_500,
    logLevel: "debug",
  });
});

describe("a wrong value is told in one line that names the variable, and never a secret", () => {
  const secret = "sk-secret value";
  const shared = { PLAYGROUND_PUBLIC_URL: "https://speak.example.com" };
  test.each<[string, Record<string, string>, RegExp]>([
    ["SPEECH_BASE_URL", { SPEECH_BASE_URL: "" }, /missing/],
    ["SPEECH_BASE_URL", { SPEECH_BASE_URL: "speech.example.com" }, /https:/],
    ["SPEECH_BASE_URL", { SPEECH_BASE_URL: "ftp://speech.example.com" }, /https:/],
    ["SPEECH_BASE_URL", { SPEECH_BASE_URL: "https://speech.example.com/v1/" }, /\/v1/],
    ["SPEECH_BASE_URL", { SPEECH_BASE_URL: `https://a:${encodeURIComponent(secret)}@b.c` }, /SPEECH_API_KEY/],
    ["SPEECH_BASE_URL", { SPEECH_BASE_URL: "https://b.c/?key=1" }, /query/],
    ["SPEECH_WS_BASE_URL", { SPEECH_WS_BASE_URL: "https://b.c" }, /wss:/],
    ["SPEECH_API_KEY", { SPEECH_API_KEY: secret }, /spaces/],
    ["SPEECH_API_KEY", { SPEECH_API_KEY: "sk-secret\r\nx: y" }, /line breaks/],
    ["PLAYGROUND_PASSWORD", { PLAYGROUND_PASSWORD: "sk-secret", SPEECH_API_KEY: "" }, /Set both/],
    ["PLAYGROUND_PASSWORD", { PLAYGROUND_PASSWORD: "sk-secret".repeat(200) }, /1024/],
    ["PLAYGROUND_PASSWORD", { PLAYGROUND_PASSWORD: "sk-secret\r" }, /line break/],
    ["PLAYGROUND_PASSWORD", { PLAYGROUND_PASSWORD: "sk-secret-1", HOST: "0.0.0.0" }, /12 characters/],
    ["SESSION_SECRET", { SESSION_SECRET: "sk-secret" }, /32 characters/],
    ["PLAYGROUND_PUBLIC_URL", { PLAYGROUND_PUBLIC_URL: "play.example.com" }, /https:/],
    ["PLAYGROUND_PUBLIC_URL", { PLAYGROUND_PUBLIC_URL: "https://example.com/play" }, /path/],
    ["PLAYGROUND_PUBLIC_URL", { PLAYGROUND_PUBLIC_URL: "https://example.com/v1" }, /path/],
    ["PLAYGROUND_PUBLIC_URL", { PLAYGROUND_PUBLIC_URL: "https://me:word@example.com" }, /PLAYGROUND_PASSWORD/],
    ["PORT", { PORT: "65536" }, /65535/],
    ["PORT", { PORT: "-1" }, /65535/],
    ["PORT", { PORT: "http" }, /65535/],
    ["HOST", { HOST: "http://127.0.0.1" }, /scheme/],
    ["HOST", { HOST: "0.0.0.0" }, /ALLOW_OPEN_BINDING=yes/],
    ["HOST", { HOST: "::" }, /ALLOW_OPEN_BINDING=yes/],
    ["HOST", { HOST: "192.168.1.20", ALLOW_OPEN_BINDING: "no" }, /ALLOW_OPEN_BINDING=yes/],
    ["HOST", { HOST: "127.example.com" }, /ALLOW_OPEN_BINDING=yes/],
    ["PLAYGROUND_PUBLIC_URL", { ...shared }, /ALLOW_OPEN_BINDING=yes/],
    ["ALLOWED_HOSTS", { ALLOWED_HOSTS: "speak.example.com" }, /ALLOW_OPEN_BINDING=yes/],
    ["TRUSTED_PROXIES", { TRUSTED_PROXIES: "127.0.0.1" }, /ALLOW_OPEN_BINDING=yes/],
    ["ALLOW_OPEN_BINDING", { ALLOW_OPEN_BINDING: "perhaps" }, /yes/],
    ["ALLOWED_HOSTS", { ALLOWED_HOSTS: "https://play.example.com" }, /commas/],
    ["ALLOWED_HOSTS", { ALLOWED_HOSTS: "*" }, /commas/],
    ["TRUSTED_PROXIES", { TRUSTED_PROXIES: "nginx" }, /10\.0\.0\.0/],
    ["TRUSTED_PROXIES", { TRUSTED_PROXIES: "10.0.0.0/33" }, /10\.0\.0\.0/],
    ["TRUSTED_PROXIES", { TRUSTED_PROXIES: "0.0.0.0/0" }, /10\.0\.0\.0/],
    ["TRUSTED_PROXIES", { TRUSTED_PROXIES: "::/0" }, /10\.0\.0\.0/],
    ["TRUSTED_PROXIES", { TRUSTED_PROXIES: "1" }, /10\.0\.0\.0/],
    ["PLAYGROUND_SHARE_HOURS", { ...shared, PLAYGROUND_SHARE_HOURS: "0" }, /1 to 720/],
    ["PLAYGROUND_SHARE_HOURS", { ...shared, PLAYGROUND_SHARE_HOURS: "721" }, /1 to 720/],
    ["PLAYGROUND_SHARE_HOURS", { ...shared, PLAYGROUND_SHARE_HOURS: "1.5" }, /whole number/],
    ["PLAYGROUND_SHARE_HOURS", { ...shared, PLAYGROUND_SHARE_HOURS: "yes" }, /whole number/],
    ["PLAYGROUND_SHARE_HOURS", { PLAYGROUND_SHARE_HOURS: "24" }, /PLAYGROUND_PUBLIC_URL/],
    ["PLAYGROUND_SERVICE", { PLAYGROUND_SERVICE: "other" }, /embedded/],
    ["LOG_LEVEL", { LOG_LEVEL: "loud" }, /warn/],
  ])("%s in %j", (name, change, remedy) => {
    const read = () => readConfiguration({ ...good, ...change });
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(remedy);
    expect(read).toThrow(new RegExp(`^${name} [^\\n]+$`));
    expect(read).not.toThrow(/sk-secret/);
  });
});

test.each([
  ["127.0.0.1", "127.0.0.1"],
  ["127.8.8.8", "127.8.8.8"],
  ["LocalHost", "127.0.0.1"],
  ["::1", "::1"],
])("%s is loopback and needs no leave", (given, host) => {
  expect(readConfiguration({ ...good, HOST: given }).host).toBe(host);
});

const open: readonly Record<string, string>[] = [
  { HOST: "0.0.0.0" },
  { HOST: "::" },
  { PLAYGROUND_PUBLIC_URL: "https://speak.example.com" },
  { ALLOWED_HOSTS: "speak.example.com" },
  { TRUSTED_PROXIES: "127.0.0.1" },
];

test.each(open)("a key without a password stops the start where others can reach the playground: %j", (more) => {
  const environment = { ...good, ...more };
  const named = new RegExp(`^${Object.keys(more)[0]} .*PLAYGROUND_PASSWORD.*ALLOW_OPEN_BINDING=yes`);
  expect(() => readConfiguration(environment)).toThrow(named);
  expect(readConfiguration({ ...environment, ALLOW_OPEN_BINDING: "yes" }).isAlone).toBe(false);
  expect(readConfiguration({ ...environment, SPEECH_API_KEY: "" }).apiKey).toBeUndefined();
  // It charges nobody: only what listens beyond this machine needs leave.
  const embedded = () => readConfiguration({ ...environment, PLAYGROUND_SERVICE: "embedded" });
  if (more["HOST"] === undefined) expect(embedded).not.toThrow();
  else expect(embedded).toThrow(named);
});

describe("a password that can be guessed", () => {
  const read = (PLAYGROUND_PASSWORD: string, more: Record<string, string> = {}) =>
    readConfiguration({ ...good, ...more, PLAYGROUND_PASSWORD }).password;

  test.each(open)("stops the start where others can reach the playground: %j", (more) => {
    // Eleven characters in twenty-two UTF-16 units.
    for (const password of ["x", "open sesame", "🔑".repeat(11)]) {
      expect(() => read(password, more)).toThrow(/^PLAYGROUND_PASSWORD must have at least 12 characters/);
    }
    expect(read("open sesame!", more)).toBe("open sesame!");
    expect(read("开门开门开门开门开门开门", more)).toHaveLength(12);
  });

  test("is good enough on this machine alone", () => {
    expect(read("x")).toBe("x");
    // Where the page comes from another port of it, as in development.
    expect(read("x", { PLAYGROUND_PAGE_HOSTS: "127.0.0.1,localhost" })).toBe("x");
    expect(() => read("x", { PLAYGROUND_PAGE_HOSTS: "speak.example.com" })).toThrow(/^PLAYGROUND_PAGE_HOSTS must/);
  });
});

test("the name that it listens under is one that it answers under", () => {
  const leave = { ...good, ALLOW_OPEN_BINDING: "yes" };
  expect(readConfiguration({ ...leave, HOST: "Speak.example.com" }).allowedHosts).toEqual(["speak.example.com"]);
  expect(readConfiguration({ ...leave, HOST: "192.168.1.20" }).allowedHosts).toEqual([]);
});
