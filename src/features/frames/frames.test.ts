import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { OrderRemark } from "../../contract/frame-order.ts";
import { harEntries } from "../../core/archive/har.ts";
import { answerOfTake } from "../../core/exchanges/answer.ts";
import { checkOrder } from "../../core/exchanges/check-order.ts";
import { isShown, toFrameRows } from "../../core/exchanges/frame-rows.ts";
import type { Figures } from "../../core/takes/figures.ts";
import { takeDetails, takeRow } from "../../core/takes/library.fixture.ts";
import { networkTimesOf } from "../../core/takes/network-times.ts";
import type { TakeLogEntry } from "../../core/takes/take.ts";
import { createTakeLog } from "../../core/takes/take-log.ts";
import { answersAbout } from "../../core/tasks/polls.ts";
import { observeTake } from "../checks/observe-take.ts";
import { describeFrame } from "./describe-frame.ts";
import { exportFrames } from "./export-frames.ts";
import { en } from "./messages/en.ts";
import type { FramesTexts } from "./messages/index.ts";
import { axisTicks, deriveWaterfall } from "./waterfall-layout.ts";

const audio = (at: number, size: number): TakeLogEntry => ({
  at,
  type: "frame",
  direction: "received",
  kind: "binary",
  size,
  start: new Uint8Array(Math.min(size, 4)),
});
const text = (at: number, content: string, direction = "received"): TakeLogEntry => ({
  at,
  type: "frame",
  direction,
  kind: "text",
  size: content.length,
  text: content,
});
const closed = (at: number, code = 1_000): TakeLogEntry => ({
  at,
  type: "closed",
  code,
  reason: "",
  clean: code === 1_000,
});
const logOf = (entries: readonly TakeLogEntry[]) => ({ entries: [...entries], dropped: 0 });
const socketTake = (entries: readonly TakeLogEntry[]) =>
  takeDetails("a", {
    request: { endpoint: "websocket", path: "/v1/audio/speech/websocket?model=streamspeech-v8", body: "{}" },
    log: logOf(entries),
  });
const request = text(12, '{"Text":"Hello."}', "sent");
const progress = text(40, '{"type":"progress","message":[]}');
const complete = text(50, '{"type":"complete"}');
const opened: TakeLogEntry = { at: 11, type: "opened" };
const asDocumented = [{ at: 1, type: "sent" }, opened, request, audio(20, 300), audio(30, 200), progress, complete];

describe("rows", () => {
  const rows = toFrameRows([...asDocumented, closed(51)]);

  it("stand in the order of what happened, with what had come by then", () => {
    expect(rows.map(({ kind, direction, at, after, received }) => [kind, direction, at, after, received])).toEqual([
      ["milestone", "sent", 1, 0, 0],
      ["milestone", "none", 11, 10, 0],
      ["text", "sent", 12, 1, 0],
      ["binary", "received", 20, 8, 300],
      ["binary", "received", 30, 10, 500],
      ["text", "received", 40, 10, 500],
      ["text", "received", 50, 10, 500],
      ["milestone", "none", 51, 1, 500],
    ]);
    expect(rows[5]?.frame?.type).toBe("progress");
    expect(rows[2]?.frame).toBeUndefined();
    expect(rows[7]?.facts).toEqual({ code: 1_000, reason: "", clean: true });
  });

  it("of a task are every look at it, and every answer that brought its sound and its times, in order", () => {
    const looks = { first: [{ at: 3_000, status: 200, text: '{"status":"queued"}' }], last: [], dropped: 0 };
    const second = { at: 6_000, problem: "gone" };
    const asked = [
      { at: 6_300, type: "content", direction: "received", status: 200 },
      { at: 6_200, type: "head", direction: "received", status: 200 },
      { at: 6_900, type: "content", direction: "received", bytes: 40_000 },
      { at: 6_100, type: "timestamps", direction: "received", status: 404 },
      { at: 1, type: "anything" },
    ];
    const task = { object: {}, polls: { ...looks, first: [...looks.first, second] } };
    const made = [
      { at: 1, type: "sent" },
      { at: 9, type: "headers", status: 200 },
    ];
    const of = (told: object) => toFrameRows([...made, ...answersAbout({ ...task, ...told })]);
    const rows = of({ asked: asked.slice(0, 4) });
    expect(rows.map(({ at, event, direction, facts, text }) => [at, event, direction, facts["status"], text])).toEqual([
      [1, "sent", "sent", undefined, undefined],
      [9, "headers", "received", 200, undefined],
      [3_000, "poll", "received", 200, '{"status":"queued"}'],
      [6_000, "poll", "received", undefined, undefined],
      [6_100, "timestamps", "received", 404, undefined],
      [6_200, "head", "received", 200, undefined],
      [6_300, "content", "received", 200, undefined],
      [6_900, "content", "received", undefined, undefined],
    ]);
    // What an older version or a file wrote is passed over.
    expect(of({ asked }).map(({ event }) => event)).toEqual(["sent", "headers", "poll", "poll"]);
    const titles = rows.map((row) => describeFrame(row, { messages: en } as FramesTexts).title);
    expect([titles[2], titles[3], titles[7]]).toEqual([
      "task looked at: 200",
      "task looked at: gone",
      "audio whole: 40,000 bytes",
    ]);
    const figures = { moments: { sent: 1, headers: 9 }, stalls: [] } as unknown as Figures;
    const { answer, pieces, end } = deriveWaterfall(rows, figures);
    expect([answer, end, pieces.map(({ from }) => from)]).toEqual([
      { from: 9, until: 9 },
      6_900,
      [3_000, 6_000, 6_100, 6_200, 6_300, 6_900],
    ]);
  });

  it("of an HTTP answer are its head and its pieces", () => {
    const http = toFrameRows([
      { at: 1, type: "sent" },
      { at: 90, type: "headers", status: 200 },
      { at: 91, type: "chunk", bytes: 7, start: Uint8Array.of(0xff) },
      { at: 95, type: "end", bytes: 7 },
    ]);
    expect(http.map(({ kind, size, received }) => [kind, size, received])).toEqual([
      ["milestone", undefined, 0],
      ["milestone", undefined, 0],
      ["chunk", 7, 7],
      ["milestone", undefined, 7],
    ]);
    expect(http[1]?.facts).toEqual({ status: 200 });
  });

  it.each([
    ["all", 8],
    ["sent", 2],
    ["received", 4],
    ["text", 3],
    ["binary", 2],
  ] as const)("under the filter %s are %i", (filter, count) => {
    expect(rows.filter((row) => isShown(row, filter))).toHaveLength(count);
  });

  it("come of whatever is stored, and nothing throws", () => {
    const entry = fc.record({ at: fc.double({ noNaN: true }), type: fc.string() }, { requiredKeys: ["at", "type"] });
    const stored = fc.array(
      fc.tuple(entry, fc.dictionary(fc.constantFrom("kind", "direction", "size", "text", "start"), fc.anything())),
    );
    fc.assert(
      fc.property(stored, (entries) => {
        const log = entries.map(([known, more]) => ({ ...more, ...known }));
        expect(toFrameRows(log)).toHaveLength(log.length);
      }),
    );
  });
});

describe("the order of section 6", () => {
  const remarks = (entries: readonly TakeLogEntry[], over = true): readonly OrderRemark[] | undefined =>
    checkOrder(toFrameRows(entries), over)?.map(({ remark }) => remark);

  it("is kept by sound, words, complete and a normal close", () => {
    expect(remarks([...asDocumented, closed(51)])).toEqual([]);
  });

  it("is judged by what came, not by what was kept of it", () => {
    const kept = { ...text(40, '{"type":"progress","message":[{"word":"ca'), size: 139_671, is: "progress" };
    expect(remarks([opened, request, audio(20, 1), kept, complete, closed(60)])).toEqual([]);
    expect(toFrameRows([kept])[0]).toMatchObject({ is: "progress", frame: undefined, size: 139_671 });
  });

  it("misses nothing that a person didn't wait for", () => {
    const stopped = [opened, request, audio(20, 1), { at: 30, type: "aborted" }, { ...closed(31), by: "page" }];
    expect(remarks(stopped)).toEqual([]);
  });

  it("is asked of WebSockets alone", () => {
    expect(remarks([{ at: 0, type: "sent" }])).toBeUndefined();
  });

  it("is not broken by what hasn't come yet", () => {
    expect(remarks([opened, request], false)).toEqual([]);
  });

  test.each<[string, readonly TakeLogEntry[], readonly OrderRemark[]]>([
    ["a frame before the request", [opened, audio(11, 1), request, progress, complete, closed(60)], ["before_request"]],
    ["two requests", [opened, request, request, audio(20, 1), progress, complete, closed(60)], ["several_requests"]],
    [
      "sound behind the words",
      [opened, request, progress, audio(45, 1), complete, closed(60)],
      ["audio_after_progress"],
    ],
    ["sound behind the end", [opened, request, progress, complete, audio(55, 1), closed(60)], ["audio_after_complete"]],
    [
      "words behind the end",
      [opened, request, audio(20, 1), complete, progress, closed(60)],
      ["progress_after_complete"],
    ],
    ["two ends", [opened, request, audio(20, 1), progress, complete, complete, closed(60)], ["complete_twice"]],
    ["no end", [opened, request, audio(20, 1), progress, closed(60)], ["no_complete"]],
    ["no words", [opened, request, audio(20, 1), complete, closed(60)], ["no_progress"]],
    ["no sound", [opened, request, progress, complete, closed(60)], ["no_audio"]],
    ["no close", [opened, request, audio(20, 1), progress, complete], ["not_closed"]],
    ["a close by the page", [...asDocumented, { ...closed(560), by: "page" }], ["not_closed"]],
    ["an abnormal close", [...asDocumented, closed(60, 1_008)], ["closed_abnormally"]],
    ["no close frame", [...asDocumented, closed(60, 1_006)], ["no_close_frame"]],
    [
      "a close of the playground's server",
      [...asDocumented, { ...closed(60, 1_011), playground: "upstream_broken_off" }],
      ["no_close_frame"],
    ],
    ["an error", [opened, request, text(20, '{"type":"error"}'), closed(60)], ["error_frame"]],
    [
      "other frames",
      [opened, request, text(20, '{"type":"usage"}'), text(21, "hm"), audio(22, 1), progress, complete, closed(60)],
      ["unknown_type", "not_json"],
    ],
  ])("is broken by %s", (_, entries, expected) => {
    expect(remarks(entries)).toEqual(expected);
  });
});

describe("of more pieces and texts than are kept one by one", () => {
  /** What is kept where `count` binary frames came, 10 ms after each other, then words and the end. */
  function manyFrames(count: number): readonly TakeLogEntry[] {
    const log = createTakeLog(0);
    log.append({ at: 0, type: "opened" });
    log.append({ at: 0, type: "frame", direction: "sent", kind: "text", size: 2, text: "{}" });
    const received = { type: "frame", direction: "received" } as const;
    for (let at = 10; at <= 10 * count; at += 10)
      log.append({ ...received, at, kind: "binary", size: 480, start: new Uint8Array(4) });
    const end = 10 * count;
    const [words, over] = ['{"type":"progress","message":[]}', '{"type":"complete"}'];
    log.append({ ...received, at: end + 1, kind: "text", size: words.length, text: words, is: "progress" });
    log.append({ ...received, at: end + 2, kind: "text", size: over.length, text: over, is: "complete" });
    log.append({ at: end + 3, type: "closed", code: 1_000, reason: "", clean: true, by: "service" });
    return log.getSnapshot().entries;
  }
  const entries = manyFrames(4_710);
  const rows = toFrameRows(entries);

  it("nothing is missing from their order", () => {
    expect(checkOrder(rows, true)).toEqual([]);
  });

  it("all count, and the last one's moment is known", () => {
    expect(networkTimesOf(entries)).toMatchObject({ firstByte: 10, lastByte: 47_100, chunks: 4_710 });
    const answer = answerOfTake(takeRow("a", { transport: "websocket" }), takeDetails("a", { log: logOf(entries) }));
    expect(answer.binaryFrames).toBe(4_710);
    expect(rows.findLast(({ kind }) => kind === "binary")?.received).toBe(4_710 * 480);
  });

  it("it is said of how many only the number is kept, in JSON too", () => {
    const counted = rows.find(({ count }) => count > 1);
    const title = counted && describeFrame(counted, { messages: en } as FramesTexts).title;
    expect(title).toBe("binary frame × 713");
    const told = { count: 713, milliseconds: 39_980, untilMilliseconds: 47_100, bytes: 713 * 480 };
    expect(JSON.parse(exportFrames({}, rows)).frames).toContainEqual(expect.objectContaining(told));
    const har = harEntries({ row: takeRow("a"), details: socketTake(entries) }, "https://a.example", false);
    expect(har.join()).toContain('"_count":713');
  });

  it("a case that is made of them expects the words and the end", () => {
    const { frames = "" } = observeTake(takeRow("a", { transport: "websocket" }), socketTake(entries));
    expect(frames).toMatch(/^b{4710}pc$/);
  });

  it("a sound that goes on behind the end is found", () => {
    const log = createTakeLog(0);
    const piece = { type: "frame", direction: "received", kind: "binary", size: 1, start: new Uint8Array(1) } as const;
    for (let at = 0; at < 4_010; at++) log.append({ ...piece, at });
    const end = { type: "frame", direction: "received", kind: "text", size: 2, text: "{}", is: "complete" } as const;
    log.append({ ...end, at: 4_010 });
    log.append({ ...piece, at: 4_011 });
    const found = checkOrder(toFrameRows(log.getSnapshot().entries), false)?.map(({ remark }) => remark);
    expect(found).toContain("audio_after_complete");
  });

  it("nor is more kept of what comes by turns, and its order is known", () => {
    const log = createTakeLog(0);
    const piece = { type: "frame", direction: "received", kind: "binary", size: 1, start: new Uint8Array(1) } as const;
    const words = { type: "frame", direction: "received", kind: "text", size: 2, text: "{}", is: "progress" } as const;
    for (let at = 0; at < 30_000; at++) log.append({ ...(at % 2 === 0 ? piece : words), at });
    for (const at of [30_000, 30_001]) log.append({ ...words, at, is: "complete" });
    for (const at of [30_002, 30_003]) log.append({ ...piece, at });
    log.append({ ...words, at: 30_004 });
    const { entries } = log.getSnapshot();
    expect(entries.length).toBeLessThan(4_100);
    expect(networkTimesOf(entries)).toMatchObject({ lastByte: 30_003, chunks: 15_002 });
    const rows = toFrameRows(entries);
    expect(rows.slice(-4).map(({ is, at, until }) => [is, at, until])).toEqual([
      ["complete", 30_000, 30_000],
      ["complete", 30_001, 30_001],
      [undefined, 30_002, 30_003],
      ["progress", 30_004, 30_004],
    ]);
    expect(rows.filter(({ after }, index) => index > 0 && after !== 1)).toEqual([]);
    expect(checkOrder(rows, false)?.map(({ remark }) => remark)).toEqual(
      expect.arrayContaining(["audio_after_complete", "progress_after_complete", "complete_twice"]),
    );
  });

  it("long texts are counted too, and how they ended is kept", () => {
    const log = createTakeLog(0);
    const text = "x".repeat(60_000);
    const frame = { type: "frame", direction: "received", kind: "text", size: text.length } as const;
    for (let at = 0; at < 6_000; at++) log.append({ ...frame, at, text, is: "progress" });
    log.append({ ...frame, at: 6_000, text: '{"type":"complete"}', is: "complete" });
    const { entries } = log.getSnapshot();
    expect(entries.length).toBeLessThan(100);
    expect(entries.at(-2)).toMatchObject({
      is: "progress",
      count: 6_002 - entries.length,
      lasted: 6_001 - entries.length,
    });
    expect(entries.at(-1)).toMatchObject({ is: "complete", text: '{"type":"complete"}' });
  });
});

describe("an export", () => {
  it("holds every digit and the beginning of binary data", () => {
    const rows = toFrameRows([{ ...audio(20.0625, 3), start: Uint8Array.of(0xff, 0xfb, 0x00) }]);
    expect(JSON.parse(exportFrames({ model: "streamspeech-v8" }, rows))).toEqual({
      model: "streamspeech-v8",
      frames: [
        {
          index: 0,
          milliseconds: 20.0625,
          direction: "received",
          kind: "binary",
          event: "frame",
          bytes: 3,
          hexadecimalStart: "fffb00",
        },
      ],
    });
  });
});

describe("the waterfall", () => {
  const figures = {
    moments: { sent: 1, headers: undefined, firstByte: 20, firstSound: 25, lastByte: 30, complete: 51 },
    stalls: [{ at: 100, length: 50 }],
    bytes: 500,
    chunks: 2,
    duration: 2,
    bitrate: undefined,
    sampleRate: undefined,
    channels: undefined,
    realTime: undefined,
  };

  it("goes on to the last of what is counted, though something else came behind its first", () => {
    const counted = { ...audio(20, 3), count: 5, lasted: 60 };
    expect(deriveWaterfall(toFrameRows([opened, counted, progress]), figures).answer?.until).toBe(80);
  });

  it("goes from the click to the last sound", () => {
    expect(deriveWaterfall(toFrameRows([...asDocumented, closed(51)]), figures)).toEqual({
      preparing: { from: 0, until: 1 },
      waiting: { from: 1, until: 11 },
      answer: { from: 11, until: 51 },
      pieces: [
        { from: 20, until: 20, share: 1, count: 1, row: 3 },
        { from: 30, until: 30, share: 200 / 300, count: 1, row: 4 },
      ],
      sound: { from: 25, until: 2_075 },
      stalls: [{ from: 100, until: 150 }],
      end: 2_075,
    });
  });

  it("of nothing is empty", () => {
    const moments = {
      sent: undefined,
      headers: undefined,
      firstByte: undefined,
      firstSound: undefined,
      lastByte: undefined,
      complete: undefined,
    };
    expect(deriveWaterfall([], { ...figures, moments, stalls: [] })).toMatchObject({ pieces: [], end: 1 });
  });

  it("has an axis of a few round moments", () => {
    expect(axisTicks(2_075)).toEqual([0, 500, 1_000, 1_500, 2_000]);
    fc.assert(
      fc.property(fc.double({ min: 1, max: 1e8, noNaN: true }), (length) => {
        const ticks = axisTicks(length);
        expect(ticks.length).toBeGreaterThanOrEqual(3);
        expect(ticks.length).toBeLessThanOrEqual(7);
        expect(ticks.at(-1)).toBeLessThanOrEqual(length);
      }),
    );
  });
});
