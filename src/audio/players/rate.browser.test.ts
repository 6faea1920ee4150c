import { beforeAll, expect, test } from "vitest";
import { createMp3Encoder } from "wasm-media-encoders";
import { joinBytes } from "../../contract/bytes.ts";
import type { AudioBytes } from "../base/source.ts";
import { click, hears, openSession, until } from "../session/session.fixture.ts";

const pitch = 440;
const sampleRate = 44_100;
let tone: AudioBytes;

beforeAll(async () => {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels: 1, bitrate: 128 });
  const samples = Float32Array.from(
    { length: 20 * sampleRate },
    (_, at) => 0.4 * Math.sin((2 * Math.PI * pitch * at) / sampleRate),
  );
  tone = joinBytes([encoder.encode([samples]).slice(), encoder.finalize().slice()]);
});

/** The strongest frequency of what an element puts out, in hertz. */
function listenTo(element: HTMLAudioElement): {
  readonly frequency: () => number;
  readonly close: () => Promise<void>;
} {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 16_384;
  analyser.smoothingTimeConstant = 0;
  context.createMediaElementSource(element).connect(analyser).connect(context.destination);
  const strengths = new Float32Array(analyser.frequencyBinCount);
  return {
    frequency() {
      analyser.getFloatFrequencyData(strengths);
      return (strengths.indexOf(Math.max(...strengths)) * context.sampleRate) / analyser.fftSize;
    },
    close: () => context.close(),
  };
}

test.each([0.5, 1.5, 2])("at rate %d the sound goes as fast as asked, its pitch kept", async (rate) => {
  const { session, input, elements } = openSession();
  await click(() => session.start());
  input.start();
  input.audio(tone);
  input.end();
  await until(session, hears("playing"));
  session.setRate(rate);
  await until(session, (snapshot) => snapshot.rate === rate && hears("playing")(snapshot));
  const element = elements.at(-1);
  if (element === undefined) throw new Error("nothing plays");
  const ear = listenTo(element);
  await expect.poll(() => Math.abs(ear.frequency() - pitch)).toBeLessThan(pitch * 0.03);

  const from = { position: session.position(), at: performance.now() };
  await expect
    .poll(() => session.position() - from.position, { interval: 10, timeout: 10_000 })
    .toBeGreaterThan(0.75 * rate);
  const passed = (performance.now() - from.at) / 1000;
  expect((session.position() - from.position) / passed).toBeCloseTo(rate, 0);
  expect(Math.abs(ear.frequency() - pitch)).toBeLessThan(pitch * 0.03);
  await ear.close();
});

test("a rate that was set while more came holds from the moment when the recording plays", async () => {
  const { session, input } = openSession();
  await click(() => session.start());
  session.setRate(2);
  input.start();
  input.audio(tone.slice(0, 20_000));
  await until(session, hears("playing"));
  expect(session.getSnapshot().rate).toBe(1);
  input.end();
  await until(session, hears("ended"));
  await until(session, ({ rate }) => rate === 2);
});

test("silence doesn't touch the volume", async () => {
  const { session, input, elements } = openSession({ rung: "media-source" });
  session.setVolume(0.3);
  session.setMuted(true);
  await click(() => session.start());
  input.start();
  input.audio(tone);
  await until(session, hears("playing"));
  expect(elements[0]).toMatchObject({ muted: true, volume: expect.closeTo(0.3) });
  session.setMuted(false);
  expect(elements[0]?.muted).toBe(false);
  expect(session.getSnapshot()).toMatchObject({ muted: false, volume: 0.3 });
});
