import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { keys, startToneService, type TaskAnswer, type ToneService } from "../tone-service.fixture.ts";

let service: ToneService;
let task: TaskAnswer;
let whole: Buffer;
let etag: string;
let modified: string;
const path = "/v1/audio/speech/tasks";
const modelB = { model: "streamspeech-v8", input: "One two three. Four 😀 five.", voice: "Autumn" };
const modelC = { model: "refvoice-2", input: "One two three.", voice: "https://example.com/a.wav" };

beforeAll(async () => {
  service = await startToneService();
  task = await service.ended((await service.createTask(modelB)).id);
  const response = await content();
  whole = Buffer.from(await response.arrayBuffer());
  etag = response.headers.get("etag") ?? "";
  modified = response.headers.get("last-modified") ?? "";
});
afterAll(() => service.close());

function content(headers: Record<string, string> = {}, method = "GET"): Promise<Response> {
  return service.request(`${path}/${task.id}/content`, { method, headers });
}

async function codeOf(response: Response) {
  const { error } = (await response.json()) as { error: { code: string } };
  return [response.status, error.code];
}

describe("content (section 4)", () => {
  test("is the audio, with everything that a player needs to know", async () => {
    const response = await content();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "audio/mpeg",
      "content-length": String(whole.length),
      "accept-ranges": "bytes",
      etag: expect.stringMatching(/^"[^"]+"$/),
      "last-modified": expect.stringMatching(/GMT$/),
      "content-disposition": `inline; filename="${task.id}.mp3"`,
    });
    expect(whole.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xf3 | whole.readUInt8(1)]));
    await response.arrayBuffer();
  });

  test("says how it was spoken, as a direct answer does", async () => {
    const low = { ...modelB, voice: "Ethan", Pitch: 0.5 };
    const { id } = await service.ended((await service.createTask(low)).id);
    const direct = await service.post("/v1/audio/speech", low);
    await direct.arrayBuffer();
    const task = await service.request(`${path}/${id}/content`, { method: "HEAD" });
    const fields = { "content-language": "en-US", "x-speech-engine": "espeak-ng" };
    for (const { headers } of [direct, task]) {
      expect(Object.fromEntries(headers)).toMatchObject({
        ...fields,
        "x-speech-note": "pitch of 42 Hz is out of reach; spoken at 45 Hz",
      });
    }
    const { headers } = await content({}, "HEAD");
    expect(Object.fromEntries(headers)).toMatchObject(fields);
    expect(headers.has("x-speech-note")).toBe(false);
  });

  test("answers HEAD with the headers of GET and nothing else, range or not", async () => {
    const response = await content({ range: "bytes=0-9" }, "HEAD");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-length")).toBe(String(whole.length));
    expect(response.headers.get("content-type")).toBe("audio/mpeg");
    expect(response.headers.get("etag")).toBe(etag);
    expect((await response.arrayBuffer()).byteLength).toBe(0);
  });

  test.each([
    ["bytes=0-", 0, undefined],
    ["bytes=0-0", 0, 1],
    ["bytes=0-1", 0, 2],
    ["bytes=100-199", 100, 200],
    ["bytes=-1", -1, undefined],
    ["bytes=-100", -100, undefined],
    ["bytes=5-99999999999999999999999", 5, undefined],
    ["bytes=-99999999999999999999999", 0, undefined],
    ["bytes=0-4,5-9", 0, 10],
    ["bytes=0-6,3-9", 0, 10],
    ["BYTES=0-1", 0, 2],
    ["bytes= 0-1", 0, 2],
  ])("range %s", async (range, start, end) => {
    const response = await content({ range });
    const wanted = whole.subarray(start, end);
    expect(response.status).toBe(206);
    expect(Buffer.from(await response.arrayBuffer()).equals(wanted)).toBe(true);
    const first = start < 0 ? whole.length + start : start;
    expect(response.headers.get("content-range")).toBe(`bytes ${first}-${first + wanted.length - 1}/${whole.length}`);
    expect(response.headers.get("content-length")).toBe(String(wanted.length));
  });

  test.each(["bytes=0-1,5-9", "lines=0-1", "bytes", "bytes=", "bytes=a-b", "bytes=1", "0-1"])(
    "range %s is answered with the whole",
    async (range) => {
      const response = await content({ range });
      expect(response.status).toBe(200);
      expect((await response.arrayBuffer()).byteLength).toBe(whole.length);
    },
  );

  test.each(["bytes=999999999-", "bytes=-0", "bytes=99999999999999999999-", "bytes=9-5"])(
    "range %s cannot be satisfied",
    async (range) => {
      const response = await content({ range });
      expect(response.headers.get("content-range")).toBe(`bytes */${whole.length}`);
      expect(await codeOf(response)).toEqual([416, "range_not_satisfiable"]);
    },
  );

  test("If-Range gives the part only for the very same content", async () => {
    const range = "bytes=0-9";
    const status = async (condition: string): Promise<number> => {
      const response = await content({ range, "if-range": condition });
      await response.arrayBuffer();
      return response.status;
    };
    expect(await status(etag)).toBe(206);
    expect(await status(modified)).toBe(206);
    expect(await status(`W/${etag}`)).toBe(200);
    expect(await status('"other"')).toBe(200);
    expect(await status("Thu, 01 Jan 2037 00:00:00 GMT")).toBe(200);
    expect(await status("yesterday")).toBe(200);
  });

  test("preconditions", async () => {
    const status = async (headers: Record<string, string>): Promise<number> => {
      const response = await content(headers);
      await response.arrayBuffer();
      return response.status;
    };
    expect(await status({ "if-none-match": etag })).toBe(304);
    expect(await status({ "if-none-match": `"x", W/${etag}` })).toBe(304);
    expect(await status({ "if-none-match": "*" })).toBe(304);
    expect(await status({ "if-none-match": '"x"', "if-modified-since": modified })).toBe(200);
    expect(await status({ "if-modified-since": modified })).toBe(304);
    expect(await status({ "if-match": etag })).toBe(200);
    expect(await status({ "if-match": `W/${etag}` })).toBe(412);
    expect(await status({ "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" })).toBe(412);
  });

  test("of a task that is not completed", async () => {
    service.tones.hold();
    const { id } = await service.createTask(modelB);
    expect(await codeOf(await service.request(`${path}/${id}/content`))).toEqual([409, "task_not_completed"]);
    expect(await codeOf(await service.request(`${path}/${id}/timestamps`))).toEqual([404, "timestamps_not_found"]);
    service.tones.release();
    await service.ended(id);
  });
});

describe("timestamps (section 2.6)", () => {
  async function timestampsOf(body: object): Promise<unknown> {
    const { timestamps_url: url } = await service.ended((await service.createTask(body)).id);
    return (await service.request(new URL(url ?? "").pathname)).json();
  }

  test("by sentence, which is the default", async () => {
    expect(await timestampsOf(modelB)).toEqual({
      granularity: "sentence",
      unit: "seconds",
      timestamps: [
        { sentence: "One two three.", start: 0, end: 0.36, text_offset: 0 },
        { sentence: "Four 😀 five.", start: 0.36, end: 0.72, text_offset: 15 },
      ],
    });
  });

  test("by word", async () => {
    const document = await timestampsOf({ ...modelB, TimestampType: "word" });
    expect(document).toMatchObject({ granularity: "word", unit: "seconds" });
    expect(document).toHaveProperty("timestamps.length", 6);
    expect(document).toHaveProperty("timestamps.5", { word: "five.", start: 0.6, end: 0.66, text_offset: 22 });
  });

  test("Model C has none", async () => {
    const completed = await service.ended((await service.createTask(modelC)).id);
    expect(completed).not.toHaveProperty("timestamps_url");
    const response = await service.request(`${path}/${completed.id}/timestamps`);
    expect(await codeOf(response)).toEqual([404, "timestamps_not_found"]);
  });
});

describe("a signed address (section 5)", () => {
  let address: URL;
  beforeAll(async () => {
    const completed = await service.ended((await service.createTask(modelC)).id);
    address = new URL(completed.content_url ?? "");
  });
  const open = (url: URL, init?: Parameters<ToneService["request"]>[1]) =>
    service.request(url.pathname + url.search, { key: null, ...init });
  const changed = (name: string, value: string): URL => {
    const copy = new URL(address);
    copy.searchParams.set(name, value);
    return copy;
  };

  test("opens its content without a key, in parts too", async () => {
    const response = await open(address);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "audio/wav"]);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
    expect((await open(address, { method: "HEAD" })).status).toBe(200);
    expect((await open(address, { headers: { range: "bytes=0-3" } })).status).toBe(206);
    expect((await open(address, { key: "wrong" })).status).toBe(200);
  });

  test("is the only one that needs no key, for this content only", async () => {
    const { pathname } = address;
    expect((await open(new URL(pathname, address))).status).toBe(401);
    expect((await service.request(pathname)).status).toBe(200);
    const task = await service.request(pathname.replace("/content", "") + address.search, { key: null });
    expect(task.status).toBe(401);
    const foreign = await service.ended((await service.createTask(modelC)).id);
    const other = await service.request(`${path}/${foreign.id}/content${address.search}`, { key: null });
    expect(await codeOf(other)).toEqual([403, "signature_invalid"]);
  });

  test("that was changed is refused, with a key too", async () => {
    const signature = address.searchParams.get("signature") ?? "";
    const flipped = (signature.startsWith("A") ? "B" : "A") + signature.slice(1);
    const expires = Number(address.searchParams.get("expires"));
    const doubled = new URL(`${address}&signature=${signature}`);
    const halved = new URL(`${address.pathname}?expires=${expires}`, address);
    for (const url of [
      changed("signature", flipped),
      changed("signature", `${signature}=`),
      changed("signature", ""),
      changed("expires", String(expires + 1)),
      changed("expires", `0${expires}`),
      doubled,
      halved,
    ]) {
      expect(await codeOf(await open(url))).toEqual([403, "signature_invalid"]);
      expect(await codeOf(await open(url, { key: keys.all }))).toEqual([403, "signature_invalid"]);
    }
  });

  test("survives a restart, and never reaches the log", async () => {
    await service.restart();
    expect((await open(address)).status).toBe(200);
    expect(service.logText()).not.toContain(address.searchParams.get("signature"));
    expect(service.logText()).not.toContain(keys.all);
    expect(service.logText()).not.toContain("example.com");
  });
});

test("content expires, and its files are removed", async () => {
  const expiring = await startToneService({ contentHours: 1 });
  // The hour is over to the second, however long the tasks take.
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  try {
    const [b, c] = [(await expiring.createTask(modelB)).id, (await expiring.createTask(modelC)).id];
    await expiring.ended(b);
    const { content_url: signed = "" } = await expiring.ended(c);
    expiring.advance(3_599_000);
    expect((await expiring.request(`${path}/${b}/content`, { method: "HEAD" })).status).toBe(200);
    expiring.advance(2_000);
    expect(await codeOf(await expiring.request(`${path}/${b}/content`))).toEqual([410, "content_expired"]);
    expect(await codeOf(await expiring.request(`${path}/${b}/timestamps`))).toEqual([410, "content_expired"]);
    const { pathname, search } = new URL(signed);
    expect(await codeOf(await expiring.request(pathname + search, { key: null }))).toEqual([403, "signature_expired"]);
    await expiring.restart();
    expect(await readdir(join(expiring.folder, "audio"))).toEqual([]);
    expect(await expiring.readTask(b)).toMatchObject({ status: "completed" });
    expect(await codeOf(await expiring.request(`${path}/${b}/content`))).toEqual([410, "content_expired"]);
  } finally {
    await expiring.close();
  }
});
