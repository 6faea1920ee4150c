import { expect, test } from "vitest";
import { createRecorder } from "../players/recorder.ts";
import {
  initialSessionState,
  isSounding,
  reduceSession,
  type SessionEvent,
  type SessionState,
} from "./session-state.ts";

const recording = createRecorder({ codec: "mp3" }).recording();
const error = new Error("broken");
const playing = { status: "playing" } as const;
const events = {
  started: { type: "started" },
  format: { type: "format", format: { codec: "mp3" } },
  received: { type: "received", facts: { bytes: 5 } },
  completed: { type: "completed", recording },
  stopped: { type: "stopped", recording },
  failed: { type: "failed", error, recording },
} as const satisfies Record<string, SessionEvent>;
type EventName = keyof typeof events;

function after(...names: readonly EventName[]): SessionState {
  return names.map((name) => events[name]).reduce<SessionState>(reduceSession, initialSessionState);
}

const paths: Record<SessionState["status"], readonly EventName[]> = {
  idle: [],
  connecting: ["started"],
  receiving: ["started", "format"],
  complete: ["started", "format", "completed"],
  stopped: ["started", "format", "stopped"],
  failed: ["started", "format", "failed"],
};
const allowed: Record<SessionState["status"], Partial<Record<EventName, SessionState["status"]>>> = {
  idle: { started: "connecting" },
  connecting: { format: "receiving", stopped: "stopped", failed: "failed" },
  receiving: { received: "receiving", completed: "complete", stopped: "stopped", failed: "failed" },
  complete: {},
  stopped: {},
  failed: {},
};
const statuses = ["idle", "connecting", "receiving", "complete", "stopped", "failed"] as const;
const names = ["started", "format", "received", "completed", "stopped", "failed"] as const;

test.each(statuses.flatMap((status) => names.map((name) => [status, name] as const)))("%s, then %s", (status, name) => {
  const before = after(...paths[status]);
  expect(before.status).toBe(status);
  const next = reduceSession(before, events[name]);
  const expected = allowed[status][name];
  if (expected === undefined) expect(next).toBe(before);
  else expect(next.status).toBe(expected);
});

test("what came is kept by whichever way it ends", () => {
  expect(after("started", "format", "completed")).toMatchObject({ recording });
  expect(after("started", "format", "stopped")).toMatchObject({ recording });
  expect(after("started", "format", "failed")).toMatchObject({ recording, error });
});

test("what one hears goes through every change, until there is nothing to hear", () => {
  const sounding = reduceSession(after("started", "format"), { type: "playback", playback: playing });
  expect(sounding.playback).toBe(playing);
  expect(reduceSession(sounding, events.completed).playback).toBe(playing);
  expect(reduceSession(sounding, events.failed).playback).toBe(playing);
  expect(reduceSession(sounding, { ...events.failed, recording: undefined }).playback).toEqual({ status: "none" });
  expect(reduceSession(sounding, { type: "playback", playback: playing })).toBe(sounding);
});

test("what waits for its next sound counts as heard", () => {
  const statuses = ["none", "waiting", "blocked", "playing", "paused", "ended", "failed"] as const;
  expect(statuses.filter(isSounding)).toEqual(["waiting", "playing"]);
});
