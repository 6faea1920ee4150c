import { expect, it } from "vitest";
import type { Check } from "../conformance/checks/check.ts";
import { readOptions } from "./options.ts";
import { planSpending } from "./spending.ts";

const base = ["--base-url", "https://speech.example/api/"];
const read = (...args: readonly string[]) => readOptions([...base, ...args], { KEY: " sk-1 ", EMPTY: "" });

it("takes an address and what is said beside it", () => {
  expect(read("--key-env", "KEY", "--section", "2.3", "--budget", "5000")).toMatchObject({
    baseUrl: "https://speech.example/api",
    webSocketBaseUrl: "wss://speech.example/api",
    key: "sk-1",
    section: "2.3",
    costs: ["free", "small", "large"],
    budget: { tokens: 5_000 },
    parallel: 4,
  });
  expect(readOptions([...base, "--password-env", "WORD"], { WORD: " a b " })).toMatchObject({ password: " a b " });
  expect(readOptions(["--help"], {})).toBeUndefined();
  expect(read("--ws-base-url", "wss://sockets.example")).toMatchObject({ webSocketBaseUrl: "wss://sockets.example" });
});

it.each([
  [["--key-env", "MISSING"], "--key-env: the environment variable MISSING is not set"],
  [["--key-env", "EMPTY"], "EMPTY is not set, or empty"],
  [["--base-url", "speech.example"], "--base-url must be an address"],
  [["--base-url", "https://user:word@speech.example"], "without a user, a password"],
  [["--base-url", "https://speech.example/api/v1/"], "the service's address without /v1: https://speech.example/api"],
  [["--base-url", "https://speech.example/?key=1"], "--base-url must be an address without a query"],
  [["--ws-base-url", "wss://speech.example?"], "--ws-base-url must be an address without a query"],
  [["--scope", "constructor"], "--scope must be quick, usual or all"],
  [["--budget", "many"], "--budget must be a number"],
  [["--parallel", "0"], "--parallel must be a whole number from 1 to 16"],
  [["--suite", "cases.json", "--section", "4"], "belong to the built-in suite"],
  [["--tag", "daily"], "--tag belongs to a file of cases"],
  [["--speed", "1"], "Unknown option '--speed'"],
])("says what is wrong with %j", (args, said) => {
  expect(() => read(...args)).toThrow(said);
});

const speech = (length: number, status: number): Check => ({
  id: "x/1",
  section: "x",
  rule: { en: "", zh: "" },
  cost: "small",
  steps: [
    {
      name: "request",
      request: {
        transport: "http",
        method: "POST",
        path: "/v1/audio/speech",
        body: JSON.stringify({ model: "streamspeech-v8", input: "a".repeat(length), voice: "Mei" }),
      },
      expect: [{ kind: "status", least: status, most: status }],
    },
  ],
});

it("asks how much may be spent, and says how much is enough", () => {
  const checks = [speech(20, 200), speech(30, 200), speech(400, 400)];
  expect(() => planSpending(checks, undefined, "remote")).toThrow(
    /about 50 tokens; up to 400 tokens more if.*\nNothing was sent\. Say what may be spent: --budget 450 is enough/,
  );
  expect(planSpending(checks, { tokens: 9 }, "remote").limit).toEqual({ tokens: 9, amount: 0, undocumented: 0 });
  expect(planSpending(checks, undefined, "embedded").limit).toBeUndefined();
});
