import { describe, expect, it, onTestFinished } from "vitest";
import { click } from "../../audio/session/session.fixture.ts";
import { toneOf } from "../page/fake-service.fixture.ts";
import { createSettingsStore } from "../page/settings.ts";
import { createReferenceSound, heardAt } from "./reference-sound.ts";
import { createSoundOwner } from "./sound-owner.ts";

const recording = "https://media.example.org/narrator.wav";

/** A store on one real element. Where `refuse` is given, no try needs a network; one fails with what it returns. */
function openSound(refuse?: () => unknown) {
  const element = new Audio();
  const tries: (string | null)[] = [];
  const play = element.play.bind(element);
  element.play = () => {
    tries.push(element.crossOrigin);
    const reason = refuse?.();
    if (reason !== undefined) return Promise.reject(reason);
    return refuse === undefined ? play() : Promise.resolve();
  };
  // No network: what the tries come to is all that these tests ask about.
  if (refuse !== undefined) Object.defineProperty(element, "src", { set: () => {} });
  const owner = createSoundOwner(createSettingsStore({ storage: undefined, defer: () => () => {}, onLeave: () => {} }));
  const befores: number[] = [];
  const other = { setVolume: () => {}, setMuted: () => {}, pause: () => befores.push(tries.length) };
  owner.getState().join(other);
  const sound = createReferenceSound({
    createElement: () => element,
    pageHost: "playground.example.org",
    sound: owner,
  });
  onTestFinished(() => sound.getState().stop());
  return { element, tries, befores, owner, other, sound, status: () => sound.getState().current?.status };
}

const refusal = new DOMException("It isn't there.", "NotSupportedError");

it("a sample is heard from the page's own origin, whatever the service reaches it by; all else where it is", () => {
  const references = "http://127.0.0.1:7400/references/";
  const page = "http://localhost:7400/?x#y";
  expect(heardAt(`${references}lower.mp3`, references, page)).toBe("http://localhost:7400/references/lower.mp3");
  expect(heardAt(`${references}other.mp3`, references, page)).toBe(`${references}other.mp3`);
  const own = `own-4000000000-${"a".repeat(32)}.wav`;
  expect(heardAt(references + own, references, page)).toBe(`http://localhost:7400/references/${own}`);
  expect(heardAt(references + own, "https://speak.example.com/references/", page)).toBe(references + own);
  expect(heardAt(recording, references, page)).toBe(recording);
  expect(heardAt(`${references}lower.mp3`, undefined, page)).toBe(`${references}lower.mp3`);
});

describe("a recording", () => {
  it("is over where the browser pauses it, as when the device goes", async () => {
    const { element, sound, status } = openSound();
    const address = URL.createObjectURL(new Blob([toneOf(3)], { type: "audio/wav" }));
    onTestFinished(() => URL.revokeObjectURL(address));
    await click(() => sound.getState().hear(address));
    await expect.poll(status).toBe("sounding");
    element.pause();
    await expect.poll(status).toBeUndefined();
  });

  it("is heard to its end, or until the same press; nothing sounds beside it", async () => {
    const { element, befores, sound, status } = openSound();
    const address = URL.createObjectURL(new Blob([toneOf(3)], { type: "audio/wav" }));
    onTestFinished(() => URL.revokeObjectURL(address));
    await click(() => sound.getState().hear(address));
    expect(befores).toEqual([0]);
    await expect.poll(status).toBe("sounding");
    expect(element.paused).toBe(false);
    sound.getState().hear(address);
    expect(status()).toBeUndefined();
    expect(element.paused).toBe(true);
    expect(element.getAttribute("src")).toBeNull();
    sound.getState().hear(address);
    await new Promise((ended) => element.addEventListener("ended", ended));
    expect(status()).toBeUndefined();
  });

  it("is muted on a muted page, follows volume and mute while it sounds, and gives way to what begins", async () => {
    const { element, owner, other, sound, status } = openSound();
    const address = URL.createObjectURL(new Blob([toneOf(5)], { type: "audio/wav" }));
    onTestFinished(() => URL.revokeObjectURL(address));
    owner.getState().setMuted(true);
    owner.getState().setVolume(0.5);
    await click(() => sound.getState().hear(address));
    await expect.poll(status).toBe("sounding");
    expect(element).toMatchObject({ muted: true, volume: 0.5 });
    owner.getState().toggleSilent();
    owner.getState().turn(-1);
    expect(element).toMatchObject({ muted: false, volume: 0.4 });
    owner.getState().setRate(2);
    expect(element.playbackRate).toBe(1);
    owner.getState().begin(other);
    expect(status()).toBeUndefined();
    expect(element.paused).toBe(true);
  });

  it.each([
    ["https://media.example.org/narrator.wav", null],
    ["http://playground.example.org/references/lower.mp3", "anonymous"],
    ["http://playground.example.org:9999/v.wav", "anonymous"],
  ])(
    "%s is asked for as an embedded sound, on the page's own host without its cookies",
    async (address, crossOrigin) => {
      const { tries, sound, status } = openSound(() => undefined);
      sound.getState().hear(address);
      await expect.poll(status).toBe("sounding");
      expect(tries).toEqual([crossOrigin]);
    },
  );

  it("that can't be played says so, and one that the browser holds back waits for a press", async () => {
    const failing = openSound(() => refusal);
    failing.sound.getState().hear(recording);
    await expect.poll(failing.status).toBe("failed");
    expect(failing.tries).toEqual([null]);
    const blocked = openSound(() => new DOMException("Press first.", "NotAllowedError"));
    blocked.sound.getState().hear(recording);
    await expect.poll(blocked.status).toBe("blocked");
  });

  it("that was let go of says nothing any more", async () => {
    const { sound, status, tries } = openSound(() => refusal);
    sound.getState().hear(recording);
    sound.getState().stop();
    await Promise.resolve();
    expect(status()).toBeUndefined();
    expect(tries).toEqual([null]);
  });
});
