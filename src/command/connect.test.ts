import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { SpeechRequestError } from "../api/errors.ts";
import { pathAt } from "../contract/service-names.ts";
import { connect, noPlayground, waitsForJob } from "./connect.ts";
import { readOptions } from "./options.ts";

it("has the patience that a job needs for what waits for one, at each of a playground's services", () => {
  const waits = (model: string, path = "/v1/audio/speech") => waitsForJob("POST", path, JSON.stringify({ model }));
  expect([waits("refvoice-2"), waits("refvoice-2", pathAt("staging", "/v1/audio/speech"))]).toEqual([true, true]);
  expect([waits("cloud-tts"), waits("refvoice-2", "/v1/audio/speech/tasks")]).toEqual([false, false]);
  expect(waitsForJob("GET", "/v1/models", undefined)).toBe(false);
});

it("tells a playground that refuses, and an address that leads to another one, from a service", () => {
  const answer = (status: number, ...headers: readonly (readonly [string, string])[]) => {
    const error = {
      message: "This playground doesn't answer under this host name.",
      code: "host_not_allowed",
      raw: "",
    };
    return new SpeechRequestError({ refusal: "status", status, headers, error, truncated: false });
  };
  const base = "http://speak.example.com";
  expect(() =>
    noPlayground(answer(421, ["proxy-status", "speech-playground; error=http_request_error"]), base),
  ).toThrow(`The playground at ${base} answers HTTP 421: This playground doesn't answer under this host name.`);
  const moved = "https://speak.example.com/playground/config";
  expect(() => noPlayground(answer(301, ["location", moved]), base)).toThrow(
    `${base} leads to https://speak.example.com, and nothing is sent on. Give that as --base-url.`,
  );
  expect(noPlayground(answer(302, ["location", "/log-in"]), base)).toBeUndefined();
  expect(noPlayground(answer(404), base)).toBeUndefined();
});

it("quotes no secret of what lets nobody in, and little else", async () => {
  const key = "sk-one-that-is-repeated";
  const config = { version: "1", session: "key", hasKey: false, service: "remote", baseUrl: "https://speech.example" };
  const server = createServer((request, response) => {
    if (request.method === "GET") response.end(JSON.stringify(config));
    else response.writeHead(401).end(`Incorrect API key: ${key}. ${"x".repeat(10_000)}`);
  });
  onTestFinished(() => void server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const options = readOptions(["--base-url", `http://127.0.0.1:${port}`, "--key-env", "KEY"], { KEY: key });
  if (options === undefined) throw new Error("No help was asked for.");
  const { message } = await connect(options, new AbortController().signal).then(
    () => new Error("It was let in."),
    (error: Error) => error,
  );
  expect(message).toMatch(/^The playground lets nobody in with --key-env: HTTP 401 Incorrect API key: …\. x+$/);
  expect(message.length).toBeLessThan(500);
});
