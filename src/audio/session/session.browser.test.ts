import { beforeAll, describe, expect, test } from "vitest";
import type { AudioBytes } from "../base/source.ts";
import { cut, toneMp3, toneWav } from "../players/tone.fixture.ts";
import { click, hears, is, now, openSession, rungNames, until } from "./session.fixture.ts";
import { recordingOf } from "./session-state.ts";

let tone: AudioBytes;
/** So long that it doesn't end between two looks of a page that has much to do. */
let long: AudioBytes;

beforeAll(async () => {
  tone = await toneMp3({ seconds: 1.2 });
  long = await toneMp3({ seconds: 6 });
});

describe.each(rungNames)("%s", (rung) => {
  test("MP3 sounds while it arrives, to its full length, and the recording is what came", async () => {
    const { session, input } = openSession({ rung });
    await click(() => session.start());
    input.start();
    input.audio(...cut(tone.slice(0, 6_000), 500));
    await until(session, hears("playing"));
    await expect.poll(() => session.position()).toBeGreaterThan(0.1);
    expect(session.getSnapshot().state.status).toBe("receiving");

    input.audio(...cut(tone.slice(6_000), 700));
    input.end();
    await until(session, hears("ended"));
    const { state, times, duration } = session.getSnapshot();
    const recording = recordingOf(state);
    expect(state.status).toBe("complete");
    expect(duration).toBeCloseTo(1.2, 0);
    expect(session.position()).toBeCloseTo(duration ?? 0, 1);
    expect(recording?.blob.type).toBe("audio/mpeg");
    expect(new Uint8Array(await (recording?.blob ?? new Blob()).arrayBuffer())).toEqual(tone);
    expect(times.firstAudio).toBeGreaterThanOrEqual(times.started ?? Number.POSITIVE_INFINITY);
    expect(times.firstSound).toBeGreaterThan(times.firstAudio ?? Number.POSITIVE_INFINITY);
  });

  test("first sound agrees with the end of playback less its length", async () => {
    const most = 200;
    const errors: number[] = [];
    // The end may be told late on a busy machine; a session that is wrong is wrong each time.
    while (errors.length < 6 && !errors.some((error) => error < most)) {
      const { session, input } = openSession({ rung });
      await click(() => session.start());
      input.start();
      input.audio(tone);
      input.end();
      const { times } = await until(session, hears("ended"));
      const ended = now();
      const heard = (times.firstSound ?? Number.NaN) + (session.getSnapshot().duration ?? Number.NaN) * 1_000;
      errors.push(Math.abs(ended - heard));
    }
    expect(Math.min(...errors)).toBeLessThan(most);
  });

  test.each([1, 417, 100_000])("a very short MP3 in pieces of %i bytes plays to its end", async (size) => {
    const short = await toneMp3({ seconds: 0.12 });
    const { session, input } = openSession({ rung });
    await click(() => session.start());
    input.start();
    input.audio(...cut(short, size));
    input.end();
    const snapshot = await until(session, hears("ended"));
    expect(snapshot.times.firstSound).toBeDefined();
  });

  test("a stream that runs dry waits, and goes on where it was", async () => {
    const longer = await toneMp3({ seconds: 2 });
    const { session, input } = openSession({ rung });
    await click(() => session.start());
    input.start();
    input.audio(longer.slice(0, 6_000));
    await until(session, hears("playing"));
    await until(session, hears("waiting"));
    const dry = session.position();
    const since = now();
    input.audio(longer.slice(6_000));
    await until(session, hears("playing"));
    expect(session.position()).toBeGreaterThanOrEqual(dry);
    // On a busy machine it is told late: by then the sound has gone on for that long.
    expect(session.position()).toBeLessThan(dry + 0.2 + (now() - since) / 1_000);
    input.end();
    await until(session, hears("ended"));
  });

  test("the recording takes over while paused, where it was, and can be sought and played to its end", async () => {
    const { session, input, elements, players } = openSession({ rung });
    session.setVolume(0.4);
    await click(() => session.start());
    input.start();
    input.audio(long);
    await until(session, hears("playing"));
    await expect.poll(() => session.position()).toBeGreaterThan(0.2);
    session.pause();
    const position = session.position();
    input.end();
    await expect.poll(() => players[0]?.disposed()).toBe(true);
    expect(players.map(({ kind }) => kind)).toEqual([rung === "media-source" ? "media-source" : "pcm", "blob"]);
    expect(session.getSnapshot().state).toMatchObject({ status: "complete", playback: { status: "paused" } });
    expect(session.position()).toBeCloseTo(position, 2);
    expect(elements.at(-1)?.volume).toBeCloseTo(0.4);

    session.seek(5.7);
    session.play();
    await until(session, hears("ended"));
    expect(session.position()).toBeGreaterThan(5.9);
  });

  test("after the end the recording takes over unheard, and plays again from the start", async () => {
    const { session, input, elements, players } = openSession({ rung });
    await click(() => session.start());
    input.start();
    input.audio(tone);
    input.end();
    await until(session, hears("ended"));
    await expect.poll(() => players[0]?.disposed()).toBe(true);
    expect(session.getSnapshot().state.playback.status).toBe("ended");
    expect(elements.at(-1)?.duration).toBeCloseTo(session.getSnapshot().duration ?? 0, 1);
    const since = now();
    session.play();
    await until(session, hears("playing"));
    expect(session.position()).toBeLessThan(0.5 + (now() - since) / 1_000);
  });

  test("a seek goes to the recording as soon as that is there, and goes on playing", async () => {
    const { session, input, players } = openSession({ rung });
    await click(() => session.start());
    input.start();
    input.audio(long);
    input.end();
    await until(session, hears("playing"));
    // Until the recording knows its length, a seek moves the stream: nobody can tell from outside when that ends.
    let position = Number.NaN;
    await expect
      .poll(() => {
        session.seek(0.8);
        // At once: it goes on playing from there.
        position = session.position();
        return players[0]?.disposed();
      })
      .toBe(true);
    expect(position).toBeCloseTo(0.8, 1);
    await until(session, hears("playing"));
    session.seek(5.5);
    await until(session, hears("ended"));
  });
});

test("WAV sounds as it comes, and can be sought in", async () => {
  const { session, input, elements } = openSession({ codec: "wav" });
  const [first, ...rest] = cut(toneWav(3), 32_000);
  await click(() => session.start());
  input.start({ codec: "wav" });
  input.audio(first ?? new Uint8Array());
  const { duration, state } = await until(session, hears("playing"));
  expect([state.status, duration]).toEqual(["receiving", (32_000 - 44) / 16_000]);
  expect(elements).toHaveLength(0);
  session.seek(0.5);
  expect(session.position()).toBeCloseTo(0.5, 1);
  await until(session, hears("playing"));
  input.audio(...rest);
  input.end();
  expect((await until(session, hears("ended"))).duration).toBe(3);
});

test("a WAV file without its length plays to its end, and is kept with it", async () => {
  const { session, input } = openSession({ codec: "wav" });
  const streamed = toneWav(0.5);
  new DataView(streamed.buffer).setUint32(40, 0xffff_ffff, true);
  await click(() => session.start());
  input.start({ codec: "wav" });
  input.audio(...cut(streamed, 1_000));
  input.end();
  const { state, duration } = await until(session, hears("ended"));
  expect(duration).toBe(0.5);
  const { blob, playable } = recordingOf(state) ?? {};
  expect(new Uint8Array((await blob?.arrayBuffer()) ?? [])).toEqual(streamed);
  expect(new Uint8Array((await playable?.arrayBuffer()) ?? [])).toEqual(toneWav(0.5));
});

test("what is called WAV and is something else that the browser plays is played when it is whole", async () => {
  const { session, input, elements } = openSession({ codec: "wav" });
  await click(() => session.start());
  input.start({ codec: "wav" });
  input.audio(...cut(await toneMp3({ seconds: 0.5 }), 1_000));
  await until(session, is("receiving"));
  input.end();
  expect((await until(session, hears("ended"))).duration).toBeGreaterThan(0.5);
  expect(elements).toHaveLength(1);
});

test("a WAV file that ends in its head is told as one that can't be played", async () => {
  const { session, input } = openSession({ codec: "wav" });
  await click(() => session.start());
  input.start({ codec: "wav" });
  input.audio(toneWav(0.5).slice(0, 30));
  input.end();
  await until(session, hears("failed"));
});

test.each(["pcm_s16le", "pcm_mulaw"] as const)(
  "headerless %s is played as a file with a header, and kept as it came",
  async (codec) => {
    const { session, input } = openSession();
    const samples = toneWav(0.5).slice(44);
    await click(() => session.start());
    input.start({ codec, sampleRate: 8_000, channels: 1 });
    input.audio(samples);
    input.end();
    const { state, duration } = await until(session, hears("ended"));
    expect(duration).toBeCloseTo(codec === "pcm_s16le" ? 0.5 : 1, 3);
    expect(recordingOf(state)?.blob.size).toBe(samples.length);
  },
);

test("another format than expected gets the player that it needs", async () => {
  const { session, input, players } = openSession();
  await click(() => session.start());
  input.start({ codec: "ogg" });
  input.audio(toneWav(0.3));
  input.end();
  await until(session, hears("ended"));
  expect(players.map(({ kind, disposed }) => [kind, disposed()])).toEqual([
    ["pcm", true],
    ["blob", false],
  ]);
});
