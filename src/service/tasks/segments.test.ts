import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { streamSpeechV8 } from "../../contract/models/streamspeech-v8.ts";
import { streamVoices } from "../../contract/models/streamspeech-v8-voices.ts";
import { acceptBody } from "../accept.ts";
import { toFloats } from "../engines/samples.ts";
import { planStreamSpeech } from "../plans/streamspeech-v8.ts";
import { mp3Encoder } from "../synthesis/signal/encoder.ts";
import type { Synthesis } from "../synthesis/synthesizer.ts";
import { splitIntoSegments } from "../synthesis/text/segments.ts";
import { Mp3Libraries } from "../synthesis/threads/mp3-libraries.ts";
import { createToneSynthesizer, poison, stumble } from "../tone.fixture.ts";
import { services, type ToneService } from "../tone-service.fixture.ts";
import { writeSound } from "./sound-file.ts";
import { segmentFormat } from "./task-files.ts";

describe.each(services)("a service $name", ({ start, hasWorkers }) => {
  let service: ToneService;
  beforeEach(async () => {
    service = await start();
  });
  afterEach(() => service.close());

  const path = "/v1/audio/speech/tasks";
  /** Four segments of up to a minute as estimated. */
  const sentence = "One two three, four five. ";
  const input = sentence.repeat(120);
  const words = 120 * 5;
  const request = { model: "streamspeech-v8", voice: streamVoices[0]?.name, input, TimestampType: "word" };

  async function contentOf(id: string): Promise<Buffer> {
    return Buffer.from(await (await service.request(`${path}/${id}/content`)).arrayBuffer());
  }

  /** The sound that one encoder makes in one go of all that the segments of a text say. */
  async function inOneGo(body: object): Promise<Buffer> {
    const { utterance } = await planStreamSpeech(acceptBody(streamSpeechV8, body, "tasks"));
    const { text, voice, format } = utterance;
    if (format.codec !== "mp3") throw new Error("tasks are made in MP3");
    const parts: Uint8Array[] = [];
    for (const { start, length } of splitIntoSegments(text, voice.spokenLanguage)) {
      const said = { ...utterance, text: text.slice(start, start + length), format: segmentFormat };
      for await (const part of createToneSynthesizer().speak(said, new AbortController().signal)) parts.push(part);
    }
    const samples = new Int16Array(Uint8Array.from(Buffer.concat(parts)).buffer);
    const encoder = mp3Encoder(await new Mp3Libraries().acquire(), format.bitrate);
    async function* bytes() {
      for (let at = 0; at < samples.length; at += 7_000)
        yield encoder.encode(toFloats(samples.subarray(at, at + 7_000)));
      yield encoder.finish();
    }
    const durationSeconds = samples.length / 22_050;
    const result = Promise.resolve({ durationSeconds, pause: 0, language: "en", words: [], sentences: [] });
    const made: Uint8Array[] = [];
    const synthesis: Synthesis = { [Symbol.asyncIterator]: bytes, result, charactersSpoken: 0 };
    const keep = async (piece: Uint8Array): Promise<void> => void made.push(piece);
    const front = await writeSound(keep, format, synthesis, () => undefined);
    return Buffer.concat([front, ...made]);
  }

  // The encoder is the same for all: workers show it once.
  test.each(hasWorkers ? ["64k"] : ["16k", "64k", "192k", "320k"])(
    "sound joined of segments is that of one go, byte for byte, at %s",
    async (Bitrate) => {
      const body = { ...request, Bitrate };
      const { id } = await service.createTask(body);
      expect(await service.ended(id)).toMatchObject({ status: "completed" });
      expect(service.tones.utterances).toBeGreaterThan(3);
      expect((await contentOf(id)).equals(await inOneGo(body))).toBe(true);
    },
  );

  /** Percent that a client learns when the third segment is held at its fiftieth word: two are whole. */
  const told = Math.floor((100 * (2 * 180 + (hasWorkers ? 0 : 50))) / words);

  test("their times are those of the whole", async () => {
    const { id } = await service.createTask(request);
    await service.ended(id);
    const document = (await (await service.request(`${path}/${id}/timestamps`)).json()) as {
      timestamps: { word: string; start: number; text_offset: number }[];
    };
    expect(document.timestamps).toHaveLength(words);
    for (const [index, { word, start, text_offset: offset }] of document.timestamps.entries()) {
      expect(start).toBeCloseTo(index * 0.12, 3);
      expect(input.slice(offset, offset + word.length)).toBe(word);
    }
  });

  test("segments without a word make no sound, wherever they are", async () => {
    const space = " ".repeat(10_000);
    const text = `${space}One.${space}Two.${space}`;
    const { id } = await service.createTask({ ...request, input: text });
    expect(await service.ended(id)).toMatchObject({ status: "completed", duration_seconds: 0.24 });
    const document = await (await service.request(`${path}/${id}/timestamps`)).json();
    expect(document).toMatchObject({
      timestamps: [
        { word: "One.", start: 0, text_offset: 10_000 },
        { word: "Two.", start: 0.12, text_offset: 20_004 },
      ],
    });
    expect((await contentOf(id)).length).toBeGreaterThan(1_000);
  });

  test("a sentence that is spoken in several segments has one time", async () => {
    const long = `${"and so on ".repeat(500)}until the end.`;
    const body = { ...request, input: `Short. ${long} Short.`, TimestampType: "sentence" };
    const { id } = await service.createTask(body);
    await service.ended(id);
    const document = await (await service.request(`${path}/${id}/timestamps`)).json();
    expect(document).toMatchObject({
      timestamps: [
        { sentence: "Short.", text_offset: 0, start: 0, end: 0.12 },
        { sentence: long, text_offset: 7, start: 0.12, end: 0.12 + 1503 * 0.12 },
        { sentence: "Short.", text_offset: 8 + long.length },
      ],
    });
  });

  test("after a stop only the segment under way is spoken again, and progress never goes back", async () => {
    service.tones.holdAfter(2, 50);
    const { id } = await service.createTask(request);
    await expect.poll(() => service.tones.isHeld).toBe(true);
    await expect.poll(() => service.query("select count(*) as n from segments where samples > 0")).toEqual([{ n: 2 }]);
    const before = await service.readTask(id);
    expect(before).toMatchObject({ status: "in_progress", progress: told });
    await service.restart();
    expect((await service.readTask(id)).progress).toBeGreaterThanOrEqual(before.progress);
    expect(await service.ended(id)).toMatchObject({ status: "completed" });
    expect(service.tones.words).toBeLessThan(words - 350);
    expect((await contentOf(id)).equals(await inOneGo(request))).toBe(true);
    expect(await service.query("select kind from ledger where reference = ?", id)).toEqual([{ kind: "charge" }]);
    const names = async () => (await readdir(join(service.folder, "audio"))).toSorted();
    await expect.poll(names).toEqual([`${id}.mp3`, `${id}.timestamps.json`]);
    expect(await service.query("select * from segments")).toEqual([]);
    expect(await service.query("select * from task_runs")).toEqual([]);
  });

  test("what has been spoken is joined while the rest is still spoken", async () => {
    service.tones.holdAfter(2, 50);
    const { id } = await service.createTask(request);
    const checkpoint = join(service.folder, "audio", `${id}.checkpoint`);
    await expect.poll(() => readFile(checkpoint, "latin1").catch(() => "")).toMatch(/^\{"parts":2,/);
    expect(await service.readTask(id)).toMatchObject({ status: "in_progress" });
    expect(service.tones.active).toBeGreaterThan(0);
    service.tones.release();
    expect(await service.ended(id)).toMatchObject({ status: "completed" });
  });

  // A folder's alone: sound in S3 is kept by the same rule.
  const olderCounts = [
    ["every segment", "next"],
    ["those that sound", "parts"],
  ] as const;
  test.each(hasWorkers ? [] : olderCounts)(
    "a task with silent segments goes on where an older version stopped that counted %s",
    async (_, count) => {
      const body = { ...request, input: `${" ".repeat(10_000)}${input}` };
      const { id: whole } = await service.createTask(body);
      expect(await service.ended(whole)).toMatchObject({ status: "completed" });
      service.tones.holdAfter(2, 50);
      const { id } = await service.createTask(body);
      const checkpoint = join(service.folder, "audio", `${id}.checkpoint`);
      const read = () => readFile(checkpoint, "latin1").catch(() => "{}\n");
      const progressIn = (kept: string) => JSON.parse(kept.slice(0, kept.indexOf("\n")));
      await expect.poll(async () => progressIn(await read())).toMatchObject({ parts: 2 });
      const kept = await read();
      const progress = progressIn(kept);
      expect(progress.next).toBeGreaterThan(3);
      const { bytes } = progress;
      await writeFile(
        checkpoint,
        JSON.stringify({ parts: progress[count], bytes }) + kept.slice(kept.indexOf("\n")),
        "latin1",
      );
      await service.restart();
      expect(await service.ended(id)).toMatchObject({ status: "completed" });
      expect((await contentOf(id)).equals(await contentOf(whole))).toBe(true);
    },
  );

  test("the list of tasks tells the progress that is kept, too, so that a later answer never says less", async () => {
    service.tones.holdAfter(2, 50);
    const { id } = await service.createTask(request);
    await expect.poll(() => service.tones.isHeld).toBe(true);
    await expect.poll(() => service.query("select count(*) as n from segments where samples > 0")).toEqual([{ n: 2 }]);
    const listed = async () => {
      const { data } = (await (await service.request(path)).json()) as { data: { id: string; progress: number }[] };
      return data.map((task) => [task.id, task.progress]);
    };
    expect(await listed()).toEqual([[id, told]]);
    expect(await service.query("select progress from task_runs")).toEqual([{ progress: told }]);
    service.tones.release();
    expect(await service.ended(id)).toMatchObject({ status: "completed" });
    expect(await listed()).toEqual([[id, 100]]);
  });

  test("a segment that fails twice is spoken at the third time", async () => {
    const { id } = await service.createTask({ ...request, input: `${input}${stumble}. ${sentence}` });
    expect(await service.ended(id)).toMatchObject({ status: "completed" });
    expect(service.tones.failures).toBe(2);
  });

  test("a segment that fails three times fails the task, with its reason, and refunds it", async () => {
    const text = `${input}${poison}. ${sentence}`;
    service.tones.holdAfter(2, 50);
    const { id } = await service.createTask({ ...request, input: text });
    await expect.poll(() => service.tones.isHeld).toBe(true);
    await expect.poll(async () => (await service.readTask(id)).progress).toBeGreaterThan(0);
    const { progress } = await service.readTask(id);
    service.tones.release();
    const end = await service.ended(id);
    expect(end).toMatchObject({ status: "failed", error: { code: "synthesis_failed" } });
    expect(end.progress).toBeGreaterThanOrEqual(progress);
    expect(await service.query("select utterance from task_runs")).toEqual([{ utterance: null }]);
    expect(service.tones.failures).toBe(3);
    expect(await service.query("select kind, tokens from ledger where reference = ? order by number", id)).toEqual([
      { kind: "charge", tokens: text.length },
      { kind: "refund", tokens: -text.length },
    ]);
    await expect.poll(() => readdir(join(service.folder, "audio"))).toEqual([]);
  });
});
