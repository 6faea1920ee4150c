import { expect, it } from "vitest";
import { NotSentError, SpeechRequestError } from "../../api/errors.ts";
import { createStore } from "../../audio/base/store.ts";
import { recordingFrom } from "../../audio/players/recorder.ts";
import type { SessionSnapshot } from "../../audio/session/session.ts";
import { nothingToHear as playback } from "../../audio/session/session-state.ts";
import { chosenModel } from "../../contract/models/index.ts";
import { openTestLibrary, takeDetails, takeRow, takeSound } from "./library.fixture.ts";
import type { TakeRow } from "./take.ts";
import { createTakeRecorder } from "./take-recorder.ts";

/** A take of three parts, of which the first is kept, whose session ends so. */
async function endPartsWith(state: SessionSnapshot["state"], row: Partial<TakeRow> = {}) {
  const library = openTestLibrary();
  await library.begin(takeRow("a", { parts: { count: 3, done: 1 }, ...row }), takeDetails("a", { words: ["a word"] }));
  await library.keepPart("a", 0, takeSound("a"));
  const recorder = createTakeRecorder(library, "a", chosenModel("streamspeech-v8"), 0, () => ({
    onLine: true,
    time: 0,
  }));
  const session = createStore<SessionSnapshot>({
    state: { status: "connecting", playback },
    times: { started: 0, firstAudio: undefined, firstSound: undefined, ended: 1_000, stalls: [] },
    ...{ duration: undefined, volume: 1, muted: false, rate: 1 },
  });
  recorder.follow(session, () => undefined);
  session.set({ ...session.getSnapshot(), state });
  return { row: library.row("a"), first: await library.part("a", 0), words: (await library.details("a"))?.words };
}

it("a part whose answer is wrong, be it sound, makes nothing whole: what is kept of the others stays", async () => {
  const error = new SpeechRequestError({
    refusal: "mislabelled",
    status: 200,
    headers: [],
    error: { message: "content-type: text/html", raw: "" },
    truncated: false,
  });
  const recording = recordingFrom(takeSound("a", 2_000));
  const { row, first } = await endPartsWith({ status: "failed", playback, error, recording });
  expect(row).toMatchObject({ status: "failed", sound: "partial", failure: { kind: "mislabelled" } });
  expect(first?.blob.size).toBe(1_000);
});

it.each([
  { status: "stopped", playback, recording: undefined },
  { status: "failed", playback, error: new NotSentError(undefined), recording: undefined },
] as const)("parts that go on and bring nothing leave the sound of the others, $status", async (state) => {
  const { format, facts } = takeSound("a");
  const kept = { sound: "partial", format, facts } as const;
  const { row, words } = await endPartsWith(state, kept);
  expect(row).toMatchObject({ status: state.status, ...kept });
  expect(words).toEqual(["a word"]);
});

it.each([
  ["never sent before", { resumed: 1, unsent: true }, true],
  ["of which parts were sent before", { resumed: 1 }, undefined],
])("parts %s that go on and are stopped before anything is sent", async (_what, before, unsent) => {
  const { row } = await endPartsWith({ status: "stopped", playback, recording: undefined }, before);
  expect(row?.unsent).toBe(unsent);
});

/** What is written down of the times of a take whose first byte came at 300, by the times that its session tells. */
async function timesAfter(
  row: Partial<TakeRow>,
  times: Partial<SessionSnapshot["times"]>,
  ...later: readonly Partial<SessionSnapshot["times"]>[]
) {
  const library = openTestLibrary();
  await library.begin(takeRow("a", { status: "submitting", ...row }), takeDetails("a"));
  const circumstances = () => ({ onLine: true, time: 0 });
  const recorder = createTakeRecorder(library, "a", chosenModel("streamspeech-v8"), 0, circumstances);
  const session = createStore<SessionSnapshot>({
    state: { status: "receiving", playback, format: { codec: "mp3" }, facts: { bytes: 0 } },
    times: { started: 0, firstAudio: undefined, firstSound: undefined, ended: undefined, stalls: [] },
    ...{ duration: undefined, volume: 1, muted: false, rate: 1 },
  });
  recorder.follow(session, () => undefined);
  recorder.observe({ at: 100, type: "sent", path: "", body: "" });
  recorder.observe({ at: 300, type: "chunk", bytes: 10, start: new Uint8Array() });
  const recording = recordingFrom(takeSound("a"));
  const state = { status: "complete", playback: { status: "playing" }, recording } as const;
  for (const each of [times, ...later]) {
    session.set({ ...session.getSnapshot(), state, duration: 1, times: { ...session.getSnapshot().times, ...each } });
  }
  return library.row("a")?.times;
}

it("the first byte is written down as the network told it, as it is shown", async () => {
  expect(await timesAfter({}, { firstAudio: 340, firstSound: 400, ended: 500 })).toMatchObject({
    firstAudio: 300,
    firstSound: 400,
  });
});

it("what a take had kept when it went on isn't written down as the first of its answer", async () => {
  const times = await timesAfter({ resumed: 1 }, { firstAudio: 20, firstSound: 50, ended: 500 });
  expect(times).toMatchObject({ firstAudio: 300, firstSound: undefined });
});
