import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { parseAllowedPrefix } from "./allowed-prefix.ts";
import {
  createRecordingFetcher,
  fetchLimits,
  type RecordingFetcher,
  type RecordingFetcherOptions,
} from "./fetch-recording.ts";
import { ReferenceUnusableError } from "./unusable.ts";

/** For these tests 127.0.0.1, where their servers are, is the public internet. */
const isPublic = (address: string): boolean => address === "127.0.0.1";
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function serve(listener: RequestListener): Promise<{ port: number; origin: string; server: Server }> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { port, origin: `http://127.0.0.1:${port}`, server };
}

function fetcher(options: RecordingFetcherOptions = {}): RecordingFetcher {
  const made = createRecordingFetcher({ addressRules: { isPublic }, ...options });
  closers.push(() => made.close());
  return made;
}

const signal = new AbortController().signal;

async function reasonOf(fetching: Promise<unknown>): Promise<string> {
  const error = await fetching.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof ReferenceUnusableError ? error.reason : `not refused: ${String(error)}`;
}

const sendsSound: RequestListener = (_, response) => response.end("sound");

test("fetches what is there, without asking for compression", async () => {
  let encoding: string | undefined;
  const { origin } = await serve((request, response) => {
    encoding = String(request.headers["accept-encoding"]);
    response.end("sound");
  });
  expect(Buffer.from(await fetcher().fetch(`${origin}/a.mp3`, signal)).toString()).toBe("sound");
  expect(encoding).toBe("identity");
});

test.each(["ftp://127.0.0.1/a.mp3", "file:///etc/passwd", "data:audio/wav;base64,AAAA", "not an address", ""])(
  "%j has the wrong scheme",
  async (address) => {
    expect(await reasonOf(fetcher().fetch(address, signal))).toBe("scheme");
  },
);

test.each(["http://user@127.0.0.1/", "http://user:password@127.0.0.1/", "http://:password@127.0.0.1/"])(
  "%s carries credentials",
  async (address) => {
    expect(await reasonOf(fetcher().fetch(address, signal))).toBe("credentials");
  },
);

test("by itself, loopback is refused in every form, and no connection made", async () => {
  let connections = 0;
  const { port, server } = await serve(sendsSound);
  server.on("connection", () => connections++);
  const strict = fetcher({ addressRules: {} });
  for (const host of [
    "127.0.0.1",
    "localhost",
    "127.1",
    "0177.1",
    "2130706433",
    "0x7f000001",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "0.0.0.0",
    "0",
  ]) {
    expect(await reasonOf(strict.fetch(`http://${host}:${port}/a.mp3`, signal)), host).toBe("address");
  }
  expect(connections).toBe(0);
});

test.each([
  ["one that isn't public", ["10.0.0.1"]],
  ["one that is and one that isn't", ["127.0.0.1", "10.0.0.1"]],
  ["an IPv6 one", ["::1"]],
])("a name that resolves to %s is refused", async (_, addresses) => {
  const { port } = await serve(sendsSound);
  const rules = resolvingTo(() => addresses);
  const fetching = fetcher({ addressRules: rules }).fetch(`http://recordings.test:${port}/a.mp3`, signal);
  expect(await reasonOf(fetching)).toBe("address");
});

test("a name is resolved once for the check and the connection: what it resolves to later doesn't matter", async () => {
  const { port } = await serve(sendsSound);
  const address = `http://recordings.test:${port}/a.mp3`;
  let lookups = 0;
  const rules = resolvingTo(() => (lookups++ === 0 ? ["127.0.0.1"] : ["10.0.0.1"]));
  const bytes = await fetcher({ addressRules: rules }).fetch(address, signal);
  expect([Buffer.from(bytes).toString(), lookups]).toEqual(["sound", 1]);
  expect(await reasonOf(fetcher({ addressRules: rules }).fetch(address, signal))).toBe("address");
});

function resolvingTo(answer: () => readonly string[]) {
  return {
    isPublic,
    resolveHost: (
      _: string,
      __: { readonly all: true },
      callback: (error: null, addresses: { address: string; family: number }[]) => void,
    ) =>
      callback(
        null,
        answer().map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      ),
  };
}

test("follows three redirects and no more", async () => {
  const { origin } = await serve((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) response.end("sound");
    else response.writeHead(302, { location: `/${left - 1}` }).end("moved");
  });
  expect(Buffer.from(await fetcher().fetch(`${origin}/3`, signal)).toString()).toBe("sound");
  expect(await reasonOf(fetcher().fetch(`${origin}/4`, signal))).toBe("redirect");
});

test.each([
  ["an address that isn't public", "http://10.0.0.1/", "address"],
  ["another scheme", "file:///etc/passwd", "scheme"],
  ["credentials", "http://user:password@127.0.0.1/", "credentials"],
  ["nowhere", "http://", "scheme"],
])("a redirect to %s is refused", async (_, location, reason) => {
  const { origin } = await serve((_request, response) => response.writeHead(307, { location }).end());
  expect(await reasonOf(fetcher().fetch(origin, signal))).toBe(reason);
});

test("the allowed prefix is fetched, its redirects aren't followed, and nothing beside it is reached", async () => {
  const requested: (string | undefined)[] = [];
  const { origin } = await serve((request, response) => {
    requested.push(request.url);
    if (request.url === "/references/moved.mp3") response.writeHead(302, { location: "/references/a.mp3" }).end();
    else response.end("sample");
  });
  const allowing = fetcher({ addressRules: {}, ...prefixOf(origin) });
  const fetched = await allowing.fetch(`${origin}/references/a.mp3`, signal);
  expect(Buffer.from(fetched).toString()).toBe("sample");
  expect(await reasonOf(allowing.fetch(`${origin}/references/moved.mp3`, signal))).toBe("status");
  expect(await reasonOf(allowing.fetch(`${origin}/secret`, signal))).toBe("address");
  expect(await reasonOf(allowing.fetch(`${origin}/references/../secret`, signal))).toBe("address");
  expect(requested).toEqual(["/references/a.mp3", "/references/moved.mp3"]);
});

test("no redirect leads into the allowed prefix", async () => {
  const { origin } = await serve((_, response) => response.writeHead(302, { location: "/references/a.mp3" }).end());
  // The first check lets the stranger's server pass; from then on loopback is loopback.
  let checks = 0;
  const allowing = fetcher({ addressRules: { isPublic: () => checks++ === 0 }, ...prefixOf(origin) });
  expect(await reasonOf(allowing.fetch(`${origin}/elsewhere`, signal))).toBe("address");
});

function prefixOf(origin: string): Pick<RecordingFetcherOptions, "allowedPrefix"> {
  const allowedPrefix = parseAllowedPrefix(`${origin}/references/`);
  return allowedPrefix === undefined ? {} : { allowedPrefix };
}

test.each([
  ["a missing one", (_: unknown, response) => response.writeHead(404).end("no"), "status"],
  ["a part of one", (_: unknown, response) => response.writeHead(206).end("so"), "status"],
  [
    "a compressed one",
    (_: unknown, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(1e6))),
    "encoding",
  ],
  [
    "one that is cut off",
    (_: unknown, response) => {
      response.writeHead(200, { "content-length": 100 }).write("sound");
      setImmediate(() => response.destroy());
    },
    "unreachable",
  ],
  [
    "one that ends by a reset",
    (_: unknown, response) => {
      response.shouldKeepAlive = false;
      response.useChunkedEncodingByDefault = false;
      response.writeHead(200).write("sound");
      setTimeout(() => response.socket?.resetAndDestroy(), 20);
    },
    "unreachable",
  ],
  [
    "one announced as too large",
    (_: unknown, response) => response.writeHead(200, { "content-length": fetchLimits.bytes + 1 }).flushHeaders(),
    "too_large",
  ],
] satisfies [string, RequestListener, string][])("%s is refused", async (_, listener, reason) => {
  const { origin } = await serve(listener);
  expect(await reasonOf(fetcher().fetch(origin, signal))).toBe(reason);
});

test("one that never ends is refused at the limit, and its connection closed", async () => {
  let sent = 0;
  const { origin, server } = await serve((_, response) => {
    const chunk = Buffer.alloc(65_536);
    const more = (): void => {
      while (!response.destroyed && response.write(chunk)) sent += chunk.length;
      sent += chunk.length;
    };
    response.on("drain", more);
    more();
  });
  const closed = new Promise((resolve) => server.on("connection", (socket) => socket.on("close", resolve)));
  const limits = { ...fetchLimits, bytes: 1_000_000 };
  expect(await reasonOf(fetcher({ limits }).fetch(origin, signal))).toBe("too_large");
  await closed;
  expect(sent).toBeLessThan(20_000_000);
});

test.each([
  ["answers nothing", () => undefined],
  ["drips", (_: unknown, response) => response.write("s")],
  [
    "redirects slowly",
    (_: unknown, response) => setTimeout(() => response.writeHead(302, { location: "/" }).end(), 90),
  ],
] satisfies [string, RequestListener][])("a server that %s is given up in time", async (_, listener) => {
  const { origin } = await serve(listener);
  const limits = { ...fetchLimits, milliseconds: 150 };
  expect(await reasonOf(fetcher({ limits }).fetch(origin, signal))).toBe("too_slow");
});

test("nothing listening, and no such name, are told apart for the log only", async () => {
  const { origin, server } = await serve(sendsSound);
  server.close();
  expect(await reasonOf(fetcher().fetch(origin, signal))).toBe("unreachable");
  const unknown = {
    isPublic,
    resolveHost: (_: string, __: unknown, done: (error: Error, none: []) => void) => done(new Error("ENOTFOUND"), []),
  };
  expect(await reasonOf(fetcher({ addressRules: unknown }).fetch("http://unknown.test/", signal))).toBe("unreachable");
});

test("an abort is not a refusal", async () => {
  const { origin, server } = await serve(() => undefined);
  const controller = new AbortController();
  const asked = once(server, "request");
  const fetching = fetcher().fetch(origin, controller.signal);
  await asked;
  controller.abort(new Error("the task was stopped"));
  await expect(fetching).rejects.toThrow("the task was stopped");
});

test("an error says nothing of the address", async () => {
  const error = await fetcher()
    .fetch("http://10.0.0.1/secret-path", signal)
    .catch((reason: unknown) => reason);
  expect(String(error)).not.toMatch(/secret|10/);
});

test("a text beside a recording below the allowed prefix is what is said in it", async () => {
  const texts: Record<string, string> = { "/voices/a.txt": " Hello,\n there. ", "/voices/long.txt": "a".repeat(5_000) };
  const { origin, port } = await serve((request, response) => {
    const text = texts[request.url ?? ""];
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  const allowedPrefix = parseAllowedPrefix(`http://127.0.0.1:${port}/voices/`);
  const made = fetcher(allowedPrefix === undefined ? {} : { allowedPrefix });
  expect(await made.transcript(`${origin}/voices/a.mp3`, signal)).toBe("Hello, there.");
  expect(await made.transcript(`${origin}/voices/b.mp3`, signal)).toBeUndefined();
  expect(await made.transcript(`${origin}/voices/long.mp3`, signal)).toBeUndefined();
  expect(await made.transcript(`${origin}/others/a.mp3`, signal)).toBeUndefined();
  expect(await made.transcript("no address", signal)).toBeUndefined();
  const left = AbortSignal.abort(new Error("I left."));
  await expect(made.transcript(`${origin}/voices/a.mp3`, left)).rejects.toThrow("I left.");
});
