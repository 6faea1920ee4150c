import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentedRoute, plainQueryOf } from "./documented-routes.ts";
import { isAtEndpoint, routes } from "./routes.ts";

describe("a request from outside goes to a documented route", () => {
  it.each([
    ["POST", "/v1/audio/speech", "speech"],
    ["POST", "/v1/audio/speech/tasks", "tasks"],
    ["GET", "/v1/audio/speech/websocket?model=streamspeech-v8", "websocket"],
    ["GET", "/v1/audio/speech/websocket?model=", "websocket"],
    ["GET", "/v1/audio/speech/websocket?model=a%20b'(~)", "websocket"],
    ["GET", "/v1/models", "models"],
    ["GET", "/v1/audio/speech/tasks/task_a", "task"],
    ["GET", "/v1/audio/speech/tasks/task_a/content?signature=a/b?c=[1]%41", "content"],
    ["HEAD", "/v1/audio/speech/tasks/task_a/content", "contentHead"],
    ["GET", "/v1/audio/speech/tasks/task_a/timestamps", "timestamps"],
    ["POST", "/v1/systemone", "systemone"],
  ] as const)("such as %s %s", (method, path, route) => {
    expect(documentedRoute(method, path)).toBe(route);
  });

  it.each([
    ["POST", "/v1/audio/speech?"],
    ["POST", "/v1/audio/speech/tasks?x=$(touch$\u007bIFS}owned)"],
    ["POST", "@127.0.0.1:4369/v1/audio/speech"],
    ["POST", "//evil/v1/audio/speech"],
    ["POST", "/v1/audio/%73peech"],
    ["POST", "/v1/audio/speech/../speech"],
    ["POST", "\\v1\\audio\\speech"],
    ["POST", "/v1/audio/speech\t"],
    ["GET", "/v1/audio/speech"],
    ["GET", "/v1/audio/speech/tasks/{task_id}"],
    ["GET", "/v1/audio/speech/tasks/task_a/../../.."],
    ["GET", "/v1/audio/speech/tasks/task_a%2f/content"],
    ["GET", "/v1/audio/speech/tasks/task_a/content?a=b#c"],
    ["GET", "/v1/audio/speech/tasks/task_a/content?a=b c"],
    ["GET", "/v1/audio/speech/tasks/task_a?a=b"],
    ["GET", "/v1/audio/speech/websocket"],
    ["GET", "/v1/audio/speech/websocket?model=a&model=b"],
    ["GET", "/v1/audio/speech/websocket?model=$(id)"],
    ["GET", "/v1/audio/speech/websocket?model=a%2"],
    ["DELETE", "/v1/audio/speech/tasks/task_a"],
  ])("and not %s %s", (method, path) => {
    expect(documentedRoute(method, path)).toBeUndefined();
  });

  it("in its own place: an endpoint's path is no other's", () => {
    const path = routes.tasks.path;
    expect([isAtEndpoint({ endpoint: "tasks", path }), isAtEndpoint({ endpoint: "speech", path })]).toEqual([
      true,
      false,
    ]);
  });

  it("below its own origin alone, as a URL parser reads it, whatever is put in front, behind or into it", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary", maxLength: 6 }),
      fc.constantFrom(
        "/",
        "//",
        "\\",
        "..",
        "%2e",
        "?",
        "#",
        "@",
        ":",
        "\t",
        "\n",
        "task_a",
        "/content",
        "model=m",
        "&",
      ),
    );
    const path = fc.tuple(fc.constantFrom("", ...Object.values(routes).map((route) => route.path)), fc.array(piece));
    fc.assert(
      fc.property(path, fc.nat(), fc.constantFrom("GET", "HEAD", "POST"), ([start, pieces], at, method) => {
        const text = start.slice(0, at % (start.length + 1)) + pieces.join("") + start.slice(at % (start.length + 1));
        const route = documentedRoute(method, text);
        if (route === undefined) return;
        const url = new URL(`http://127.0.0.1:80${text}`);
        expect(url.origin).toBe("http://127.0.0.1");
        expect(url.username + url.password + url.hash).toBe("");
        expect(url.pathname.split("/").length).toBe(routes[route].path.split("/").length);
      }),
      { numRuns: 2_000 },
    );
  });

  it("with a query as it was typed, as far as an address can hold it", () => {
    expect(plainQueryOf("signature=a/b%2F'&expires=1")).toBe("signature=a/b%2F'&expires=1");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (query) => {
        const path = `/v1/audio/speech/tasks/task_a/content?${plainQueryOf(query)}`;
        expect(documentedRoute("GET", path)).toBe("content");
      }),
    );
  });
});
