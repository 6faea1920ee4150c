import { describe, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { createStore as createValue } from "../../audio/base/store.ts";
import type { SpeechSession } from "../../audio/session/session.ts";
import { createSoundOwner, joinSession, nextRate, rates, type Sounding } from "./sound-owner.ts";

/** An owner whose volume is kept, and things that sound and write down what is done to them. */
function open(volume = 1) {
  const kept = createStore(() => ({ volume }));
  const owner = createSoundOwner(kept);
  function sounding(name: string, log: string[] = []): Sounding & { readonly log: string[] } {
    return {
      log,
      setVolume: (next) => log.push(`${name} volume ${next}`),
      setMuted: (muted) => log.push(`${name} muted ${muted}`),
      setRate: (rate) => log.push(`${name} rate ${rate}`),
      pause: () => log.push(`${name} silent`),
    };
  }
  return { kept, owner, state: () => owner.getState(), sounding };
}

describe("what sounds on the page", () => {
  test("follows volume, mute and rate at once, also while it sounds, until it leaves", () => {
    const { state, sounding } = open(0.5);
    state().setMuted(true);
    state().setRate(1.5);
    const one = sounding("one");
    const leave = state().join(one);
    expect(one.log.splice(0)).toEqual(["one volume 0.5", "one muted true", "one rate 1.5"]);
    state().setMuted(false);
    state().setVolume(0.2);
    state().setRate(2);
    expect(one.log.splice(0)).toEqual(["one muted false", "one volume 0.2", "one rate 2"]);
    leave();
    state().setMuted(true);
    state().setVolume(1);
    state().hush();
    expect(one.log).toEqual([]);
  });

  test("hears of a rate once more when it is wished for once more, and of nothing else that stays", () => {
    const { state, kept, sounding } = open();
    const one = sounding("one");
    state().join(one);
    one.log.splice(0);
    state().setRate(1);
    state().setMuted(false);
    kept.setState({ volume: 1 });
    expect(one.log).toEqual(["one rate 1"]);
  });

  test("falls silent when something else begins, and all of it when nothing could stop it", () => {
    const { state, sounding } = open();
    const [one, two, three] = [sounding("one"), sounding("two"), sounding("three")];
    for (const each of [one, two, three]) state().join(each);
    for (const { log } of [one, two, three]) log.splice(0);
    state().begin(two);
    expect([one.log.splice(0), two.log, three.log.splice(0)]).toEqual([["one silent"], [], ["three silent"]]);
    state().hush();
    expect([one.log, two.log, three.log]).toEqual([["one silent"], ["two silent"], ["three silent"]]);
  });

  test("is as loud as it was kept, and is kept as it was turned, whoever turns it", () => {
    const { owner, state, kept, sounding } = open(0.35);
    expect(state().volume).toBe(0.35);
    state().turn(1);
    expect(kept.getState().volume).toBe(0.45);
    const one = sounding("one");
    state().join(one);
    one.log.splice(0);
    kept.setState({ volume: 0.1 });
    expect([owner.getState().volume, one.log]).toEqual([0.1, ["one volume 0.1"]]);
  });
});

test("whoever wants it louder wants to hear it; quieter stays mute; neither leaves the scale", () => {
  const { state } = open(0.95);
  state().setMuted(true);
  state().turn(-1);
  expect(state()).toMatchObject({ volume: 0.85, muted: true });
  state().turn(1);
  expect(state()).toMatchObject({ volume: 0.95, muted: false });
  state().turn(1);
  expect(state().volume).toBe(1);
  for (let press = 0; press < 12; press++) state().turn(-1);
  expect(state().volume).toBe(0);
});

test("one press ends silence, whether it was muted or turned down to nothing", () => {
  const { state } = open(0);
  state().toggleSilent();
  expect(state()).toMatchObject({ volume: 1, muted: false });
  state().toggleSilent();
  expect(state()).toMatchObject({ volume: 1, muted: true });
  state().setVolume(0);
  state().toggleSilent();
  expect(state()).toMatchObject({ volume: 1, muted: false });
});

test("the next rate is the one beside it, and the last one stays", () => {
  expect(nextRate(1, 1)).toBe(1.25);
  expect(nextRate(1, -1)).toBe(0.75);
  expect(nextRate(2, 1)).toBe(2);
  expect(nextRate(rates[0], -1)).toBe(rates[0]);
});

test("a session silences the rest each time it begins, whoever made it play, and not while it goes on", () => {
  const { owner, state, sounding } = open();
  const other = sounding("other");
  state().join(other);
  other.log.splice(0);
  const nothing = () => {};
  type Snapshot = ReturnType<SpeechSession["getSnapshot"]>;
  const snapshot = (status: "none" | "waiting" | "playing" | "paused"): Snapshot => ({
    state: { status: "idle", playback: { status } },
    times: { started: 0, firstAudio: undefined, firstSound: undefined, ended: undefined, stalls: [] },
    ...{ duration: undefined, volume: 1, muted: false, rate: 1 },
  });
  const value = createValue(snapshot("none"));
  const pause = vi.fn();
  const session: SpeechSession = {
    ...{ getSnapshot: value.getSnapshot, subscribe: value.subscribe },
    ...{ start: nothing, stop: nothing, play: nothing, pause, seek: nothing, dispose: nothing },
    ...{ setVolume: nothing, setMuted: nothing, setRate: nothing, position: () => 0 },
    peaks: createValue(undefined),
  };
  const leave = joinSession(owner, session);
  expect(other.log).toEqual([]);
  for (const status of ["waiting", "playing", "waiting", "playing"] as const) value.set(snapshot(status));
  expect(other.log.splice(0)).toEqual(["other silent"]);
  value.set(snapshot("paused"));
  value.set(snapshot("playing"));
  expect(other.log.splice(0)).toEqual(["other silent"]);
  expect(pause).not.toHaveBeenCalled();
  state().begin(other);
  expect(pause).toHaveBeenCalledTimes(1);
  leave();
  value.set(snapshot("paused"));
  value.set(snapshot("playing"));
  expect(other.log).toEqual([]);
});
