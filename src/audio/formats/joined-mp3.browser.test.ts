import { beforeAll, expect, test } from "vitest";
import { joinBytes } from "../../contract/bytes.ts";
import { createPeaksReader } from "../analysis/peaks/peaks-reader.ts";
import type { AudioBytes } from "../base/source.ts";
import { decodeAll, mpg123Only, webCodecsOnly } from "../decoders/decoding.fixture.ts";
import { createRecorder } from "../players/recorder.ts";
import { cut, infoFrame, toneMp3 } from "../players/tone.fixture.ts";
import { click, hears, is, openSession, rungNames, until } from "../session/session.fixture.ts";
import { recordingOf } from "../session/session-state.ts";
import { createAudioMeter } from "./audio-facts.ts";
import { createMp3FrameSplitter } from "./mp3-frames.ts";

const rate = 22_050;
const seconds = 1.2;
let file: AudioBytes;
let both: AudioBytes;
/** How long both last, in seconds, by their frames. */
let length = 0;

beforeAll(async () => {
  const tone = await toneMp3({ seconds });
  const frames = createMp3FrameSplitter().push(tone).length;
  file = joinBytes([infoFrame(576, frames * 576 - 576 - seconds * rate, frames), tone]);
  both = joinBytes([file, file]);
  const meter = createAudioMeter({ codec: "mp3" });
  meter.append(both);
  length = meter.facts().duration ?? 0;
});

test.each([
  ["WebCodecs", webCodecsOnly],
  ["mpg123", mpg123Only],
])("%s decodes two MP3 files put together to the length that is shown, however they come", async (_, capabilities) => {
  for (const pieces of [[both], [file, file], cut(both, 1_021)]) {
    const { channels } = await decodeAll({ codec: "mp3" }, capabilities, pieces);
    expect(channels[0]).toHaveLength(Math.round(length * rate));
  }
});

test.each(rungNames)("%s plays two MP3 files put together to their end", async (rung) => {
  const { session, input } = openSession({ rung });
  await click(() => session.start());
  input.start();
  input.audio(file);
  await until(session, hears("playing"));
  input.audio(file);
  input.end();
  await until(session, hears("ended"));
  expect(session.getSnapshot().duration).toBeCloseTo(length, 3);
  expect(Math.abs(session.position() - length)).toBeLessThan(0.12);
});

test("the recording of two MP3 files put together is as long to an audio element", async () => {
  const { session, input } = openSession();
  await click(() => session.start());
  input.start();
  input.audio(both);
  input.end();
  const { state } = await until(session, is("complete"));
  const playable = recordingOf(state)?.playable ?? new Blob();
  const element = new Audio(URL.createObjectURL(playable));
  await new Promise((loaded) => element.addEventListener("loadedmetadata", loaded, { once: true }));
  expect(Math.abs(element.duration - length)).toBeLessThan(0.12);
  URL.revokeObjectURL(element.src);
});

test("the shape of two MP3 files put together is drawn to their end", async () => {
  const reader = createPeaksReader();
  const recorder = createRecorder({ codec: "mp3" });
  recorder.append(both);
  reader.begin({ codec: "mp3" }, recorder);
  reader.more();
  reader.end();
  await expect.poll(() => reader.getSnapshot()?.seconds ?? 0).toBeCloseTo(length, 2);
  reader.dispose();
});
