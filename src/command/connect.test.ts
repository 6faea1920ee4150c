import { expect, it } from "vitest";
import { SpeechRequestError } from "../api/errors.ts";
import { pathAt } from "../contract/service-names.ts";
import { noPlayground, waitsForJob } from "./connect.ts";

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
