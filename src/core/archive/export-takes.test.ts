import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { toneMp3 } from "../../audio/players/tone.fixture.ts";
import { removed } from "../../contract/clean.ts";
import { takeOfParts } from "../page/take-of-answer.fixture.ts";
import { openTestLibrary, takeDetails, takeRow } from "../takes/library.fixture.ts";
import type { TakeDetails, TakeRow } from "../takes/take.ts";
import { createTakeLog } from "../takes/take-log.ts";
import { csvLine } from "./csv-line.ts";
import { type ExportChoice, exportFormats, exportTakes } from "./export-takes.ts";
import { harEntries } from "./har.ts";
import type { LeavingTake } from "./take-files.ts";
import type { ReportTexts } from "./takes-report.ts";

const report: ReportTexts = {
  language: "en",
  title: "Takes <1>",
  about: "two",
  script: "Script",
  request: "Request",
  answer: "Answer",
  headers: "Headers",
  playgroundHeaders: "Added",
  soundLeftOut: "The sound isn't in this report.",
  figures: (row) => [["Voice", row.voice]],
  heading: (row) => ({ title: row.name, state: row.status, note: row.note }),
};

const options = {
  origin: { by: "Speech Playground 0.1.0", made: new Date(0) },
  pageOrigin: "http://localhost:4173",
  report,
  signal: new AbortController().signal,
  onTake: () => {},
};

async function exported(
  choice: Partial<ExportChoice> & Pick<ExportChoice, "format">,
  takes: readonly { row?: Partial<TakeRow>; details?: Partial<TakeDetails>; sound?: Uint8Array<ArrayBuffer> }[],
) {
  const source = openTestLibrary();
  for (const [index, { row, details, sound }] of takes.entries()) {
    const id = `t${index}`;
    const format = { codec: "mp3" } as const;
    await source.begin(takeRow(id, { status: "complete", ...row }), takeDetails(id, details));
    if (sound !== undefined) {
      await source.update(id, { sound: "whole", format, facts: { bytes: sound.length, duration: 1.5 } });
      await source.keepSound({ id, format, facts: { bytes: sound.length }, blob: new Blob([sound]) });
    }
  }
  const { rows } = source.getSnapshot();
  const all = { withSound: false, forExcel: false, ...choice };
  const { blob, leftOut } = await exportTakes(rows, all, { ...options, source });
  return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(await blob.arrayBuffer()), leftOut };
}

/** A table as RFC 4180 has it. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** Whether nothing but apostrophes was put into what was written, wherever a formula might begin. */
function isButForApostrophes(read: string, written: string): boolean {
  let at = 0;
  for (const unit of read.split("")) {
    if (unit === written[at]) at += 1;
    else if (unit !== "'") return false;
  }
  return at === written.length;
}

describe("CSV", () => {
  it("is read again as it was written, and nothing in it is a formula", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme" }), fc.string(), async (name, note) => {
        const { text } = await exported({ format: "csv" }, [{ row: { name, note } }]);
        const [head = [], cells = [], ...others] = parseCsv(text);
        expect(others).toEqual([]);
        expect(cells).toHaveLength(head.length);
        for (const [column, written] of Object.entries({ name, note })) {
          const read = cells[head.indexOf(column)] ?? "";
          expect(isButForApostrophes(read, written), `${JSON.stringify(written)} was read as ${read}`).toBe(true);
        }
        for (const each of cells) expect(each).not.toMatch(/^[=+@\t\r]|^-\D/);
      }),
      { numRuns: 60 },
    );
  });

  it("has what a sound really is, and times without the clock's arithmetic", async () => {
    const measures = {
      ...{ peak: 0.5, loudness: -19.25, leadingSilence: 0.125, trailingSilence: 0.5, clipped: 3 },
      ...{ duration: 2, sampleRate: 22_050, channels: 1 },
    };
    const row = { measures, times: { ended: 25.09999999962747 } };
    const [head = [], cells = [], unmeasured = []] = parseCsv((await exported({ format: "csv" }, [{}, { row }])).text);
    const cell = (column: string, of = cells) => of[head.indexOf(column)];
    expect(cell("ended_ms")).toBe("25.1");
    expect(Number(cell("sample_peak_dbfs"))).toBeCloseTo(-6.02, 2);
    expect(
      ["loudness_lufs", "silence_before_s", "silence_after_s", "full_scale_samples"].map((each) => cell(each)),
    ).toEqual(["-19.25", "0.125", "0.5", "3"]);
    expect(cell("sample_peak_dbfs", unmeasured)).toBe("");
  });

  it("says how fast a sound came only where all of it came in the time that is told", async () => {
    const row = { facts: { bytes: 9, duration: 3 }, times: { ended: 2_000 } };
    const table = await exported({ format: "csv" }, [{ row: { ...row, resumed: 1 } }, { row }]);
    const [head = [], inOneGo, gone] = parseCsv(table.text);
    expect([inOneGo, gone].map((cells) => cells?.[head.indexOf("times_real_time")])).toEqual(["1.5", ""]);
  });

  it("names a price by the length only where a service told the length", async () => {
    const price = { kind: "money", seconds: 2, amount: 0.019, basis: "text" } as const;
    const told = { ...price, basis: "duration_seconds" } as const;
    const table = await exported({ format: "csv" }, [{ row: { settled: price } }, { row: { settled: told } }]);
    const [head = [], first, second] = parseCsv(table.text);
    expect([first, second].map((cells) => cells?.[head.indexOf("price_by_length")])).toEqual(["0.019", ""]);
  });

  it("keeps every digit of a number, negative ones too, and has a mark for Excel only on wish", async () => {
    expect(csvLine([-0.1, 1 / 3, "-1+1", undefined, -Infinity])).toBe('-0.1,0.3333333333333333,"\'-1+1",,\r\n');
    expect((await exported({ format: "csv" }, [])).text.startsWith("id,created")).toBe(true);
    expect((await exported({ format: "csv", forExcel: true }, [])).text.startsWith("\ufeffid,")).toBe(true);
  });
});

const pairs = z.array(z.strictObject({ name: z.string(), value: z.string() }));
const time = z.number().check(z.gte(0));
/** HAR 1.2, as its specification has it; what begins with `_` is anybody's. */
const harSchema = z.strictObject({
  log: z.strictObject({
    version: z.literal("1.2"),
    creator: z.strictObject({ name: z.string(), version: z.string() }),
    entries: z.array(
      z.looseObject({
        startedDateTime: z.iso.datetime(),
        time,
        request: z.strictObject({
          method: z.string(),
          url: z.url(),
          httpVersion: z.string(),
          cookies: z.array(z.unknown()),
          headers: pairs,
          queryString: pairs,
          postData: z.optional(z.strictObject({ mimeType: z.string(), text: z.string() })),
          headersSize: z.number(),
          bodySize: z.number(),
        }),
        response: z.looseObject({
          status: z.int(),
          statusText: z.string(),
          httpVersion: z.string(),
          cookies: z.array(z.unknown()),
          headers: pairs,
          content: z.strictObject({
            size: z.number(),
            mimeType: z.string(),
            text: z.optional(z.string()),
            encoding: z.optional(z.literal("base64")),
            _truncated: z.optional(z.literal(true)),
          }),
          redirectURL: z.string(),
          headersSize: z.number(),
          bodySize: z.number(),
        }),
        cache: z.strictObject({}),
        timings: z.strictObject({
          blocked: z.number(),
          dns: z.number(),
          connect: z.number(),
          ssl: z.number(),
          send: time,
          wait: time,
          receive: time,
        }),
        _webSocketMessages: z.optional(
          z.array(
            z.looseObject({
              type: z.enum(["send", "receive"]),
              time: z.number(),
              opcode: z.union([z.literal(1), z.literal(2)]),
              data: z.string(),
            }),
          ),
        ),
      }),
    ),
  }),
});

describe("HAR", () => {
  it("names no other server than the take's own, whatever address an older version kept", async () => {
    for (const path of ["@evil.example/v1/audio/speech", ".evil.example/v1", "//evil.example/", ":1@evil.example/"]) {
      const details = { request: { endpoint: "speech", path, body: "{}" } } as const;
      const { text } = await exported({ format: "har" }, [{ row: { address: "https://speech.example" }, details }]);
      expect(new URL(JSON.parse(text).log.entries[0].request.url).origin).toBe("https://speech.example");
    }
  });

  const sound = new Uint8Array(1_000_000).map((_, at) => at * 7);
  const spoken = {
    row: { httpStatus: 200, times: { firstAudio: 30, ended: 100 }, address: "https://service.example/base/" },
    details: {
      headers: [["content-type", "audio/mpeg"]] satisfies [string, string][],
      log: {
        entries: [
          { at: 5, type: "sent" },
          { at: 25, type: "headers", status: 200 },
          { at: 90, type: "chunk", bytes: 10 },
        ],
        dropped: 0,
      },
    },
    sound,
  };

  it("follows the schema of HAR 1.2, with every moment where it belongs", async () => {
    const { text } = await exported({ format: "har" }, [spoken, {}]);
    const { log } = harSchema.parse(JSON.parse(text));
    const entry = log.entries.find(({ request }) => request.url === "https://service.example/base/v1/audio/speech");
    expect(entry).toMatchObject({
      time: 100,
      timings: { blocked: 5, wait: 20, receive: 75 },
      request: { method: "POST", postData: { text: '{"model":"streamspeech-v8"}' } },
      response: { status: 200, content: { size: 1_000_000, mimeType: "audio/mpeg" } },
    });
    expect(text).not.toContain("base64");
  });

  it("names no media type that nobody sent", async () => {
    const error = { name: "SpeechRequestError", message: "", raw: "" };
    const details = { headers: [["x-request-id", "r"]] satisfies [string, string][], error };
    const { text } = await exported({ format: "har" }, [{ row: { status: "failed", httpStatus: 500 }, details }]);
    const [entry] = harSchema.parse(JSON.parse(text)).log.entries;
    expect(entry?.response.content).toEqual({ size: 0, mimeType: "", text: "" });
    // Nor a rate that is only assumed.
    const format = { codec: "pcm_s16le", sampleRate: 22_050, channels: 1, rateAssumed: true } as const;
    const samples = { row: { ...spoken.row, format }, details: { headers: [] } };
    const [sent] = harSchema.parse(JSON.parse((await exported({ format: "har" }, [samples])).text)).log.entries;
    expect(sent?.response.content.mimeType).toBe("");
  });

  it("holds the sounds on wish, byte for byte", async () => {
    const { text } = await exported({ format: "har", withSound: true }, [spoken, {}]);
    const { log } = harSchema.parse(JSON.parse(text));
    const content = log.entries.find(({ response }) => response.content.encoding === "base64")?.response.content;
    expect(Buffer.from(content?.text ?? "", "base64").equals(Buffer.from(sound))).toBe(true);
  });

  it("has each request of a take in parts that was sent, with its own time, status and body", async () => {
    const part = (body: string, state: "done" | "sent" | "unsent") => ({ start: 0, end: 1, pause: 0, body, state });
    const entries = [
      { at: 1_000, type: "sent" },
      { at: 1_020, type: "headers", status: 200 },
      { at: 1_050, type: "frame", direction: "received", kind: "binary", size: 6 },
      { at: 1_090, type: "chunk", bytes: 10 },
      { at: 2_000, type: "sent" },
      { at: 2_050, type: "headers", status: 503 },
    ];
    const error = { name: "SpeechRequestError", message: "", status: 503, raw: "busy" };
    const parts = [part("1", "done"), part("2", "done"), part("3", "sent"), part("4", "unsent")];
    const take = {
      row: { status: "failed", httpStatus: 503, sound: "whole" } as const,
      details: { parts, error, headers: spoken.details.headers, log: { entries, dropped: 0 } },
      sound,
    };
    const { text, leftOut } = await exported({ format: "har", withSound: true }, [take]);
    const har = harSchema.parse(JSON.parse(text)).log.entries;
    expect(har.map(({ request }) => request.postData?.text)).toEqual(["1", "2", "3"]);
    expect(har.map(({ response }) => response.status)).toEqual([200, 200, 503]);
    expect(har.map(({ timings }) => [timings.wait, timings.receive])).toEqual([
      [0, 0],
      [20, 70],
      [50, 0],
    ]);
    const moments = har.map(({ startedDateTime }) => Date.parse(startedDateTime));
    expect(moments.map((moment) => moment - (moments[0] ?? 0))).toEqual([0, 1_000, 2_000]);
    expect(har.map(({ response }) => response.content.text)).toEqual([undefined, undefined, "busy"]);
    // Of the first part, which was sent before the take went on, the log has nothing.
    expect(har.map(({ response }) => [response.content.size, response.bodySize])).toEqual([
      [0, -1],
      [16, 16],
      [4, 4],
    ]);
    // Of one that went on, the log is of what came then; the parts before were sent with the take.
    const resumed = { ...take, row: { ...take.row, created: 1_000, resumed: 600_000 } };
    resumed.details = { ...take.details, log: { entries: entries.slice(0, 3), dropped: 0 } };
    const { log } = harSchema.parse(JSON.parse((await exported({ format: "har" }, [resumed])).text));
    expect(log.entries.map(({ startedDateTime }) => Date.parse(startedDateTime))).toEqual([1_000, 1_000, 601_000]);
    // What the page put together came from no service.
    expect([text.includes("base64"), leftOut.sounds]).toEqual([false, 1]);
  });

  it("has the times of each request of a long take in parts, of which not every piece is kept", () => {
    const log = createTakeLog(0);
    const parts = Array.from({ length: 100 }, (_, at) => {
      log.append({ at: at * 2_000, type: "sent", path: "/v1/audio/speech", body: "{}" });
      log.append({ at: at * 2_000 + 100, type: "headers", status: 200, headers: [] });
      for (let came = 1; came <= 120; came++)
        log.append({ at: at * 2_000 + 100 + came * 10, type: "chunk", bytes: 1_000, start: new Uint8Array(4) });
      log.append({ at: at * 2_000 + 1_301, type: "end", bytes: 120_000 });
      return { start: at, end: at + 1, pause: 0, body: "{}", state: "done" } as const;
    });
    const take = {
      row: takeRow("a", { status: "complete" }),
      details: takeDetails("a", { parts, log: log.getSnapshot() }),
    };
    const timings = harEntries(take, "https://page.example", false).map((entry) => JSON.parse(entry).timings);
    expect(timings).toEqual(parts.map(() => expect.objectContaining({ blocked: 0, wait: 100, receive: 1_200 })));
  });

  it("has with each request of a take in parts the head of its own answer, be it refused", async () => {
    const tone = await toneMp3({ seconds: 1 });
    const told = (id: string, type = "audio/mpeg") => ({ "content-type": type, "x-request-id": id });
    const { row, details } = await takeOfParts(
      new Response(tone, { status: 206, headers: told("r1") }),
      new Response(tone, { headers: told("r2", "audio/mp3") }),
      new Response('{"error":{"message":"No."}}', { status: 401, headers: told("r3", "application/json") }),
    );
    const headsOf = (take: LeavingTake) =>
      harEntries(take, "https://page.example", false).map((entry) => {
        const { response } = JSON.parse(entry);
        const headers: { name: string; value: string }[] = response.headers;
        const id = headers.find(({ name }) => name === "x-request-id")?.value;
        return [response.status, id, response.content.mimeType, response.content.text];
      });
    expect(headsOf({ row, details })).toEqual([
      [206, "r1", "audio/mpeg", undefined],
      [200, "r2", "audio/mp3", undefined],
      [401, "r3", "application/json", '{"error":{"message":"No."}}'],
    ]);
    // A take of an older version knows the statuses alone, by its log.
    const older = { ...details, parts: details.parts?.map(({ answer: _, ...part }) => part) };
    expect(headsOf({ row, details: older })).toEqual([
      [206, undefined, "", undefined],
      [200, undefined, "", undefined],
      [401, undefined, "", '{"error":{"message":"No."}}'],
    ]);
  });

  it("has of a task the answer by which it was made, and neither its end nor its sound", async () => {
    const text = '{"id":"task_1"}';
    const log = {
      entries: [
        { at: 5, type: "sent" },
        { at: 25, type: "headers", status: 200 },
        { at: 30, type: "body", bytes: text.length },
        { at: 30, type: "end", bytes: 0 },
      ],
      dropped: 0,
    };
    const request = { endpoint: "tasks", path: "/v1/audio/speech/tasks", body: "{}" } as const;
    const details = { request, log, answer: { text, truncated: false } };
    const failure = { kind: "unknown", message: "Later.", cost: "possible" } as const;
    const task = { row: { httpStatus: 200, times: { ended: 90_000 }, failure }, details, sound };
    const [entry] = harSchema.parse(JSON.parse((await exported({ format: "har", withSound: true }, [task])).text)).log
      .entries;
    expect(entry).toMatchObject({
      time: 30,
      timings: { blocked: 5, wait: 20, receive: 5 },
      response: { bodySize: text.length, content: { size: text.length, text } },
    });
    expect(entry?.response).not.toHaveProperty("_error");
  });

  it.each([
    ["an answer", { answer: { text: "abc", truncated: true } }, 90_000],
    ["an error", { error: { name: "E", message: "", raw: "abc", truncated: true } }, undefined],
    [
      "an error's cause",
      { error: { name: "E", message: "", cause: { name: "C", message: "", raw: "abc", truncated: true } } },
      undefined,
    ],
  ])("says that only the beginning of %s is kept", async (_, details, bytes) => {
    const log = { entries: bytes === undefined ? [] : [{ at: 3, type: "body", bytes }], dropped: 0 };
    const { text } = await exported({ format: "har" }, [{ details: { ...details, log } }]);
    const { response } = harSchema.parse(JSON.parse(text)).log.entries[0] ?? {};
    expect(response?.content).toEqual({ size: bytes ?? 3, mimeType: "", text: "abc", _truncated: true });
    expect(response?.bodySize).toBe(bytes ?? -1);
  });

  it("has a WebSocket's messages as the developer tools read them", async () => {
    const entries = [
      { at: 0, type: "opened" },
      { at: 1, type: "frame", direction: "sent", kind: "text", size: 2, text: "{}" },
      { at: 2, type: "frame", direction: "received", kind: "binary", size: 900, start: new Uint8Array([1, 2]) },
      { at: 3, type: "frame", direction: "received", kind: "text", size: 90_000, text: '{"type":"pro' },
      { at: 4, type: "frame", direction: "received", kind: "text", size: 90_000, text: "字".repeat(30_000) },
    ];
    const request = { endpoint: "websocket", path: "/v1/audio/speech/websocket?model=m", body: "{}" } as const;
    // What a frame said of an error is no body, and neither is the sound of the others.
    const error = { name: "SocketClosedError", message: "", raw: '{"type":"error"}' };
    const details = { request, error, log: { entries, dropped: 0 } };
    const { text } = await exported({ format: "har" }, [{ details, sound }]);
    const [entry] = harSchema.parse(JSON.parse(text)).log.entries;
    expect(entry).toMatchObject({
      request: { method: "GET", url: "ws://localhost:4173/v1/audio/speech/websocket?model=m" },
      response: { status: 101, bodySize: 0, content: { size: 0, mimeType: "" } },
      _resourceType: "websocket",
      _webSocketMessages: [
        { type: "send", time: 1.001, opcode: 1, data: "{}" },
        { type: "receive", time: 1.002, opcode: 2, data: "AQI=", _size: 900, _truncated: true },
        { type: "receive", time: 1.003, opcode: 1, data: '{"type":"pro', _size: 90_000, _truncated: true },
        { type: "receive", time: 1.004, opcode: 1 },
      ],
    });
    expect(entry?.response.content).not.toHaveProperty("text");
    expect(entry?._webSocketMessages?.at(-1)).not.toHaveProperty("_truncated");
  });
});

describe("a report", () => {
  it("holds its sounds, takes nothing from outside and runs nothing", async () => {
    const evil = `</p><script>alert(1)</script><img src="https://evil.example/x">"'&`;
    const form = { ...takeDetails("").form, text: evil };
    const takes = [{ row: { name: evil, note: evil, voice: evil }, details: { form }, sound: new Uint8Array([1, 2]) }];
    const { text, leftOut } = await exported({ format: "html" }, takes);
    expect(text).toContain("default-src 'none'".replaceAll("'", "&#39;"));
    expect(text).toContain('src="data:audio/mpeg;base64,AQI="');
    expect(text).not.toMatch(/<script|<img|src="http|href=/);
    expect(leftOut.sounds).toBe(0);
  });

  it("shows what is said, without the brackets that aren't", async () => {
    const script = "[Noah] It is. [pause 1.5s] Good night.";
    const form = { ...takeDetails("").form, text: script };
    const parts = ["It is.", "Good night."].map((said) => {
      const start = script.indexOf(said);
      return { start, end: start + said.length, pause: 0, body: "{}", state: "done" as const };
    });
    const { text } = await exported({ format: "html" }, [{ details: { form, parts } }]);
    expect(text).toContain(">It is. Good night.<");
    expect(text).not.toContain("[Noah]");
  });

  it("says which sounds it has no room for", async () => {
    const large = { sound: new Uint8Array(30_000_000) };
    const { text, leftOut } = await exported({ format: "html" }, [large, large]);
    expect(text.match(/<audio/g)).toHaveLength(1);
    expect(text).toContain(report.soundLeftOut.replace("'", "&#39;"));
    expect(leftOut.sounds).toBe(1);
  });
});

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const secret = fc
  .array(fc.constantFrom(...letters), { minLength: 18, maxLength: 30 })
  .map((characters) => `Zq7${characters.join("")}`);

it.each(exportFormats.filter((format) => format !== "zip"))("no planted secret comes out in %s", async (format) => {
  await fc.assert(
    fc.asyncProperty(secret, async (key) => {
      const address = `https://me:${key}@host.example/a.wav?X-Amz-Signature=${key}`;
      const { text, leftOut } = await exported({ format, withSound: true, forExcel: true }, [
        {
          row: { voice: address, name: `sk-${key}`, note: `Bearer ${key}`, address: `https://u:${key}@s.example` },
          details: {
            form: { ...takeDetails("").form, values: { voice: address }, text: `cookie: a=${key}` },
            request: { endpoint: "speech", path: `/v1/audio/speech?token=${key}`, body: JSON.stringify({ address }) },
            headers: [
              ["set-cookie", `a=${key}`],
              ["location", address],
            ],
            error: { name: "Error", message: key.slice(0, 0), raw: JSON.stringify({ error: { authorization: key } }) },
          },
        },
      ]);
      expect(text).not.toContain(key);
      expect(text).toContain(removed);
      expect(leftOut.cleaned).toBe(1);
    }),
    { numRuns: 40 },
  );
});
