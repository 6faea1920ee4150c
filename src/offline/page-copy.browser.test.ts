import { afterEach, beforeEach, expect, test } from "vitest";
import { type CopyOptions, createPageCopy, patience } from "./page-copy.ts";

const at = (path: string): string => new URL(path, location.href).href;
const text = (content: string, status = 200) => new Response(content, { status });
const unreachable = (): Promise<Response> => Promise.reject(new TypeError("Failed to fetch"));
const forever = () => new Promise<never>(() => undefined);
const never = (): Promise<Response> => Promise.reject(new Error("The server was asked."));

function copyOf(options: Partial<CopyOptions> = {}) {
  return createPageCopy({
    files: { "/": "", "/icon.svg": "" },
    version: "2",
    caches,
    fetch: never,
    wait: forever,
    ...options,
  });
}

async function emptyCaches(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

beforeEach(emptyCaches);
afterEach(emptyCaches);

test.each([
  ["/", "navigate", "page"],
  ["/?model=x", "navigate", "page"],
  ["/references/lower.mp3", "navigate", undefined],
  ["/v1/models", "navigate", undefined],
  ["/assets/index-abc.js", "cors", "asset"],
  ["/assets/of-an-older-page.css", "no-cors", "asset"],
  ["/icon.svg", "no-cors", "file"],
  ["/", "cors", undefined],
  ["/playground/config", "cors", undefined],
  ["/v1/audio/speech/tasks/1/content", "no-cors", undefined],
  ["/references/lower.mp3", "no-cors", undefined],
  ["/healthz", "cors", undefined],
] as const)("%s (%s) goes the way %s", (path, mode, way) => {
  expect(copyOf().wayOf({ method: "GET", mode, url: at(path) })).toBe(way);
});

test("what is sent is never touched", () => {
  expect(copyOf().wayOf({ method: "POST", mode: "navigate", url: at("/") })).toBeUndefined();
});

test("while the server answers, its page is the one that opens, even when the answer is an error", async () => {
  await (await caches.open("page 2")).put("/", text("kept"));
  const request = new Request(at("/"));
  const busy = copyOf({ fetch: async () => text("busy", 503) });
  expect(await (await busy.answer(request, "page")).text()).toBe("busy");
});

test("where the server can't be reached, this version's page opens, whatever its query", async () => {
  await (await caches.open("page 1")).put("/", text("old"));
  await (await caches.open("page 2")).put("/", text("kept"));
  const copy = copyOf({ fetch: unreachable });
  expect(await (await copy.answer(new Request(at("/?a=b")), "page")).text()).toBe("kept");
});

test("where the server takes the request and says nothing, the page opens after some seconds", async () => {
  await (await caches.open("page 2")).put("/", text("kept"));
  const waited: number[] = [];
  const wait = async (milliseconds: number) => void waited.push(milliseconds);
  expect(await (await copyOf({ fetch: forever, wait }).answer(new Request(at("/")), "page")).text()).toBe("kept");
  expect(waited).toEqual([patience]);
});

test("a server that is only slow is waited for where there is no copy, or none that can be read", async () => {
  const open = () => Promise.reject(new DOMException("Refused.", "SecurityError"));
  for (const storage of [caches, { open } as unknown as CacheStorage]) {
    let send = (_answer: Response): void => undefined;
    const answered = new Promise<Response>((resolve) => {
      send = resolve;
    });
    const wait = async () => void setTimeout(() => send(text("fetched")));
    const copy = copyOf({ fetch: () => answered, wait, caches: storage });
    expect(await (await copy.answer(new Request(at("/")), "page")).text()).toBe("fetched");
  }
});

test("without a copy, what asking threw is thrown", async () => {
  await expect(copyOf({ fetch: unreachable }).answer(new Request(at("/")), "page")).rejects.toThrow("Failed to fetch");
});

test("parts with their content in their name come from any version's copy, without asking", async () => {
  await (await caches.open("page 1")).put("/assets/late-1.js", text("late"));
  const request = new Request(at("/assets/late-1.js"));
  expect(await (await copyOf().answer(request, "asset")).text()).toBe("late");
  const missing = new Request(at("/assets/late-3.js"));
  const copy = copyOf({ fetch: async () => text("fetched") });
  expect(await (await copy.answer(missing, "asset")).text()).toBe("fetched");
});

test("the copy is filled with what the server has, and refuses files of another version", async () => {
  const sha256 = await crypto.subtle.digest("SHA-256", await (await fetch("/favicon.svg")).arrayBuffer());
  const integrity = `sha256-${btoa(String.fromCharCode(...new Uint8Array(sha256)))}`;
  const copy = copyOf({ files: { "/favicon.svg": integrity }, fetch: unreachable });
  await copy.fill();
  const kept = await copy.answer(new Request(at("/favicon.svg")), "file");
  expect(await kept.text()).toContain("<svg");

  const mixed = copyOf({ files: { "/favicon.svg": integrity, "/appearance.js": integrity }, version: "3" });
  await expect(mixed.fill()).rejects.toThrow();
  expect(await (await caches.open("page 3")).keys()).toEqual([]);
});

test("a copy that is there outlives a server that is away when it is filled once more", async () => {
  await (await caches.open("page 2")).put("/", text("kept"));
  await expect(copyOf({ files: { "/missing.svg": "sha256-none" } }).fill()).rejects.toThrow();
  expect(await (await (await caches.open("page 2")).match("/"))?.text()).toBe("kept");
});

test("files are fetched one after the other, since sound plays meanwhile", async () => {
  const open: string[] = [];
  let most = 0;
  const cache = {
    async add(request: Request) {
      open.push(request.url);
      most = Math.max(most, open.length);
      await Promise.resolve();
      open.pop();
    },
  } as unknown as Cache;
  const files = { "/": "", "/icon.svg": "", "/assets/late-1.js": "" };
  await copyOf({
    files,
    caches: { has: async () => false, open: async () => cache } as unknown as CacheStorage,
  }).fill();
  expect(most).toBe(1);
});

test("copies of other versions go, and nothing that isn't one", async () => {
  for (const name of ["page 1", "page 2", "samples"]) await (await caches.open(name)).put("/", text(name));
  await copyOf().removeOthers();
  expect((await caches.keys()).sort()).toEqual(["page 2", "samples"]);
});
