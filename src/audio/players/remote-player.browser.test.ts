import { expect, test } from "vitest";
import { wavHeader } from "../formats/wav.ts";
import { createPlaybackSession } from "../session/playback-session.ts";
import { click, hears, now, until } from "../session/session.fixture.ts";
import { createRemotePlayer } from "./element-playback.ts";

const seconds = 20;
const sampleRate = 8_000;

/** A file of silence, which plays as long as any other. */
function silence(): Blob {
  const samples = new Int16Array(seconds * sampleRate);
  return new Blob([wavHeader({ codec: "pcm_s16le", sampleRate, channels: 1 }, samples.byteLength), samples]);
}

test("sound that stays elsewhere plays, has a length and can be sought, without a recording", async () => {
  const url = URL.createObjectURL(silence());
  const player = createRemotePlayer({ element: new Audio(), now, url });
  const times = { started: 0, firstAudio: undefined, firstSound: undefined, ended: undefined, stalls: [] };
  const answer = { status: "complete", sound: undefined, remote: true, times } as const;
  const session = createPlaybackSession({ answer, player });
  await click(() => session.play());
  const playing = await until(session, hears("playing"));
  expect(playing.state).toMatchObject({ status: "complete", recording: undefined });
  expect((await until(session, ({ duration }) => duration !== undefined)).duration).toBeCloseTo(seconds, 1);
  session.seek(15);
  await expect.poll(() => session.position()).toBeGreaterThanOrEqual(15);
  session.pause();
  await until(session, hears("paused"));
  session.dispose();
  expect(session.position()).toBe(0);
  URL.revokeObjectURL(url);
});

test("a connection that is lost isn't told as sound that no browser plays", async () => {
  const element = new Audio();
  const player = createRemotePlayer({ element, now, url: "data:audio/wav," });
  // The browser's own answer to that address is looked at no more.
  Object.defineProperty(element, "error", { value: { code: MediaError.MEDIA_ERR_NETWORK, message: "" } });
  element.dispatchEvent(new Event("error"));
  expect(player.getSnapshot().playback).toMatchObject({ status: "failed", error: { code: "network" } });
  player.dispose();
});
