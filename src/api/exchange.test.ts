import { expect, it, vi } from "vitest";
import { ServiceUnreachableError } from "./errors.ts";
import { exchange } from "./exchange.ts";
import type { Fetch } from "./http.ts";

const signal = () => new AbortController().signal;
const clock = () => {
  let time = 0;
  return () => (time += 10);
};

it("sends what was asked for once, and keeps what comes, whatever its status", async () => {
  const sent: [string, RequestInit][] = [];
  const fetch: Fetch = async (path, init) => {
    sent.push([path, init]);
    return new Response("<p>Teapot", { status: 418, headers: { "content-type": "text/html" } });
  };
  const request = { method: "POST", path: "/v1/systemone", body: "{'not': json" } as const;
  const answer = await exchange({ fetch, now: clock() }, request, signal());
  expect(sent).toMatchObject([
    [
      "/v1/systemone",
      { method: "POST", body: "{'not': json", headers: { accept: "*/*", "content-type": "application/json" } },
    ],
  ]);
  expect(answer).toMatchObject({
    status: 418,
    truncated: false,
    broken: false,
    times: { headers: 10, firstByte: 20, end: 30 },
  });
  expect([await answer.body.text(), answer.body.type]).toEqual(["<p>Teapot", "text/html"]);
});

it("asks for a part of a file", async () => {
  let headers: unknown;
  const fetch: Fetch = async (_, init) => {
    headers = init.headers;
    return new Response("ab", { status: 206 });
  };
  const request = { method: "GET", path: "/content", range: "bytes=0-1" } as const;
  expect((await exchange({ fetch, now: clock() }, request, signal())).status).toBe(206);
  expect(headers).toEqual({ accept: "*/*", range: "bytes=0-1" });
});

it("says what came of an answer that broke off, if only its head; nobody was reached where none came", async () => {
  const breaking = (pieces: number): Fetch => {
    return async () => {
      let left = pieces;
      const body = new ReadableStream({
        pull(controller) {
          if (left-- > 0) controller.enqueue(Uint8Array.of(1));
          else controller.error(new Error("broken off"));
        },
      });
      return new Response(body);
    };
  };
  const request = { method: "GET", path: "/" } as const;
  const answer = await exchange({ fetch: breaking(2), now: clock() }, request, signal());
  expect([answer.broken, answer.truncated, answer.body.size]).toEqual([true, false, 2]);
  const head = await exchange({ fetch: breaking(0), now: clock() }, request, signal());
  expect([head.status, head.broken, head.body.size]).toEqual([200, true, 0]);
  const nobody = () => Promise.reject(new TypeError("Failed to fetch"));
  await expect(exchange({ fetch: nobody, now: clock() }, request, signal())).rejects.toThrow(ServiceUnreachableError);
});

it.each([
  ["with a network", "speak.example.com", [true, true], "ServiceUnreachableError"],
  ["when the network went", "speak.example.com", [true, false], "ServiceUnreachableError"],
  ["when the network came", "speak.example.com", [false, true], "ServiceUnreachableError"],
  ["without a network", "speak.example.com", [false, false], "NotSentError"],
  ["without a network, to this machine", "127.0.0.1", [false, false], "ServiceUnreachableError"],
])("a request that fails %s says whether it may have left", async (_, hostname, [before, after], name) => {
  vi.stubGlobal("location", { hostname });
  vi.stubGlobal("navigator", { onLine: before });
  const fetch: Fetch = async () => {
    vi.stubGlobal("navigator", { onLine: after });
    throw new TypeError("Failed to fetch");
  };
  const request = { method: "POST", path: "/v1/audio/speech" } as const;
  await expect(exchange({ fetch, now: clock() }, request, signal())).rejects.toMatchObject({ name });
});
