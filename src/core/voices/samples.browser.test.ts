import { describe, expect, it, onTestFinished, vi } from "vitest";
import { detectCapabilities } from "../../audio/base/capabilities.ts";
import { createPlayerFactory } from "../../audio/players/players.ts";
import { click } from "../../audio/session/session.fixture.ts";
import { chosenModel } from "../../contract/models/index.ts";
import { createFakeService, createMemoryCache, createTestPlayground, soundOf } from "../page/fake-service.fixture.ts";
import { createSettingsStore } from "../page/settings.ts";
import { createSoundOwner } from "../sound/sound-owner.ts";
import { derivePlan, measureText } from "../submit/derive.ts";
import { submissionOf } from "../submit/submission.ts";
import type { SampledVoice } from "./sample-sentence.ts";
import { createSamplesStore } from "./samples.ts";

function voiceOf(name: string): SampledVoice {
  const model = chosenModel("cloud-tts");
  const field = model.fields.find((each) => each.kind === "voice");
  if (field?.kind !== "voice") throw new Error("The model has no voices.");
  return { model, field, name };
}

const katja = voiceOf("de-DE-KatjaNeural");
const { client } = createFakeService({ speech: () => soundOf(5) });
const now = () => performance.now();

describe("a sample", () => {
  it("is muted on a muted page, follows volume and mute while it sounds, and never the rate", async () => {
    const sound = createSoundOwner(
      createSettingsStore({ storage: undefined, defer: () => () => {}, onLeave: () => {} }),
    );
    const elements: HTMLAudioElement[] = [];
    const samples = createSamplesStore({
      ...{ client, sound, now, cache: createMemoryCache(), wallClock: () => Date.now() },
      players: createPlayerFactory({
        createElement() {
          const element = new Audio();
          elements.push(element);
          return element;
        },
        now,
        // An audio element plays, whose volume and rate can be asked for.
        capabilities: { ...detectCapabilities(), audioContext: undefined },
      }),
    });
    onTestFinished(() => samples.getState().stop());
    const levels = () => elements.map(({ muted, volume, playbackRate }) => ({ muted, volume, playbackRate }));
    sound.getState().setMuted(true);
    sound.getState().setVolume(0.5);
    sound.getState().setRate(2);
    await click(() => samples.getState().hear(katja, "here"));
    await expect.poll(() => samples.getState().current?.status).toBe("sounding");
    expect(levels().at(-1)).toEqual({ muted: true, volume: 0.5, playbackRate: 1 });
    sound.getState().setMuted(false);
    sound.getState().turn(-1);
    sound.getState().setRate(1.5);
    expect(levels().at(-1)).toEqual({ muted: false, volume: 0.4, playbackRate: 1 });
  });

  it("that the browser wanted a press for sounds with the next one", async () => {
    const samples = createSamplesStore({
      ...{ client, now, cache: createMemoryCache(), wallClock: () => Date.now() },
      sound: createSoundOwner(createSettingsStore({ storage: undefined, defer: () => () => {}, onLeave: () => {} })),
      players: createPlayerFactory({
        createElement() {
          const element = new Audio();
          vi.spyOn(element, "play").mockRejectedValueOnce(new DOMException("", "NotAllowedError"));
          return element;
        },
        now,
        capabilities: { ...detectCapabilities(), audioContext: undefined },
      }),
    });
    onTestFinished(() => samples.getState().stop());
    samples.getState().hear(katja, "here");
    await expect.poll(() => samples.getState().current?.status).toBe("blocked");
    await click(() => samples.getState().hear(katja, "here"));
    await expect.poll(() => samples.getState().current?.status).toBe("sounding");
  });

  it("that is no sound isn't kept: the next press fetches it anew", async () => {
    const { client, bodies } = createFakeService({
      async *speech() {
        if (bodies.length > 1) return yield* soundOf(5);
        yield { type: "start", format: { codec: "mp3" } };
        yield { type: "audio", bytes: new TextEncoder().encode("The night train leaves at ten. ".repeat(100)) };
        yield { type: "end" };
      },
    });
    const playground = createTestPlayground(client);
    const samples = await playground.samples();
    onTestFinished(() => {
      samples.getState().stop();
      playground.library.dispose();
    });
    await click(() => samples.getState().hear(katja, "here"));
    await expect.poll(() => samples.getState().current?.status).toBe("failed");
    await click(() => samples.getState().hear(katja, "here"));
    await expect.poll(() => samples.getState().current?.status).toBe("sounding");
    expect(bodies).toHaveLength(2);
  });

  it("and a take give way to each other, whichever begins, and to a page that nothing could stop", async () => {
    const playground = createTestPlayground(client);
    const { takes, sound } = playground;
    const samples = await playground.samples();
    onTestFinished(() => {
      takes.getState().current?.session.dispose();
      samples.getState().stop();
      playground.library.dispose();
    });
    const session = () => takes.getState().current?.session;
    const playback = () => session()?.getSnapshot().state.playback.status;
    const plan = derivePlan(playground.settings.getState(), "en", measureText("Good evening"));
    await click(() => samples.getState().hear(katja, "here"));
    await expect.poll(() => samples.getState().current?.status).toBe("sounding");
    const read = () => submissionOf(plan, "Good evening", {});
    await click(() => playground.submit.getState().submit({ place: "page", read }));
    expect(samples.getState().current).toBeUndefined();
    await expect.poll(playback).toBe("playing");
    await click(() => samples.getState().hear(katja, "here"));
    await expect.poll(playback).toBe("paused");
    await expect.poll(() => samples.getState().current?.status).toBe("sounding");
    await click(() => session()?.play());
    await expect.poll(() => samples.getState().current).toBeUndefined();
    await expect.poll(playback).toBe("playing");
    sound.getState().hush();
    await expect.poll(playback).toBe("paused");
  });
});
