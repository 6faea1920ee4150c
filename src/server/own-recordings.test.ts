import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { ownRecordingFile } from "../contract/own-recordings.fixture.ts";
import { ownRecordingMostBytes } from "../contract/own-recordings.ts";
import { keptRecordingSchema, playgroundRoutes } from "../contract/playground.ts";
import { dial } from "../http/dial.fixture.ts";
import type { ProxyOptions, Reply, RunningProxy } from "./proxy.fixture.ts";
import { configOf, own, password, setUpGuarded, signIn, signOut } from "./session/guarded.fixture.ts";

/** Visitors' own recordings, by real sockets. */
const guarded = setUpGuarded();
const { path } = playgroundRoutes.keepRecording;
const recording = Buffer.from(ownRecordingFile(6));
const references = "http://127.0.0.1:4173/references/";

type Environment = Readonly<Record<string, string>>;

const offering = (more: Environment = {}, options: ProxyOptions = {}) =>
  guarded.start({ PLAYGROUND_REFERENCES: references, ...more }, options);

const give = (proxy: RunningProxy, body: Buffer = recording, headers: Environment = {}) =>
  proxy.send("POST", path, { body, headers: { "content-type": "audio/wav", ...own(proxy), ...headers } });

/** The path at which a recording that was taken is found. */
function pathOf({ status, text }: Reply): string {
  expect([status, text]).toEqual([201, expect.any(String)]);
  return new URL(keptRecordingSchema.parse(JSON.parse(text)).address).pathname;
}

test("a recording is given, and the service fetches the same bytes without any session of its own", async () => {
  const clock = 1_795_477_200_000;
  const proxy = await offering({}, { wallClock: () => clock });
  const reply = await give(proxy);
  expect(reply.headers["cache-control"]).toBe("no-store");
  const { address, end } = keptRecordingSchema.parse(JSON.parse(reply.text));
  expect(end).toBe(clock + 3_600_000);
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:4173\/references\/own-1795480800-[\w-]{32}\.wav$/);
  const fetched = await proxy.send("GET", pathOf(reply));
  expect(fetched.status).toBe(200);
  expect(fetched.body.equals(recording)).toBe(true);
  expect(fetched.headers).toMatchObject({
    "content-type": "audio/wav",
    "content-length": String(recording.length),
    "x-content-type-options": "nosniff",
    "content-disposition": 'attachment; filename="reference.wav"',
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
  });
  expect(fetched.headers["access-control-allow-origin"]).toBeUndefined();
  const head = await proxy.send("HEAD", pathOf(reply));
  expect([head.status, head.headers["content-length"], head.body.length]).toEqual([200, String(recording.length), 0]);
  // Whoever reads the log can't fetch it.
  expect(proxy.log()).not.toContain(address.slice(-36, -4));
});

test("at the end of its hour it is gone, and so is room for more before that", async () => {
  let clock = 1_795_477_200_000;
  const proxy = await offering({}, { wallClock: () => clock, limits: { visitorRecordings: 2 } });
  const first = pathOf(await give(proxy));
  clock += 1_800_000;
  pathOf(await give(proxy));
  const refused = await give(proxy);
  expect([refused.status, refused.code, refused.headers["retry-after"]]).toEqual([429, "too_many_recordings", "1800"]);
  clock += 1_799_999;
  expect((await proxy.send("GET", first)).status).toBe(200);
  clock += 1;
  for (const method of ["GET", "HEAD", "DELETE"]) {
    expect([method, (await proxy.send(method, first, { headers: own(proxy) })).status]).toEqual([method, 404]);
  }
  pathOf(await give(proxy));
});

test("all visitors together have a bound", async () => {
  const proxy = await offering({ TRUSTED_PROXIES: "127.0.0.1" }, { limits: { allRecordings: 2 } });
  for (const address of ["203.0.113.1", "203.0.113.2"]) {
    pathOf(await give(proxy, recording, { "x-forwarded-for": address }));
  }
  const refused = await give(proxy, recording, { "x-forwarded-for": "203.0.113.3" });
  expect([refused.status, refused.code]).toEqual([503, "overloaded"]);
});

test("it is removed at once on demand, also from another network, and frees its place", async () => {
  const proxy = await offering({ TRUSTED_PROXIES: "127.0.0.1" }, { limits: { visitorRecordings: 1 } });
  const at = pathOf(await give(proxy));
  const onMobile = { ...own(proxy), "x-forwarded-for": "203.0.113.1" };
  expect((await proxy.send("DELETE", at, { headers: onMobile })).status).toBe(204);
  expect((await proxy.send("GET", at)).code).toBe("not_found");
  expect((await proxy.send("DELETE", at, { headers: own(proxy) })).code).toBe("not_found");
  pathOf(await give(proxy));
});

describe("what isn't a recording of the one form is never kept", () => {
  test.each([
    ["HTML in a WAV's clothes", Buffer.from("RIFF<html><script>alert(1)</script>"), "recording_unusable"],
    ["an MP3", Buffer.from([0xff, 0xfb, 0x90, 0x64, ...new Array<number>(2_000).fill(0)]), "recording_unusable"],
    ["nothing", Buffer.alloc(0), "recording_unusable"],
    ["a short one", Buffer.from(ownRecordingFile(1)), "recording_unusable"],
    ["stereo", Buffer.from(ownRecordingFile(6, { 20: 0x2_0001 })), "recording_unusable"],
    ["a header that tells another length", Buffer.from(ownRecordingFile(6, { 40: 8 })), "recording_unusable"],
    ["one with something behind it", Buffer.concat([recording, Buffer.from("<html>")]), "recording_unusable"],
  ])("%s is 400", async (_what, body, code) => {
    const proxy = await offering();
    const reply = await give(proxy, body);
    expect([reply.status, reply.code]).toEqual([400, code]);
  });

  test.each(["text/html", "application/json", "audio/mpeg", "multipart/form-data; boundary=x", ""])(
    "the content type %j is 415",
    async (type) => {
      const reply = await give(await offering(), recording, { "content-type": type });
      expect([reply.status, reply.code]).toEqual([415, "unsupported_media_type"]);
      expect(reply.text).toContain("audio/wav");
    },
  );

  test("one that is packed is 415", async () => {
    expect((await give(await offering(), recording, { "content-encoding": "gzip" })).status).toBe(415);
  });

  test("speech isn't taken as a recording's bytes anywhere else", async () => {
    const proxy = await offering();
    const headers = { "content-type": "audio/wav", ...own(proxy) };
    for (const elsewhere of ["/v1/audio/speech", playgroundRoutes.openSession.path]) {
      expect((await proxy.send("POST", elsewhere, { body: recording, headers })).status).toBe(415);
    }
    expect(guarded.upstream.seen).toHaveLength(0);
  });
});

/** Begins a recording and sends no more than its head and some bytes. */
async function begin(proxy: RunningProxy, fields: string, bytes: string): Promise<string> {
  const { socket, received } = await dial(proxy.port);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${proxy.host}\r\nOrigin: http://${proxy.host}\r\n` +
      `Content-Type: audio/wav\r\n${fields}\r\n\r\n${bytes}`,
  );
  await once(socket, "close");
  return received();
}

test("a body that is too large is refused by its length, and one without a length as soon as it is", async () => {
  const proxy = await offering();
  expect(await begin(proxy, `Content-Length: ${ownRecordingMostBytes + 1}`, "RIFF")).toMatch(
    /^HTTP\/1\.1 413 [\s\S]*"code":"body_too_large"/,
  );
  const chunk = `${(ownRecordingMostBytes + 1).toString(16)}\r\n${"x".repeat(ownRecordingMostBytes + 1)}`;
  expect(await begin(proxy, "Transfer-Encoding: chunked", chunk)).toMatch(/^HTTP\/1\.1 413 /);
});

test("a body that stands still is given up", async () => {
  const proxy = await offering({}, { limits: { bodyPause: 200 } });
  expect(await begin(proxy, `Content-Length: ${recording.length}`, "RIFF")).toMatch(
    /^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/,
  );
});

describe("another site", () => {
  test.each<Environment>([
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
    { origin: "" },
  ])("neither gives nor removes nor reads a recording: %j", async (headers) => {
    const proxy = await offering();
    const at = pathOf(await give(proxy));
    const refused = await give(proxy, recording, headers);
    expect([refused.status, refused.code]).toEqual([403, "foreign_origin"]);
    expect((await proxy.send("DELETE", at, { headers })).status).toBe(403);
    expect((await proxy.send("GET", at)).status).toBe(200);
  });

  test.each(["script", "document", "iframe", "image", "style", "object", "worker"])(
    "no browser takes a recording for a %s",
    async (destination) => {
      const proxy = await offering();
      const at = pathOf(await give(proxy));
      const headers = { "sec-fetch-site": "same-origin", "sec-fetch-dest": destination };
      expect((await proxy.send("GET", at, { headers })).code).toBe("destination_not_allowed");
    },
  );

  test("embeds no recording as sound; the playground's own page does", async () => {
    const proxy = await offering();
    const at = pathOf(await give(proxy));
    const from = (site: string) =>
      proxy.send("GET", at, { headers: { "sec-fetch-site": site, "sec-fetch-dest": "audio" } });
    expect((await from("cross-site")).code).toBe("foreign_origin");
    expect((await from("same-origin")).status).toBe(200);
  });

  test("reaches none under a host name of its own", async () => {
    const proxy = await offering();
    const at = pathOf(await give(proxy));
    expect((await proxy.send("GET", at, { headers: { host: "evil.example" } })).code).toBe("host_not_allowed");
  });
});

test("nothing is listed, and what was never there looks like what is gone", async () => {
  const directory = mkdtempSync(join(tmpdir(), "playground-recordings-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  mkdirSync(join(directory, "references"));
  writeFileSync(join(directory, "index.html"), "<!doctype html><title>Speech</title>");
  writeFileSync(join(directory, "references", "lower.mp3"), "sample");
  const proxy = await offering({}, { pageDirectory: directory });
  const at = pathOf(await give(proxy));
  await proxy.send("DELETE", at, { headers: own(proxy) });
  const gone = await proxy.send("GET", at);
  for (const guess of [`${at.slice(0, -5)}_.wav`, "/references/own-1.wav", "/references/__proto__", "/references/x"]) {
    const reply = await proxy.send("GET", guess);
    expect([guess, reply.status, reply.text]).toEqual([guess, 404, gone.text]);
  }
  for (const folder of ["/references/", "/references", "/playground/recordings/"]) {
    expect([folder, (await proxy.send("GET", folder)).status]).toEqual([folder, 404]);
  }
  expect((await proxy.send("GET", path)).status).toBe(405);
  // The samples are still there.
  expect((await proxy.send("GET", "/references/lower.mp3")).text).toBe("sample");
});

describe("behind a password", () => {
  test("nobody gives one without a session, and nobody removes another one's", async () => {
    const proxy = await guarded.withPassword({ PLAYGROUND_REFERENCES: references });
    expect((await give(proxy)).code).toBe("session_required");
    const cookie = await signIn(proxy, { password });
    const at = pathOf(await give(proxy, recording, { cookie }));
    const remove = (headers: Environment) => proxy.send("DELETE", at, { headers: { ...own(proxy), ...headers } });
    expect((await remove({})).code).toBe("session_required");
    expect((await remove({ cookie: await signIn(proxy, { password }) })).code).toBe("not_found");
    expect((await proxy.send("GET", at)).status).toBe(200);
    expect((await remove({ cookie })).status).toBe(204);
  });

  test("signing out removes what was given", async () => {
    const proxy = await guarded.withPassword({ PLAYGROUND_REFERENCES: references });
    const cookie = await signIn(proxy, { password });
    const at = pathOf(await give(proxy, recording, { cookie }));
    await signOut(proxy, cookie);
    expect((await proxy.send("GET", at)).status).toBe(404);
  });
});

describe("where the service can't be told an address", () => {
  test("recordings aren't taken, and the refusal says what to set", async () => {
    const proxy = await guarded.start({});
    expect(await configOf(proxy)).not.toHaveProperty("recordings");
    const reply = await give(proxy);
    expect([reply.status, reply.code]).toEqual([404, "recordings_not_offered"]);
    expect(reply.text).toContain("PLAYGROUND_PUBLIC_URL");
  });

  test("the public address is one, and a password keeps it from strangers", async () => {
    const proxy = await guarded.withPassword({ PLAYGROUND_PUBLIC_URL: "https://speak.example.com" });
    expect(await configOf(proxy)).not.toHaveProperty("recordings");
    const cookie = await signIn(proxy, { password });
    expect(await configOf(proxy, cookie)).toMatchObject({ recordings: "https://speak.example.com/references/" });
    const { address } = keptRecordingSchema.parse(JSON.parse((await give(proxy, recording, { cookie })).text));
    expect(address).toMatch(/^https:\/\/speak\.example\.com\/references\/own-/);
  });
});
