import { expect, it, vi } from "vitest";
import type { AudioFormat } from "../../audio/base/format.ts";
import type { AudioBytes, AudioPart, AudioSource } from "../../audio/base/source.ts";
import { mp3Tags } from "../../audio/formats/mp3-frames.fixture.ts";
import { toneMp3, toneWav } from "../../audio/players/tone.fixture.ts";
import { joinBytes } from "../../contract/bytes.ts";
import { openTestLibrary, takeDetails, takeRow } from "./library.fixture.ts";
import { type PartsOptions, partsSource } from "./parts-source.ts";
import type { TakePart } from "./take.ts";

const format = { codec: "pcm_s16le", sampleRate: 10, channels: 1 } as const;
const text = "One two. Three four. Five six.";
const ranges: readonly (readonly [number, number])[] = [
  [0, 8],
  [9, 20],
  [21, 30],
];

/** An answer of one second of `sample`; one that breaks off throws behind its first half. */
function answer(sample: number, error?: Error): AudioSource {
  return async function* () {
    yield { type: "start", format };
    yield { type: "audio", bytes: new Uint8Array(10).fill(sample) };
    if (error !== undefined) throw error;
    yield { type: "audio", bytes: new Uint8Array(10).fill(sample) };
    yield { type: "end" };
  };
}

async function openTake(...about: Partial<TakePart>[]) {
  const listen = vi.fn<NonNullable<PartsOptions["listen"]>>(async () => []);
  const library = openTestLibrary();
  const parts = ranges.map(
    ([start, end], index): TakePart => ({
      start,
      end,
      pause: index === 0 ? 0 : 0.5,
      body: `${index}`,
      state: "unsent",
      ...about[index],
    }),
  );
  const form = { ...takeDetails("a").form, text };
  await library.begin(takeRow("a", { parts: { count: 3, done: 0 } }), takeDetails("a", { form, parts }));

  /** Speaks what is still to be spoken; returns what came, and with what it ended. */
  async function speak(send: (body: string) => AudioSource, wasRefused = (_: unknown) => false) {
    const [row, details] = [library.row("a"), await library.details("a")];
    if (row === undefined || details === undefined) throw new Error("The take is gone.");
    const source = partsSource({ row, details, library, send, observe: () => undefined, wasRefused, listen });
    const came: AudioPart[] = [];
    try {
      for await (const part of source(new AbortController().signal)) came.push(part);
      return { came };
    } catch (error) {
      return { came, error };
    }
  }

  const states = async () => (await library.details("a"))?.parts?.map(({ state }) => state);
  const kept = async () => new Uint8Array((await (await library.sound("a"))?.blob.arrayBuffer()) ?? new ArrayBuffer(0));
  return { library, speak, states, kept, listen };
}

const bytesOf = (came: readonly AudioPart[]) =>
  came.flatMap((part) => (part.type === "audio" ? Array.from(part.bytes) : []));
const second = (sample: number) => Array.from<number>({ length: 20 }).fill(sample);
const pause = Array.from<number>({ length: 10 }).fill(0);
const all = [...second(1), ...pause, ...second(2), ...pause, ...second(3)];

it("parts are sent one after the other and become one sound with the times of its words", async () => {
  const { library, speak, states, kept } = await openTake();
  const send = vi.fn((body: string) => answer(Number(body) + 1));
  const { came } = await speak(send);
  expect(send.mock.calls.map(([body]) => body)).toEqual(["0", "1", "2"]);
  expect(came.map(({ type }) => type).filter((type) => type !== "audio")).toEqual([
    ...["start", "progress", "progress", "progress", "end"],
  ]);
  expect(bytesOf(came)).toEqual(all);
  expect(came.flatMap((part) => (part.type === "progress" ? [part.data] : []))[1]).toMatchObject({
    by: "page",
    timestamps: [
      { word: "Three", start: 1.5, text_offset: 9 },
      { word: "four", end: 2.5, text_offset: 15 },
    ],
  });
  expect(await states()).toEqual(["done", "done", "done"]);
  expect(library.row("a")).toMatchObject({ parts: { count: 3, done: 3 }, sound: "partial", facts: { duration: 4 } });
  expect(Array.from(await kept())).toEqual(all);
});

it("the silence that was asked for behind the last part ends the sound", async () => {
  const { library, speak, listen } = await openTake({ state: "unsent" }, {}, { pauseBehind: 0.7 });
  // The last part is quiet at its end for so long: a part of what was asked for.
  listen
    .mockResolvedValueOnce([])
    .mockResolvedValueOnce([])
    .mockResolvedValueOnce([{ from: 0.8, to: 1 }]);
  const { came } = await speak((body) => answer(Number(body) + 1));
  expect(bytesOf(came)).toEqual([...all, ...pause]);
  expect(came.at(-1)).toEqual({ type: "end" });
  expect(library.row("a")).toMatchObject({ parts: { count: 3, done: 3 } });
});

it("what broke off keeps its sound, and goes on with the parts that weren't spoken", async () => {
  const { speak, states, kept } = await openTake();
  const broken = new Error("broken off");
  const first = await speak((body) => answer(Number(body) + 1, body === "1" ? broken : undefined));
  expect(first.error).toBe(broken);
  // Whether it was charged isn't known: it isn't sent again unasked, which `questionBefore` sees to.
  expect(await states()).toEqual(["done", "sent", "unsent"]);
  expect(Array.from(await kept())).toEqual([...second(1), ...pause, ...second(2).slice(10)]);
  const send = vi.fn((body: string) => answer(Number(body) + 1));
  const { came } = await speak(send);
  expect(send.mock.calls.map(([body]) => body)).toEqual(["1", "2"]);
  expect(bytesOf(came)).toEqual(all);
  expect(came.filter(({ type }) => type === "progress")).toHaveLength(3);
  expect(Array.from(await kept())).toEqual(all);
});

it("the pause behind a part that ends in silence is as long when it goes on later", async () => {
  const { speak, listen } = await openTake();
  // The first part is quiet at its end for so long: a part of the pause.
  listen.mockResolvedValueOnce([{ from: 0.7, to: 1 }]);
  const broken = new Error("broken off");
  const first = await speak((body) => answer(Number(body) + 1, body === "1" ? broken : undefined));
  const before = [...second(1), ...pause.slice(6)];
  expect(bytesOf(first.came)).toEqual([...before, ...second(2).slice(10)]);
  const { came } = await speak((body) => answer(Number(body) + 1));
  expect(bytesOf(came)).toEqual([...before, ...second(2), ...pause, ...second(3)]);
});

it("a pause in front of the first part is told to whoever plays it", async () => {
  const { speak } = await openTake({ pause: 0.5 });
  const { came } = await speak((body) => answer(Number(body) + 1));
  expect(came[0]).toEqual({ type: "start", format, pause: true });
});

it("a part that was refused counts as unsent, and a whole sound takes the place of its parts", async () => {
  const { library, speak, states, kept } = await openTake();
  const refused = new Error("refused");
  await speak(
    () => answer(1, refused),
    (error) => error === refused,
  );
  expect(await states()).toEqual(["unsent", "unsent", "unsent"]);
  await speak((body) => answer(Number(body) + 1));
  const sound = await library.sound("a");
  if (sound === undefined) throw new Error("Nothing is kept.");
  await library.keepSound(sound);
  expect(Array.from(await kept())).toEqual(all);
});

it("a sound of another kind can't stand behind the first", async () => {
  const { speak } = await openTake();
  const other = { ...format, sampleRate: 20 };
  const { error } = await speak(
    (body) =>
      async function* (signal) {
        for await (const part of answer(1)(signal))
          yield part.type === "start" && body === "1" ? { ...part, format: other } : part;
      },
  );
  expect(error).toMatchObject({ name: "UnjoinableError" });
});

it("an answer that is no sound isn't spoken, however it is labelled", async () => {
  const { library, speak, states } = await openTake();
  const [tone, text] = [await toneMp3({ seconds: 1 }), new TextEncoder().encode("Too many requests, try again later.")];
  const { error } = await speak(
    (body) =>
      async function* () {
        yield { type: "start", format: { codec: "mp3" } };
        yield { type: "audio", bytes: body === "1" ? text : tone };
        yield { type: "end" };
      },
  );
  expect(error).toMatchObject({ name: "NoiseError" });
  expect(await states()).toEqual(["done", "sent", "unsent"]);
  expect(library.row("a")?.parts).toEqual({ count: 3, done: 1 });
});

const noAnswers: readonly [string, AudioFormat, AudioBytes, AudioBytes][] = [
  ["a WAV file's head", { codec: "wav" }, toneWav(1), toneWav(0)],
  ["half of a WAV file's head", { codec: "wav" }, toneWav(1), toneWav(1).slice(0, 40)],
  ["a tag", { codec: "mp3" }, await toneMp3({ seconds: 1 }), joinBytes([mp3Tags[0]?.[1] ?? new Uint8Array()])],
  ["half a sample", format, new Uint8Array(20), new Uint8Array(1)],
];

it.each(noAnswers)("a part whose answer is %s alone isn't spoken, and can be spoken again", async (...given) => {
  const [, spoken, whole, nothing] = given;
  const { speak, states } = await openTake();
  const answers = (body: string, second: AudioBytes): AudioSource =>
    async function* () {
      yield { type: "start", format: spoken };
      yield { type: "audio", bytes: body === "1" ? second : whole };
      yield { type: "end" };
    };
  const { error } = await speak((body) => answers(body, nothing));
  expect(error).toMatchObject({ name: "NoiseError" });
  expect(await states()).toEqual(["done", "sent", "unsent"]);
  const send = vi.fn((body: string) => answers(body, whole));
  expect((await speak(send)).error).toBeUndefined();
  expect(send.mock.calls.map(([body]) => body)).toEqual(["1", "2"]);
  expect(await states()).toEqual(["done", "done", "done"]);
});

it("what was spoken is never sent again, even where its sound isn't kept any more", async () => {
  const { library, speak } = await openTake();
  await speak((body) => answer(1, body === "1" ? new Error("broken off") : undefined));
  await library.eraseSounds(["a"]);
  const send = vi.fn(() => answer(1));
  expect((await speak(send)).error).toMatchObject({ name: "PartGoneError" });
  expect(send).not.toHaveBeenCalled();
});
