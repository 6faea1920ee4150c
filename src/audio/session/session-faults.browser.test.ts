import { beforeAll, expect, test, vi } from "vitest";
import type { AudioBytes } from "../base/source.ts";
import { createAudioOutput } from "../players/audio-output.ts";
import { toneMp3, toneWav } from "../players/tone.fixture.ts";
import { click, hears, is, now, openSession, rungNames, until } from "./session.fixture.ts";
import type { SpeechSession } from "./session.ts";
import { recordingOf } from "./session-state.ts";

let tone: AudioBytes;

beforeAll(async () => {
  tone = await toneMp3({ seconds: 1.2 });
});

function soundOf(elements: readonly HTMLAudioElement[]): number {
  return elements.reduce((sum, { played }) => {
    for (let index = 0; index < played.length; index += 1) sum += played.end(index) - played.start(index);
    return sum;
  }, 0);
}

test.each(rungNames)("%s: stop silences at once, ends the request and keeps what came", async (rung) => {
  const { session, input, elements, players } = openSession({ rung });
  await click(() => session.start());
  input.start();
  input.audio(tone.slice(0, 6_000));
  await until(session, hears("playing"));
  session.stop();
  const position = session.position();
  expect(input.signal()?.aborted).toBe(true);
  const { state } = session.getSnapshot();
  expect(state).toMatchObject({ status: "stopped", playback: { status: "paused" } });
  expect(recordingOf(state)?.blob.size).toBe(6_000);
  await expect.poll(() => players[0]?.disposed()).toBe(true);
  expect(elements.every((element) => element.paused)).toBe(true);
  expect(session.position()).toBeCloseTo(position, 2);
});

test.each(rungNames)(
  "%s: sound under a header of something else is heard when a person asks, not before",
  async (rung) => {
    const { session, input, elements } = openSession({ rung });
    await click(() => session.start());
    input.push({ type: "start", format: { codec: "mp3" }, held: true });
    input.audio(tone);
    input.fail(new Error("application/json"));
    const { state } = await until(session, is("failed"));
    expect(recordingOf(state)?.blob.size).toBe(tone.length);
    expect([soundOf(elements), session.getSnapshot().times.firstSound]).toEqual([0, undefined]);
    await until(session, hears("paused"));
    await click(() => session.play());
    await until(session, hears("ended"));
    expect(session.position()).toBeGreaterThan(1);
  },
);

test("stop before anything came leaves silence and no recording", async () => {
  const { session } = openSession();
  await click(() => session.start());
  session.stop();
  expect(session.getSnapshot().state).toEqual({
    status: "stopped",
    playback: { status: "none" },
    recording: undefined,
  });
});

test("a reply that is not audio never makes a sound", async () => {
  const { session, input, elements, players } = openSession();
  const refusal = new Error("no such voice");
  await click(() => session.start());
  input.fail(refusal);
  const { state } = await until(session, is("failed"));
  expect(state).toEqual({
    status: "failed",
    error: refusal,
    recording: undefined,
    playback: { status: "none" },
  });
  expect(soundOf(elements)).toBe(0);
  expect(players.map(({ disposed }) => disposed())).toEqual([true]);
});

test("an answer that breaks off plays what came, keeps it and says so", async () => {
  const { session, input } = openSession();
  const broken = new Error("broken off");
  await click(() => session.start());
  input.start();
  input.audio(tone.slice(0, 6_000));
  await until(session, hears("playing"));
  input.fail(broken);
  const { state } = await until(session, (snapshot) => is("failed")(snapshot) && hears("ended")(snapshot));
  expect(state).toMatchObject({ status: "failed", error: broken });
  expect(recordingOf(state)?.blob.size).toBe(6_000);
  expect(session.position()).toBeGreaterThan(0.6);
});

test("bytes that are no MP3 are a failure of playback and of the answer, and stay downloadable", async () => {
  const { session, input, elements } = openSession();
  const noise = new Uint8Array(20_000).map((_, index) => (index * 31) & 0x7f);
  await click(() => session.start());
  input.start();
  input.audio(noise);
  input.end();
  const { state } = await until(session, hears("failed"));
  expect(state.playback).toMatchObject({ error: { name: "PlaybackError" } });
  expect((await until(session, is("failed"))).state).toMatchObject({ error: { name: "NoiseError" } });
  expect(recordingOf(session.getSnapshot().state)?.blob.size).toBe(noise.length);
  expect(soundOf(elements)).toBe(0);
});

test("a browser that refuses to play is seen, and a click starts the sound", async () => {
  let refusals = 1;
  const { session, input } = openSession({
    rung: "media-source",
    prepare(element) {
      const play = element.play.bind(element);
      element.play = () => {
        refusals -= 1;
        return refusals < 0 ? play() : Promise.reject(new DOMException("A click is needed.", "NotAllowedError"));
      };
    },
  });
  session.start();
  await until(session, hears("blocked"));
  input.start();
  input.audio(tone);
  input.end();
  await until(session, is("complete"));
  expect(session.getSnapshot().state.playback.status).toBe("blocked");
  await click(() => session.play());
  await until(session, hears("ended"));
});

test("an audio context that waits for a click is seen, and a click starts the sound", async () => {
  let refuses = true;
  class WaitingContext extends AudioContext {
    override get state(): AudioContextState {
      return refuses ? "suspended" : super.state;
    }
    override resume(): Promise<void> {
      if (refuses) return super.suspend().then(() => new Promise(() => undefined));
      return super.resume();
    }
  }
  const output = createAudioOutput({ AudioContext: WaitingContext, now });
  const { session, input } = openSession({ output });
  session.start();
  input.start();
  input.audio(tone);
  input.end();
  await until(session, hears("blocked"));
  expect(session.position()).toBeLessThan(0.05);
  expect(session.getSnapshot().times.firstSound).toBeUndefined();
  refuses = false;
  await click(() => session.play());
  await until(session, hears("ended"));
  output.dispose();
});

test.each([
  { format: { codec: "mp3" }, kind: "media-source", bytes: () => tone },
  {
    format: { codec: "pcm_s16le", sampleRate: 8_000, channels: 1 },
    kind: "blob",
    bytes: () => toneWav(0.5).slice(44),
  },
] as const)("$format.codec is heard where the browser gives no audio context", async ({ format, kind, bytes }) => {
  class RefusedContext extends AudioContext {
    constructor() {
      super();
      super.close();
      throw new DOMException("There are too many.", "NotSupportedError");
    }
  }
  const output = createAudioOutput({ AudioContext: RefusedContext, now });
  const { session, input, players } = openSession({ output });
  await click(() => session.start());
  input.start(format);
  input.audio(bytes());
  input.end();
  await until(session, hears("ended"));
  expect(players.map((player) => player.kind)).toContain(kind);
  expect(players.map((player) => player.kind)).not.toContain("pcm");
  output.dispose();
});

test("two hundred sessions leave no object URL, no source and no sound behind", async () => {
  const addresses = new Set<string>();
  const create = vi.spyOn(URL, "createObjectURL");
  const revoke = vi.spyOn(URL, "revokeObjectURL");
  const short = await toneMp3({ seconds: 0.1 });
  const all: HTMLAudioElement[] = [];
  const endings = [
    (session: SpeechSession) => until(session, is("receiving")),
    (session: SpeechSession) => until(session, is("complete")),
    // On a busy machine a tenth of a second has passed before anybody looks.
    (session: SpeechSession) => until(session, (snapshot) => hears("playing")(snapshot) || hears("ended")(snapshot)),
    (session: SpeechSession) => session.stop(),
  ];
  for (let count = 0; count < 200; count += 1) {
    const { session, input, elements, players } = openSession({
      codec: count % 10 === 0 ? "wav" : "mp3",
      rung: rungNames[count % rungNames.length] ?? "media-source",
    });
    session.start();
    input.start(count % 10 === 0 ? { codec: "wav" } : { codec: "mp3" });
    input.audio(count % 10 === 0 ? toneWav(0.1) : short);
    const ending = endings[count % endings.length];
    if (count % 4 !== 0) input.end();
    await ending?.(session);
    session.dispose();
    expect(players.every(({ disposed }) => disposed())).toBe(true);
    all.push(...elements);
  }
  for (const { value } of create.mock.results) addresses.add(String(value));
  for (const [address] of revoke.mock.calls) addresses.delete(address);
  expect(create.mock.results.length).toBeGreaterThanOrEqual(100);
  create.mockRestore();
  revoke.mockRestore();
  expect([...addresses]).toEqual([]);
  expect(all.filter((element) => element.hasAttribute("src") || !element.paused)).toEqual([]);
});

test("a seek before anything came changes nothing", async () => {
  const { session, input } = openSession({ codec: "wav" });
  await click(() => session.start());
  session.seek(40);
  input.start({ codec: "wav" });
  input.audio(toneWav(50));
  input.end();
  await until(session, hears("playing"));
  expect(session.position()).toBeLessThan(30);
});

test("stop while WAV is collected keeps what came and stays silent", async () => {
  const { session, input, elements } = openSession({ codec: "wav" });
  await click(() => session.start());
  input.start({ codec: "wav" });
  input.audio(toneWav(0.5).slice(0, 3_000));
  await until(session, (snapshot) => snapshot.times.firstAudio !== undefined);
  session.stop();
  const { state } = await until(session, (snapshot) => is("stopped")(snapshot) && snapshot.duration !== undefined);
  expect(recordingOf(state)?.blob.size).toBe(3_000);
  expect(state.playback.status).toBe("paused");
  expect(soundOf(elements)).toBe(0);
});
