import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { userEvent } from "vitest/browser";
import { toneWav } from "../../audio/players/tone.fixture.ts";
import { createSettingsStore } from "../../core/page/settings.ts";
import { createSoundOwner } from "../../core/sound/sound-owner.ts";
import type { TakeSound } from "../../core/takes/take.ts";
import { type ComparedListeningStore, createComparedListening, mostSecondsInMemory } from "./compared-listening.ts";

const stores: ComparedListeningStore[] = [];
// A browser lets nothing sound before somebody has pressed something.
beforeAll(() => userEvent.click(document.body));
afterEach(() => {
  for (const store of stores.splice(0)) store.getState().dispose();
});

function soundOf(id: string, seconds: number): TakeSound {
  const bytes = toneWav(seconds);
  return { id, format: { codec: "wav" }, facts: { bytes: bytes.length, duration: seconds }, blob: new Blob([bytes]) };
}

/** A store with two sounds, and what it asked for. */
function open({
  duration = 3,
  loudness = [-20, -26],
  known = true,
}: {
  duration?: number;
  loudness?: (number | undefined)[];
  known?: boolean;
} = {}) {
  const asked = { contexts: 0, elements: 0, alone: 0 };
  const sound = createSoundOwner(createSettingsStore({ storage: undefined, defer: () => () => {}, onLeave: () => {} }));
  const other = {
    setVolume: () => {},
    setMuted: () => {},
    pause: () => {
      asked.alone += 1;
    },
  };
  sound.getState().join(other);
  const elements: HTMLAudioElement[] = [];
  const listening = createComparedListening({
    createContext() {
      asked.contexts += 1;
      return new AudioContext();
    },
    createElement() {
      asked.elements += 1;
      const element = new Audio();
      elements.push(element);
      return element;
    },
    sound,
  });
  stores.push(listening);
  const sounds = ["one", "two"].map((id, at) => ({ sound: soundOf(id, 3), duration, loudness: loudness[at] }));
  if (known) listening.getState().setSounds(sounds);
  return { listening, asked, sound, other, elements, state: () => listening.getState(), sounds };
}

describe("hearing takes side by side", () => {
  it("begins with the first, alone, and goes over without going back", async () => {
    const { state, asked } = open();
    expect(state()).toMatchObject({ status: "idle", active: "one", exact: true, duration: 3 });
    expect(asked).toEqual({ contexts: 0, elements: 0, alone: 0 });
    state().toggle();
    expect(state().status).toBe("preparing");
    await expect.poll(() => state().playing).toBe(true);
    await expect.poll(() => state().position()).toBeGreaterThan(0.1);
    const before = state().position();
    state().select("two");
    expect(state()).toMatchObject({ playing: true, active: "two" });
    expect(state().position()).toBeGreaterThanOrEqual(before);
    state().toggle();
    expect(state().playing).toBe(false);
    const rest = state().position();
    state().toggle();
    expect(state().playing).toBe(true);
    expect(Math.abs(state().position() - rest)).toBeLessThan(0.5);
    expect(asked).toEqual({ contexts: 1, elements: 0, alone: 2 });
  });

  it("says by how much levels are matched", () => {
    const { state } = open();
    expect([...state().decibels]).toEqual([
      ["one", -6],
      ["two", 0],
    ]);
    state().setMatched(true);
    expect(state().matched).toBe(true);
    expect([
      ...open({ loudness: [undefined, -26] })
        .state()
        .decibels.values(),
    ]).toEqual([0, 0]);
  });

  it("goes over to nothing that has no sound, and says which those are once the sounds are known", () => {
    const empty = open({ known: false });
    expect(empty.state().isSilent("one")).toBe(false);
    empty.state().select("two");
    empty.state().setSounds(empty.sounds);
    expect(empty.state().active).toBe("two");
    empty.state().select("three");
    expect(empty.state().active).toBe("two");
    expect(["one", "two", "three"].filter(empty.state().isSilent)).toEqual(["three"]);
  });

  it("keeps position and loop while nothing plays, within the sounds", () => {
    const { state } = open();
    state().seek(99);
    expect(state().position()).toBe(3);
    state().seek(1.5);
    state().setLoop({ from: 2, until: 1 });
    expect(state().loop).toEqual({ from: 1, until: 2 });
    expect(state().position()).toBe(1.5);
    state().loopFrom();
    expect(state().loop).toEqual({ from: 1.5, until: 2 });
    state().seek(1);
    state().loopUntil();
    expect(state().loop).toEqual({ from: 1, until: 1.5 });
    state().setLoop(undefined);
    state().loopFrom();
    expect(state().loop).toEqual({ from: 1, until: 3 });
  });

  it("gives sounds that are too long for memory a player each, and still goes on at the same place", async () => {
    const { state, asked } = open({ duration: mostSecondsInMemory / 2 + 1 });
    expect(state().exact).toBe(false);
    state().toggle();
    await expect.poll(() => state().position()).toBeGreaterThan(0.1);
    expect(asked).toMatchObject({ contexts: 0, elements: 2 });
    const before = state().position();
    state().select("two");
    expect(state().active).toBe("two");
    await expect.poll(() => state().position()).toBeGreaterThan(before);
    expect(state().position()).toBeLessThan(before + 2);
    state().pause();
    expect(state().playing).toBe(false);
  });

  it("is muted on a muted page, follows volume and mute while it sounds, and gives way to what begins", async () => {
    const { state, asked, sound, other, elements } = open({ duration: mostSecondsInMemory / 2 + 1 });
    sound.getState().setMuted(true);
    sound.getState().setVolume(0.5);
    state().toggle();
    await expect.poll(() => state().playing).toBe(true);
    expect(elements.map(({ muted, volume }) => [muted, volume])).toEqual([
      [true, 0.5],
      [true, 0.5],
    ]);
    sound.getState().setMuted(false);
    sound.getState().turn(-1);
    expect(elements.map(({ muted, volume }) => [muted, volume])).toEqual([
      [false, 0.4],
      [false, 0.4],
    ]);
    expect(asked.alone).toBe(1);
    sound.getState().begin(other);
    expect(state().playing).toBe(false);
  });

  it("is given up while it is prepared when something else begins", async () => {
    const { state, sound, other } = open();
    state().toggle();
    expect(state().status).toBe("preparing");
    sound.getState().begin(other);
    expect(state()).toMatchObject({ status: "idle", playing: false });
  });

  it("stops when other takes are compared, and goes on with what was heard where it is still there", async () => {
    const { state, sounds } = open();
    state().select("two");
    state().toggle();
    await expect.poll(() => state().playing).toBe(true);
    state().setSounds(sounds.slice(1));
    expect(state()).toMatchObject({ playing: false, status: "idle", active: "two" });
    state().setSounds(sounds.slice(0, 1));
    expect(state().active).toBe("one");
    state().setSounds([]);
    state().toggle();
    expect(state()).toMatchObject({ status: "idle", playing: false });
  });

  it("goes on where another take joins, and that one can be heard at the same moment", async () => {
    const { state, sounds, asked } = open();
    state().toggle();
    await expect.poll(() => state().position()).toBeGreaterThan(0.2);
    const before = state().position();
    state().setSounds([{ sound: soundOf("new", 3), duration: 3, loudness: undefined }, ...sounds]);
    expect(state()).toMatchObject({ status: "preparing", active: "one" });
    await expect.poll(() => state().playing).toBe(true);
    await expect.poll(() => state().position()).toBeGreaterThan(before);
    state().select("new");
    expect(state()).toMatchObject({ playing: true, active: "new" });
    expect(asked.contexts).toBe(1);
  });

  it("goes over to a take that was asked for while its sound was read; what is heard goes on until then", async () => {
    const { listening, state, sounds } = open({ known: false });
    state().setSounds(sounds.slice(0, 1));
    state().toggle();
    await expect.poll(() => state().playing).toBe(true);
    listening.setState({ known: false });
    state().select("two");
    expect(state()).toMatchObject({ active: "one", playing: true });
    state().setSounds(sounds);
    expect(state()).toMatchObject({ active: "two", status: "preparing" });
    await expect.poll(() => state().playing).toBe(true);
    // The last wish counts, and none of what turned out to have no sound.
    listening.setState({ known: false });
    state().select("two");
    state().select("one");
    state().setSounds(sounds);
    listening.setState({ known: false });
    state().select("silent");
    state().setSounds(sounds);
    expect(state().active).toBe("one");
    state().select("silent");
    state().setSounds([...sounds, { sound: soundOf("silent", 3), duration: 3, loudness: undefined }]);
    expect(state().active).toBe("one");
  });

  it("of what can't be decoded says so", async () => {
    const { state, sounds } = open();
    const broken = { ...soundOf("broken", 1), blob: new Blob(["no sound"]) };
    state().setSounds([...sounds, { sound: broken, duration: 1, loudness: undefined }]);
    state().toggle();
    await expect.poll(() => state().status).toBe("failed");
    expect(state().playing).toBe(false);
  });
});
