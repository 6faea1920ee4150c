import { describe, expect, it, onTestFinished, vi } from "vitest";
import { IncompleteAudioError } from "../../api/errors.ts";
import { click } from "../../audio/session/session.fixture.ts";
import type { PlaygroundConfig } from "../../contract/playground.ts";
import {
  createFakeService,
  createTestPlayground,
  type FakeAnswers,
  type FakeService,
  soundOf,
  toneOf,
} from "../page/fake-service.fixture.ts";
import type { Playground } from "../page/playground.ts";
import { configQuery } from "../page/queries.ts";
import { derivePlan, measureText } from "../submit/derive.ts";
import { submissionOf } from "../submit/submission.ts";
import { openTestLibrary, takeDetails, takeRow } from "./library.fixture.ts";
import type { LibrarySnapshot, TakeLibrary } from "./library.ts";

interface Page extends FakeService {
  readonly playground: Playground;
  readonly speak: (text: string) => void;
  readonly rows: () => LibrarySnapshot["rows"];
}

function openPage(answers: FakeAnswers = {}, library?: TakeLibrary, writingPatience?: number): Page {
  const service = createFakeService(answers);
  const playground = createTestPlayground(service.client, library, writingPatience);
  onTestFinished(() => {
    playground.takes.getState().current?.session.dispose();
    playground.library.dispose();
  });
  return {
    ...service,
    playground,
    speak(text) {
      const { model, modes, transport, values } = playground.settings.getState();
      const plan = derivePlan({ model, modes, transport, values }, "en", measureText(text));
      playground.submit
        .getState()
        .submit({ place: "page", read: () => submissionOf(plan, text, values[plan.model.id] ?? {}) });
    },
    rows: () => playground.library.getSnapshot().rows,
  };
}

const firstRow = ({ rows }: Page) => rows()[0];
const current = ({ playground }: Page) => playground.takes.getState().current;
const stateOf = (page: Page) => current(page)?.session.getSnapshot().state.status;

/** A sound of which a second comes at once and the rest never. */
async function* endless(signal: AbortSignal) {
  yield { type: "start", format: { codec: "wav" } } as const;
  yield { type: "audio", bytes: toneOf(1) } as const;
  await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}

describe("a submission", () => {
  it("that left before the page knew its service is told which one it was, once that is known", async () => {
    let know: (config: PlaygroundConfig) => void = () => undefined;
    const known = new Promise<PlaygroundConfig>((resolve) => {
      know = resolve;
    });
    const page = openPage({ config: () => known, speech: () => soundOf(1) });
    const asked = page.playground.queries.fetchQuery(configQuery(page.playground.client));
    page.speak("Too early");
    await expect.poll(() => firstRow(page)?.status).toBe("complete");
    expect(firstRow(page)?.service).toBeUndefined();
    know({ service: "remote", version: "0.0.0", session: "none_needed", hasKey: true, baseUrl: "https://tts.test" });
    await asked;
    await expect.poll(() => firstRow(page)).toMatchObject({ service: "remote", address: "https://tts.test" });
  });

  it.each([
    { what: "it is heard", speech: () => soundOf(1), status: "complete" },
    {
      what: "it has failed",
      speech: () => {
        throw new Error("refused");
      },
      status: "failed",
    },
  ])("is drawn behind its request and the beginning of its answer, once $what", async ({ speech, status }) => {
    const steps: string[] = [];
    const page: Page = openPage({
      speech: () => {
        steps.push("ask");
        return speech();
      },
    });
    const { drawing } = page.playground;
    vi.spyOn(drawing, "hold").mockImplementation(() => void steps.push("hold"));
    vi.spyOn(drawing, "draw").mockImplementation(() => void steps.push("draw"));
    page.speak("Hello");
    await expect.poll(() => steps.at(-1)).toBe("draw");
    expect(stateOf(page)).toBe(status);
    expect(steps).toEqual(["hold", "ask", ...(status === "complete" ? ["hold"] : []), "draw"]);
  });

  it("is written down before its request leaves, and ends with everything about it", async () => {
    const statesWhenSent: unknown[] = [];
    const page: Page = openPage({
      speech: () => {
        statesWhenSent.push([firstRow(page)?.status, page.playground.library.getSnapshot().unsaved]);
        return soundOf(1);
      },
    });
    page.playground.settings.getState().setValue("streamspeech-v8", "speed", 0.5);
    // Opening the storage for the first time may take longer than a request waits for it.
    page.playground.library.open();
    await vi.waitFor(() => expect(page.playground.library.getSnapshot().keeping.kind).toBe("disk"), {
      timeout: 60_000,
    });
    page.speak("Good evening");
    expect(firstRow(page)).toMatchObject({ status: "submitting", excerpt: "Good evening", voice: "Autumn" });
    await expect.poll(() => firstRow(page)?.status).toBe("complete");
    expect(statesWhenSent).toEqual([["submitting", 0]]);
    const id = firstRow(page)?.id ?? "";
    expect(firstRow(page)).toMatchObject({
      sound: "whole",
      price: { kind: "tokens", tokens: 12 },
      owner: undefined,
      facts: { bytes: 16_044 },
      times: { firstAudio: expect.any(Number), ended: expect.any(Number) },
    });
    expect(await page.playground.library.details(id)).toMatchObject({
      form: { text: "Good evening", mode: "stream", values: { voice: "Autumn", speed: 0.5 } },
      request: { path: "/v1/audio/speech", body: expect.stringContaining('"speed":0.5') },
    });
    expect((await page.playground.library.sound(id))?.blob.size).toBe(16_044);
  });

  it("keeps the group multiplier that stood when it was sent", async () => {
    const page = openPage({});
    const { settings } = page.playground;
    settings.setState({ multiplier: 2.5 });
    page.speak("Good evening");
    settings.setState({ multiplier: 10 });
    await expect.poll(() => firstRow(page)?.status).toBe("complete");
    expect(firstRow(page)?.multiplier).toBe(2.5);
  });

  it("leaves all the same, once, when the storage doesn't answer", async () => {
    const library = openTestLibrary({ openDatabase: () => new Promise(() => {}) });
    const page = openPage({}, library, 40);
    const pressed = performance.now();
    page.speak("Good evening");
    await expect.poll(() => firstRow(page)?.status).toBe("complete");
    expect(performance.now() - pressed).toBeGreaterThanOrEqual(39);
    expect(page.bodies).toHaveLength(1);
  });

  it("that is stopped before it left was never sent", async () => {
    let refuse = (): void => {};
    const library = openTestLibrary({
      openDatabase: () =>
        new Promise((_, reject) => {
          refuse = () => reject(new Error("refused"));
        }),
    });
    const page = openPage({}, library);
    page.speak("Good evening");
    current(page)?.session.stop();
    refuse();
    await expect.poll(() => library.getSnapshot().keeping).toEqual({ kind: "memory", reason: "refused" });
    await library.update(firstRow(page)?.id ?? "", { note: "What waited for the storage has gone on by now." });
    expect(firstRow(page)).toMatchObject({ status: "stopped", unsent: true });
    expect(page.bodies).toEqual([]);
  });

  it("that failed is kept with what came and why", async () => {
    const page = openPage({
      async *speech() {
        yield { type: "start", format: { codec: "wav" } };
        yield { type: "audio", bytes: toneOf(1) };
        throw new IncompleteAudioError(16_044, 99_999);
      },
    });
    page.speak("Good evening");
    await expect.poll(() => firstRow(page)?.status).toBe("failed");
    expect(firstRow(page)).toMatchObject({ sound: "partial", failure: { kind: "incomplete", cost: "possible" } });
    const id = firstRow(page)?.id ?? "";
    expect(await page.playground.library.details(id)).toMatchObject({ error: { expectedBytes: 99_999 } });
    page.playground.takes.getState().release([id]);
    expect(current(page)).toBeUndefined();
    expect(await page.playground.takes.getState().open(id, { play: false })).toBe(true);
    const state = current(page)?.session.getSnapshot().state;
    expect(state).toMatchObject({ status: "failed", error: expect.any(IncompleteAudioError), recording: {} });
  });
});

/** Headerless samples of a sound that lasts so many seconds. */
const samplesOf = (seconds: number) => new Uint8Array(new Int16Array(22_050 * seconds).fill(3_000).buffer);

describe("a take of the library", () => {
  it("knows when its sound stood still while it came", async () => {
    let goOn = (): void => {};
    const page = openPage({
      async *speech() {
        yield { type: "start", format: { codec: "pcm_s16le", sampleRate: 22_050, channels: 1 } };
        yield { type: "audio", bytes: samplesOf(0.7) };
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
        yield { type: "audio", bytes: samplesOf(0.7) };
        yield { type: "end" };
      },
    });
    await click(() => page.speak("Slowly"));
    const patient = { timeout: 60_000 };
    await vi.waitFor(() => expect(current(page)?.session.getSnapshot().times.stalls).toHaveLength(1), patient);
    goOn();
    await vi.waitFor(
      () => expect(firstRow(page)?.times.stalls).toEqual([{ from: expect.any(Number), until: expect.any(Number) }]),
      patient,
    );
    const { id = "", times } = firstRow(page) ?? {};
    page.playground.takes.getState().release([id]);
    await page.playground.takes.getState().open(id, { play: false });
    expect(current(page)?.session.getSnapshot().times.stalls).toEqual(times?.stalls);
  });

  it("plays from what is kept, without another request", async () => {
    const page = openPage({ speech: () => soundOf(2) });
    await click(() => page.speak("First"));
    await expect.poll(() => firstRow(page)?.status).toBe("complete");
    const first = firstRow(page)?.id ?? "";
    page.speak("Second");
    await expect.poll(() => firstRow(page)).toMatchObject({ status: "complete", excerpt: "Second" });
    await page.playground.takes.getState().open(first, { play: true });
    expect(current(page)).toMatchObject({ id: first, text: "First", voice: "Autumn" });
    await expect.poll(() => current(page)?.session.position()).toBeGreaterThan(0.1);
    expect(current(page)?.session.getSnapshot().duration).toBeCloseTo(2, 1);
    expect(page.bodies).toHaveLength(2);
  });

  it("is in the player again after a reload, silent, unless somebody was quicker", async () => {
    const library = openTestLibrary();
    await library.begin(takeRow("a", { status: "complete", sound: "whole", excerpt: "Kept" }), takeDetails("a"));
    await library.begin(takeRow("b", { status: "failed" }), takeDetails("b"));
    const page = openPage({ speech: () => soundOf(1) }, library);
    await page.playground.takes.getState().openLast();
    expect(current(page)).toMatchObject({ id: "a" });
    expect(current(page)?.session.getSnapshot().state.playback.status).not.toBe("playing");

    const busy = openPage({ speech: () => soundOf(1) }, library);
    busy.speak("Mine");
    await busy.playground.takes.getState().openLast();
    expect(current(busy)).toMatchObject({ text: "Mine" });
  });

  it("may be opened while another is received: that one goes on in silence and is kept whole", async () => {
    let goOn = (): void => {};
    let speeches = 0;
    const page = openPage({
      async *speech(signal) {
        if (++speeches === 1) return yield* soundOf(1);
        yield { type: "start", format: { codec: "wav" } };
        yield { type: "audio", bytes: toneOf(2) };
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
        signal.throwIfAborted();
        yield { type: "end" };
      },
    });
    page.speak("First");
    await expect.poll(() => firstRow(page)?.status).toBe("complete");
    const first = firstRow(page)?.id ?? "";
    page.speak("Second");
    await expect.poll(() => firstRow(page)).toMatchObject({ status: "receiving", excerpt: "Second" });
    const second = current(page);
    await page.playground.takes.getState().open(first, { play: true });
    expect(second?.session.getSnapshot().state).toMatchObject({ status: "receiving", playback: { status: "paused" } });
    goOn();
    await expect.poll(() => firstRow(page)).toMatchObject({ status: "complete", sound: "whole" });
    await expect.poll(() => page.playground.takes.getState().live.size).toBe(0);
    expect(second?.session.getSnapshot().state.playback.status).toBe("none");
  });

  it("under way can be taken out of the player: it is stopped, and what came is kept", async () => {
    const page = openPage({ speech: endless });
    page.speak("Good evening");
    await expect.poll(() => stateOf(page)).toBe("receiving");
    page.playground.takes.getState().release([current(page)?.id ?? ""]);
    await expect.poll(() => firstRow(page)).toMatchObject({ status: "stopped", sound: "partial" });
    expect(current(page)).toBeUndefined();
  });

  it("that couldn't be played is played anew when it is heard again", async () => {
    const { playground, rows } = openPage();
    const { library, takes } = playground;
    const facts = { bytes: 4 };
    const row = takeRow("a", { status: "complete", sound: "whole", format: { codec: "wav" }, facts });
    library.begin(row, takeDetails("a"));
    library.keepSound({ id: "a", format: { codec: "wav" }, facts, blob: new Blob(["none"], { type: "audio/wav" }) });
    const hear = () => click(() => void takes.getState().open("a", { play: true }));
    const playback = () => takes.getState().current?.session.getSnapshot().state.playback.status;
    await hear();
    await expect.poll(playback).toBe("failed");
    library.keepSound({ id: "a", format: { codec: "wav" }, facts, blob: new Blob([toneOf(9)], { type: "audio/wav" }) });
    await hear();
    await expect.poll(playback).toBe("playing");
    expect(rows()).toHaveLength(1);
  });

  it("isn't there any more: nothing happens", async () => {
    const page = openPage();
    expect(await page.playground.takes.getState().open("gone", { play: true })).toBe(false);
  });
});

it("forty syntheses leave no addresses behind", async () => {
  const made = vi.spyOn(URL, "createObjectURL");
  const revoked = vi.spyOn(URL, "revokeObjectURL");
  onTestFinished(() => void vi.restoreAllMocks());
  const page = openPage({ speech: () => soundOf(1) });
  for (let count = 1; count <= 40; count++) {
    page.speak(`Take ${count}`);
    await expect
      .poll(() => firstRow(page), { interval: 5 })
      .toMatchObject({ status: "complete", excerpt: `Take ${count}` });
  }
  page.playground.takes.getState().release([current(page)?.id ?? ""]);
  expect(made.mock.calls.length).toBeGreaterThanOrEqual(40);
  expect(revoked.mock.calls.length).toBe(made.mock.calls.length);
  await expect.poll(() => page.playground.library.getSnapshot().unsaved).toBe(0);
  expect(page.rows()).toHaveLength(40);
  expect(page.playground.takes.getState().live.size).toBe(0);
});
