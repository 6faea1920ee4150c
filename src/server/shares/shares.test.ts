import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { packShare } from "../../api/share-client.ts";
import { playgroundRoutes } from "../../contract/playground.ts";
import { keptShareSchema, type SentShare, share } from "../../contract/shares.ts";
import { defaultLimits } from "../limits.ts";
import type { ProxyOptions, RunningProxy } from "../proxy.fixture.ts";
import { configOf, own, password, setUpGuarded, signIn } from "../session/guarded.fixture.ts";
import { clearFolder } from "./share-folder.ts";
import { createShares, type Shares } from "./shares.ts";

/** Takes that are shared by a link, by real sockets. */
const guarded = setUpGuarded();
const { path } = playgroundRoutes.keepShare;
const start = 1_795_477_200_000;
const details = { language: "en", text: "Good evening.", voice: "Autumn", model: "StreamSpeech v8" } as const;
const sound = Buffer.from(`ID3${"sound".repeat(200)}`, "latin1");

type Environment = Readonly<Record<string, string>>;

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "shares-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const offering = (more: Environment = {}, options: ProxyOptions = {}) =>
  guarded.start(
    {
      ...{ PLAYGROUND_SHARE_HOURS: "24", PLAYGROUND_PUBLIC_URL: "http://speak.example.com" },
      ...{ DATA_DIR: more["DATA_DIR"] ?? folder(), ...more },
    },
    { wallClock: () => start, ...options },
  );

const newRemoval = () => randomBytes(24).toString("base64url");

async function bodyOf(what: Partial<SentShare> = {}, bytes: Uint8Array<ArrayBuffer> = sound): Promise<Buffer> {
  return Buffer.from(await packShare({ ...details, removal: newRemoval(), ...what }, new Blob([bytes])).arrayBuffer());
}

const give = async (proxy: RunningProxy, body?: Buffer, headers: Environment = {}) =>
  proxy.send("POST", path, {
    body: body ?? (await bodyOf()),
    headers: { "content-type": share.mediaType, ...own(proxy), ...headers },
  });

/** Shares a take; the path of its page, and what removes it. */
async function shared(proxy: RunningProxy, what: Partial<SentShare> = {}, headers?: Environment) {
  const { removal = newRemoval() } = what;
  const reply = await give(proxy, await bodyOf({ ...what, removal }), headers);
  expect([reply.status, reply.text]).toEqual([201, expect.any(String)]);
  const { address, ...rest } = keptShareSchema.parse(JSON.parse(reply.text));
  return { ...rest, removal, address, page: new URL(address).pathname, id: address.slice(-32) };
}

function remove(proxy: RunningProxy, removal: string, headers: Environment = {}) {
  const body = JSON.stringify({ removal });
  // Of a DELETE, Node sends no length by itself.
  const fields = { "content-type": "application/json", "content-length": String(body.length) };
  return proxy.send("DELETE", path, { body, headers: { ...fields, ...own(proxy), ...headers } });
}

test("a shared take has a page with its text, and its sound whole or in part, until its day is over", async () => {
  let clock = start;
  const proxy = await offering({}, { wallClock: () => clock });
  const { address, page, end, id } = await shared(proxy);
  expect(address).toMatch(/^http:\/\/speak\.example\.com\/shared\/[\w-]{32}$/);
  expect(end).toBe(start + 86_400_000);

  const shown = await proxy.send("GET", page, { headers: { "sec-fetch-site": "cross-site" } });
  expect([shown.status, shown.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  for (const part of ["Good evening.", "Autumn · StreamSpeech v8", `src="${page}/sound"`, "UTC"])
    expect(shown.text).toContain(part);

  const whole = await proxy.send("GET", `${page}/sound`);
  expect(whole.status).toBe(200);
  expect(whole.body.equals(sound)).toBe(true);
  expect(whole.headers).toMatchObject({
    ...{ "content-type": "audio/mpeg", "accept-ranges": "bytes", "x-content-type-options": "nosniff" },
    ...{ "content-disposition": 'attachment; filename="shared.mp3"', "cache-control": "no-store" },
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "cross-origin-resource-policy": "same-origin",
  });
  const part = await proxy.send("GET", `${page}/sound`, { headers: { range: "bytes=3-7" } });
  expect([part.status, part.text, part.headers["content-range"]]).toEqual([206, "sound", `bytes 3-7/${sound.length}`]);
  expect((await proxy.send("HEAD", `${page}/sound`)).headers["content-length"]).toBe(String(sound.length));
  // Whoever reads the log can't open it.
  expect(proxy.log()).not.toContain(id);

  clock = end;
  expect((await proxy.send("GET", page)).status).toBe(404);
  expect((await proxy.send("GET", `${page}/sound`)).code).toBe("not_found");
});

test("nothing that a visitor wrote runs on its page, and no page of another site embeds its sound", async () => {
  const proxy = await offering();
  const text = '</div><script>alert(1)</script><img src=x onerror="alert(2)">';
  const { page } = await shared(proxy, { text, voice: '"><b>', model: "<i>" });
  const { headers, text: html } = await proxy.send("GET", page);
  expect(html).not.toMatch(/<(?:script|img|b|i)\b/);
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  const policy = String(headers["content-security-policy"]);
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; media-src 'self';/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src|unsafe|https?:/);
  expect(headers).toMatchObject({
    ...{ "x-content-type-options": "nosniff", "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow" },
  });
  for (const fields of [{ "sec-fetch-site": "cross-site", "sec-fetch-dest": "audio" }, { "sec-fetch-dest": "script" }])
    expect((await proxy.send("GET", `${page}/sound`, { headers: fields })).status).toBe(403);
});

test("the page of a Chinese sender is Chinese, and one that isn't there says so in both languages", async () => {
  const proxy = await offering();
  const { page } = await shared(proxy, { language: "zh", text: "晚上好。" });
  const { text } = await proxy.send("GET", page);
  expect(text).toContain('<html lang="zh-CN">');
  expect(text).toMatch(/本页保留至 .*UTC/);
  const missing = await proxy.send("GET", `/shared/${"a".repeat(32)}`);
  expect([missing.status, missing.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
  expect(missing.text).toMatch(/isn't here any more[\s\S]*已不在这里/);
});

test("it is kept for its owner alone, outlives the program, and leaves the disk when it is over", async () => {
  const data = folder();
  const { page, id } = await shared(await offering({ DATA_DIR: data }));
  const kept = join(data, "shared-takes");
  expect(readdirSync(kept).sort()).toEqual([`${id}.json`, `${id}.mp3`]);
  expect(statSync(kept).mode & 0o777).toBe(0o700);
  for (const file of readdirSync(kept)) expect(statSync(join(kept, file)).mode & 0o777).toBe(0o600);
  const next = await offering({ DATA_DIR: data });
  expect((await next.send("GET", `${page}/sound`)).body.equals(sound)).toBe(true);
  expect(readdirSync(kept)).toHaveLength(2);

  const late = await offering({ DATA_DIR: data }, { wallClock: () => start + 86_400_000 });
  expect((await late.send("GET", page)).status).toBe(404);
  expect(readdirSync(kept)).toEqual([]);
});

test("a playground that shares keeps others from deleting what it keeps, until it has ended", async () => {
  const data = folder();
  const proxy = await offering({ DATA_DIR: data });
  await shared(proxy);
  expect(await clearFolder(join(data, "shared-takes"))).toBe(false);
  await proxy.close();
  expect(await clearFolder(join(data, "shared-takes"))).toBe(true);
  expect(readdirSync(data)).toEqual([]);
});

test("its sender removes it, and nobody else", async () => {
  const data = folder();
  const proxy = await offering({ DATA_DIR: data });
  const { page, removal, id } = await shared(proxy);
  for (const wrong of ["", "undefined", id, removal.toLowerCase(), `${removal}x`])
    expect((await remove(proxy, wrong)).code).toBe("not_found");
  expect((await remove(proxy, removal, { origin: "https://evil.example" })).status).toBe(403);
  expect((await remove(proxy, removal)).status).toBe(204);
  expect((await proxy.send("GET", page)).status).toBe(404);
  expect(readdirSync(join(data, "shared-takes"))).toEqual([]);
  expect((await remove(proxy, removal)).code).toBe("not_found");
});

test("one whose answer got lost is asked for again: kept once, counted once, opened by the same link", async () => {
  const data = folder();
  const proxy = await offering({ DATA_DIR: data }, { limits: { visitorShares: 2 } });
  const removal = newRemoval();
  const [first, again] = await Promise.all([shared(proxy, { removal }), shared(proxy, { removal })]);
  expect(again).toEqual(first);
  expect(readdirSync(join(data, "shared-takes"))).toHaveLength(2);
  expect((await shared(proxy)).address).not.toBe(first.address);
  expect((await remove(proxy, removal)).status).toBe(204);
  expect((await proxy.send("GET", first.page)).status).toBe(404);
});

/** Lets nobody delete a take's text, until the function that is returned is called. */
function hold(data: string, id: string): () => void {
  const file = join(data, "shared-takes", `${id}.json`);
  renameSync(file, `${file}.kept`);
  mkdirSync(file);
  return () => {
    rmdirSync(file);
    renameSync(`${file}.kept`, file);
  };
}

test("a take whose files somebody deleted from the folder isn't there any more", async () => {
  const data = folder();
  const proxy = await offering({ DATA_DIR: data });
  const { page, id } = await shared(proxy);
  rmSync(join(data, "shared-takes", `${id}.mp3`));
  for (const method of ["GET", "HEAD"]) expect((await proxy.send(method, `${page}/sound`)).status).toBe(404);
  expect((await proxy.send("GET", `${page}/sound`)).text).toContain("no such shared take");
  rmSync(join(data, "shared-takes", `${id}.json`));
  expect((await proxy.send("GET", page)).status).toBe(404);
});

test("what the disk refuses to read is told in the log without the name that opens the take", async () => {
  const data = folder();
  const proxy = await offering({ DATA_DIR: data });
  const { page, id } = await shared(proxy);
  const path = join(data, "shared-takes", id);
  rmSync(`${path}.json`);
  symlinkSync(`${path}.json`, `${path}.json`);
  rmSync(`${path}.mp3`);
  const unreadable = createServer().listen(`${path}.mp3`);
  onTestFinished(() => void unreadable.close());
  await once(unreadable, "listening");
  for (const address of [page, `${page}/sound`]) expect((await proxy.send("GET", address)).status).toBe(500);
  for (const code of ["ELOOP", "ENXIO"]) expect(proxy.log()).toContain(`"code":"${code}"`);
  expect(proxy.log()).not.toContain(id);
});

test("one whose files can't be deleted isn't found any more, and its sender is told and can try again", async () => {
  const data = folder();
  const proxy = await offering({ DATA_DIR: data });
  const { page, removal, id } = await shared(proxy);
  const letGo = hold(data, id);
  const refused = await remove(proxy, removal);
  expect([refused.status, refused.code]).toEqual([503, "share_not_deleted"]);
  expect((await proxy.send("GET", page)).status).toBe(404);
  expect((await proxy.send("GET", `${page}/sound`)).status).toBe(404);
  expect(proxy.log()).not.toContain(id);
  letGo();
  expect((await remove(proxy, removal)).status).toBe(204);
  expect(readdirSync(join(data, "shared-takes"))).toEqual([]);
});

const keepIn = (shares: Shares, removal = newRemoval()) =>
  shares.keep({ ...details, removal }, { bytes: sound, kind: "mp3" }, { networks: [], session: "visitor" });

test("one that is removed while it is written leaves nothing behind", async () => {
  const keeping = join(folder(), "shared-takes");
  const shares = await createShares(keeping, 3_600_000, defaultLimits, () => start);
  const removal = newRemoval();
  const kept = keepIn(shares, removal);
  expect(await shares.remove(removal)).toBe(true);
  await kept;
  expect(readdirSync(keeping)).toEqual([]);
});

test("one that can't be deleted keeps no other from it, and is deleted as soon as it can be", async () => {
  const data = folder();
  let clock = start;
  const keeping = join(data, "shared-takes");
  const shares = await createShares(keeping, 3_600_000, defaultLimits, () => clock);
  const keep = () => keepIn(shares);
  const [held, other] = [await keep(), await keep()];
  const letGo = hold(data, held.id);
  clock = held.end;
  await expect(shares.sweep()).rejects.toThrow();
  expect(readdirSync(keeping).some((file) => file.startsWith(other.id))).toBe(false);
  expect(shares.find(held.id)).toBeUndefined();
  letGo();
  await shares.sweep();
  expect(readdirSync(keeping)).toEqual([]);
});

describe("what isn't sound with its text is never kept", () => {
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ["nothing", () => Buffer.alloc(0)],
    ["a page", () => bodyOf({}, Buffer.from("<html><script>alert(1)</script>"))],
    ["a program", () => bodyOf({}, Buffer.from("MZ\x90\x00"))],
    ["a picture", () => bodyOf({}, Buffer.from("\x89PNG\r\n", "latin1"))],
    ["sound alone", () => sound],
    ["a language that there isn't", () => bodyOf({ language: "xx" as "en" })],
    ["nothing that removes it", () => bodyOf({ removal: "" })],
    ["a file's name as what removes it", () => bodyOf({ removal: `../${newRemoval()}` })],
    ["a text beyond all bounds", () => bodyOf({ text: "a".repeat(1_000_001) })],
    ["a length beyond the body", () => Buffer.from([0xff, 0xff, 0xff, 0xff, 0x7b, 0x7d])],
  ])("%s is 400", async (_what, make) => {
    const data = folder();
    const reply = await give(await offering({ DATA_DIR: data }), await make());
    expect([reply.status, reply.code]).toEqual([400, "share_unusable"]);
    expect(readdirSync(join(data, "shared-takes"))).toEqual([]);
  });

  test.each(["text/html", "audio/mpeg", "multipart/form-data; boundary=x", ""])("as %j it is 415", async (type) => {
    const reply = await give(await offering(), undefined, { "content-type": type });
    expect([reply.status, reply.code]).toEqual([415, "unsupported_media_type"]);
  });

  test("one byte too many is 413", async () => {
    const reply = await give(await offering(), Buffer.alloc(share.mostBytes + 1));
    expect([reply.status, reply.code]).toEqual([413, "body_too_large"]);
  });
});

describe("who may share", () => {
  test("nobody, where whoever runs the playground hasn't allowed it", async () => {
    const data = folder();
    const proxy = await guarded.start({ DATA_DIR: data });
    const reply = await give(proxy);
    expect([reply.status, reply.code]).toEqual([404, "shares_not_offered"]);
    expect(reply.text).toContain("PLAYGROUND_SHARE_HOURS");
    expect(await configOf(proxy)).not.toHaveProperty("shareHours");
    expect((await proxy.send("GET", `/shared/${"a".repeat(32)}`)).status).toBe(404);
    expect(existsSync(join(data, "shared-takes"))).toBe(false);
  });

  test("the page of who may speak; whoever has the link hears it without a session", async () => {
    const proxy = await offering({ PLAYGROUND_PASSWORD: password, SESSION_SECRET: "s".repeat(32) });
    expect((await give(proxy)).code).toBe("session_required");
    expect(await configOf(proxy)).not.toHaveProperty("shareHours");
    const cookie = await signIn(proxy, { password });
    expect(await configOf(proxy, cookie)).toHaveProperty("shareHours", 24);
    expect((await give(proxy, undefined, { cookie, origin: "https://evil.example" })).status).toBe(403);
    const { page } = await shared(proxy, {}, { cookie });
    expect((await proxy.send("GET", page)).status).toBe(200);
    expect((await proxy.send("GET", `${page}/sound`)).status).toBe(200);
  });

  test("no request that doesn't say whose page asks", async () => {
    const proxy = await offering();
    const headers = { "content-type": share.mediaType };
    expect((await proxy.send("POST", path, { body: await bodyOf(), headers })).code).toBe("foreign_origin");
  });
});

describe("how much is shared", () => {
  test("a visitor's share is counted by the hour, though it was removed", async () => {
    let clock = start;
    const proxy = await offering({}, { wallClock: () => clock, limits: { visitorShares: 2 } });
    await shared(proxy);
    clock += 1_200_000;
    const { removal } = await shared(proxy);
    expect((await remove(proxy, removal)).status).toBe(204);
    const refused = await give(proxy);
    expect([refused.status, refused.code, refused.headers["retry-after"]]).toEqual([429, "too_many_shares", "2400"]);
    clock += 2_400_000;
    await shared(proxy);
  });

  test("a clock that is set back makes nobody wait until it has come as far again", async () => {
    let clock = start;
    const proxy = await offering({}, { wallClock: () => clock, limits: { visitorShares: 1 } });
    await shared(proxy);
    clock -= 86_400_000;
    await shared(proxy);
    const refused = await give(proxy);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "3600"]);
  });

  test.each([{ allShares: 2 }, { allShareBytes: 2 * (sound.length + 300) }, { networkShares: 2 }])(
    "all together have a bound: %o",
    async (limits) => {
      const proxy = await offering({}, { limits });
      await shared(proxy);
      await shared(proxy);
      const refused = await give(proxy);
      const expected = "networkShares" in limits ? [429, "too_many_shares"] : [503, "overloaded"];
      expect([refused.status, refused.code]).toEqual(expected);
    },
  );

  test("a text counts as what it takes of the disk, however it is written there", async () => {
    const proxy = await offering({}, { limits: { allShareBytes: sound.length + 3_000 } });
    // As JSON each of these is six bytes.
    expect((await give(proxy, await bodyOf({ text: "\u0001".repeat(1_000) }))).status).toBe(503);
    await shared(proxy, { text: "a".repeat(1_000) });
  });

  test("a disk that can't be written is said, and nothing half is found", async () => {
    const data = folder();
    const proxy = await offering({ DATA_DIR: data });
    rmSync(join(data, "shared-takes"), { recursive: true });
    const refused = await give(proxy);
    expect([refused.status, refused.code]).toEqual([503, "share_not_written"]);
    expect(refused.text).toContain("disk");
    expect(proxy.log()).toContain("ENOENT");
    expect(proxy.log()).not.toMatch(/[\w-]{32}\.(?:mp3|json)/);
  });
});
