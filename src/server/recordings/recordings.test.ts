import { expect, onTestFinished, test, vi } from "vitest";
import { createRecordings } from "./recordings.ts";

const limits = { recordingTime: 3_600_000, visitorRecordings: 2, networkRecordings: 3, allRecordings: 4 };
const bytes = Buffer.from("sound");
const never = () => () => {};
const from = (address: string, session?: string) => ({ networks: [address, `${address}/48`], session });

/** Recordings at a clock that a test moves. */
function create() {
  const clock = { time: 1_000_000 };
  const recordings = createRecordings(limits, () => clock.time);
  onTestFinished(() => recordings.clear());
  return { recordings, clock };
}

test("a recording is there until its hour is over, and then makes room", () => {
  const { recordings, clock } = create();
  const { name, end } = recordings.keep(bytes, from("1"), never);
  expect(end).toBe(clock.time + limits.recordingTime);
  clock.time = end - 1;
  expect(recordings.find(name)).toBe(bytes);
  recordings.keep(bytes, from("1"), never);
  expect(() => recordings.checkRoom(from("1"))).toThrow("already keeps");
  clock.time = end;
  expect(recordings.find(name)).toBeUndefined();
  recordings.checkRoom(from("1"));
});

test("its memory is given back by itself, without anybody asking", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const recordings = createRecordings(limits, () => 0);
  const { name } = recordings.keep(bytes, from("1"), never);
  vi.advanceTimersByTime(limits.recordingTime - 1);
  expect(recordings.find(name)).toBe(bytes);
  vi.advanceTimersByTime(1);
  // At the clock that stands still it would still be there.
  expect(recordings.find(name)).toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
});

test("names can't be guessed: 192 random bits, and none twice", () => {
  const recordings = createRecordings(
    { ...limits, visitorRecordings: 50, networkRecordings: 50, allRecordings: 50 },
    () => 0,
  );
  onTestFinished(() => recordings.clear());
  const names = Array.from({ length: 50 }, () => recordings.keep(bytes, from("1"), never).name);
  expect(new Set(names.map((name) => /^own-3600-([\w-]{32})\.wav$/.exec(name)?.[1])).size).toBe(50);
});

test("a visitor, a network and all together have their bounds, and are told when the first one ends", () => {
  const { recordings, clock } = create();
  recordings.keep(bytes, from("1"), never);
  clock.time += 600_000;
  recordings.keep(bytes, from("1"), never);
  const refusal = { code: "too_many_recordings", status: 429, headers: { "retry-after": "3000" } };
  expect(() => recordings.keep(bytes, from("1"), never)).toThrow(expect.objectContaining(refusal));
  recordings.keep(bytes, from("1", "ann"), never);
  // Whoever has a session counts for themselves, but not without end on one network.
  expect(() => recordings.checkRoom(from("1", "ben"))).toThrow(expect.objectContaining({ status: 429 }));
  recordings.keep(bytes, from("2", "ann"), never);
  expect(() => recordings.checkRoom(from("3", "ann"))).toThrow(expect.objectContaining({ status: 429 }));
  expect(() => recordings.checkRoom(from("3"))).toThrow(expect.objectContaining({ code: "overloaded", status: 503 }));
});

test("a clock set back makes nobody wait for longer than a recording lasts", () => {
  const { recordings, clock } = create();
  recordings.keep(bytes, from("1"), never);
  recordings.keep(bytes, from("1"), never);
  clock.time -= 900_000;
  expect(() => recordings.checkRoom(from("1"))).toThrow(
    expect.objectContaining({ headers: { "retry-after": "3600" } }),
  );
});

test("without a session a recording's name is enough to remove it, from whichever network", () => {
  const { recordings } = create();
  const { name } = recordings.keep(bytes, from("1"), never);
  expect(recordings.remove(`${name}x`, from("1"))).toBe(false);
  expect(recordings.remove(name, from("2"))).toBe(true);
  expect(recordings.find(name)).toBeUndefined();
  recordings.keep(bytes, from("1"), never);
  recordings.keep(bytes, from("1"), never);
});

test("only its visitor removes a recording that was given in a session", () => {
  const { recordings } = create();
  const { name } = recordings.keep(bytes, from("1", "ann"), never);
  expect(recordings.remove(name, from("1", "ben"))).toBe(false);
  expect(recordings.remove(name, from("1"))).toBe(false);
  expect(recordings.find(name)).toBe(bytes);
  expect(recordings.remove(name, from("2", "ann"))).toBe(true);
  expect(recordings.find(name)).toBeUndefined();
  expect(recordings.remove(name, from("2", "ann"))).toBe(false);
});

test("a recording ends with its visitor's session, and no longer listens once it is gone", () => {
  const { recordings } = create();
  const listeners = new Set<() => void>();
  const onEnd = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const { name } = recordings.keep(bytes, from("1", "ann"), onEnd);
  const second = recordings.keep(bytes, from("1", "ann"), onEnd).name;
  expect(recordings.remove(second, from("1", "ann"))).toBe(true);
  expect(listeners.size).toBe(1);
  for (const end of [...listeners]) end();
  expect(recordings.find(name)).toBeUndefined();
  expect(listeners.size).toBe(0);
});
