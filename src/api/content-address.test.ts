import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentAddress, timestampsAddress } from "./content-address.ts";

const id = "task_a1-b.c~d";
const path = `/v1/audio/speech/tasks/${id}/content`;

describe("the address of a task's audio", () => {
  it.each([
    ["https://speech.example", `https://speech.example${path}`, path],
    ["https://speech.example/", `https://speech.example:443${path}`, path],
    ["https://speech.example/api/tts", `https://speech.example/api/tts${path}`, path],
    ["https://speech.example/api/tts/", `/api/tts${path}`, path],
    [
      "https://speech.example",
      `https://speech.example${path}?expires=1&signature=a%2Bb+%2f==`,
      `${path}?expires=1&signature=a%2Bb+%2f==`,
    ],
    ["https://speech.example", `https://speech.example${path}?a=1#part`, `${path}?a=1`],
  ])("%s: %s is the service's own", (baseUrl, address, own) => {
    expect(contentAddress(id, address, [baseUrl])).toEqual({ kind: "own", path: own });
  });

  it.each([
    ["https://speech.example", `https://cdn.example${path}`],
    ["https://speech.example", `http://speech.example${path}`],
    ["https://speech.example", `https://speech.example:8443${path}`],
    ["https://speech.example", `https://speech.example.evil.example${path}`],
    ["https://speech.example", `https://speech.example@evil.example${path}`],
    ["https://speech.example", `https://user:pass@speech.example${path}`],
    ["https://speech.example", `//evil.example${path}`],
    ["https://speech.example", `\\\\evil.example${path}`],
    ["https://speech.example/api", `https://speech.example${path}`],
    ["https://speech.example/api", `https://speech.example/apix${path}`],
    ["https://speech.example", "https://speech.example/files/a.wav"],
    ["https://speech.example", `https://speech.example/v1/audio/speech/tasks/${id}/content/more`],
    ["https://speech.example", "https://speech.example/v1/audio/speech/tasks/%2e%2e/content"],
    ["https://speech.example", "https://speech.example/v1/audio/speech/tasks/task_a%2fb/content"],
    ["https://speech.example", "javascript:alert(1)"],
    ["https://speech.example", "https://["],
    [undefined, `https://speech.example${path}`],
  ])("%s: %s is not", (baseUrl, address) => {
    expect(contentAddress(id, address, [baseUrl])).toEqual({ kind: "foreign", address });
  });

  it("is the documented path where the service says nothing", () => {
    expect(contentAddress(id, undefined, ["https://speech.example"])).toEqual({ kind: "own", path });
    expect(contentAddress("../x", undefined, ["https://speech.example"])).toEqual({ kind: "none" });
  });

  it("leads nowhere else than to the page's own origin, whatever is said", () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string()), (address) => {
        const found = contentAddress(id, address, ["https://speech.example"]);
        if (found.kind !== "own") return;
        expect(found.path).toMatch(/^\/v1\/audio\/speech\/tasks\/task_[A-Za-z0-9._~-]{1,200}\/content(\?|$)/);
      }),
    );
  });

  it("keeps the query byte for byte", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."aZ09%+&=;:@/?.~_-'\"é €"), maxLength: 60 }), (query) => {
        const found = contentAddress(id, `https://speech.example${path}?${query}`, ["https://speech.example"]);
        expect(found).toEqual({ kind: "own", path: `${path}?${query}` });
      }),
    );
  });
});

describe("the address of a task's timestamps", () => {
  it("exists only where the service gives one", () => {
    const own = `/v1/audio/speech/tasks/${id}/timestamps`;
    expect(timestampsAddress(undefined, ["https://speech.example"])).toEqual({ kind: "none" });
    expect(timestampsAddress(`https://speech.example${own}`, ["https://speech.example"])).toEqual({
      kind: "own",
      path: own,
    });
    expect(timestampsAddress(`https://speech.example${path}`, ["https://speech.example"]).kind).toBe("foreign");
  });
});
