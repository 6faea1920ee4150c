import { expect, it } from "vitest";
import { SpeechRequestError } from "../../api/errors.ts";
import { usualPause } from "../../api/retry-after.ts";
import { createFakeService, createTestPlayground, soundOf, toneOf } from "../page/fake-service.fixture.ts";
import { openTestLibrary } from "../takes/library.fixture.ts";
import { derivePlan, measureText } from "./derive.ts";
import { sendInTurn } from "./send-in-turn.ts";
import { submissionOf } from "./submission.ts";

const busy = new SpeechRequestError({
  refusal: "status",
  status: 429,
  headers: [],
  error: { message: "Too many requests.", raw: "" },
  truncated: false,
});

function submissionBy(voice: string) {
  const settings = { model: "streamspeech-v8", modes: {}, transport: "http", values: {} } as const;
  const form = { voice };
  const plan = derivePlan({ ...settings, values: { [settings.model]: form } }, "en", measureText("Hello."));
  return submissionOf(plan, "Hello.", form);
}

it("waits where the service turned one away, says meanwhile what is unsent, and sends nothing deleted", async () => {
  let answers = 0;
  const service = createFakeService({
    async *speech() {
      answers++;
      if (answers === 2) throw busy;
      yield* soundOf(1);
    },
  });
  let time = 1_000;
  const playground = { ...createTestPlayground(service.client, openTestLibrary()), wallClock: () => time };
  const { library } = playground;
  const submissions = ["Autumn", "Noah", "Luna", "Oscar", "Mei"].map(submissionBy);
  const pauses: [milliseconds: number, sent: number, unsent: (boolean | undefined)[]][] = [];
  const ids = sendInTurn(playground, submissions, async (milliseconds) => {
    pauses.push([milliseconds, service.bodies.length, ids.map((id) => library.row(id)?.unsent)]);
    await library.update(ids[2] ?? "", { deleted: time });
    await library.erase(ids.slice(3, 4));
    time += milliseconds;
  });
  // Newest first, though all of them were made at once.
  expect(library.getSnapshot().rows.map(({ id }) => id)).toEqual(ids.toReversed());
  expect(ids.map((id) => library.row(id))).toMatchObject(Array(5).fill({ status: "submitting", unsent: true }));
  await expect.poll(() => library.row(ids[4] ?? "")?.status).toBe("complete");
  expect(pauses).toEqual([[usualPause, 2, [undefined, undefined, true, true, true]]]);
  expect(service.bodies.map(({ voice }) => voice)).toEqual(["Autumn", "Noah", "Mei"]);
  expect(ids.map((id) => library.row(id)?.status)).toEqual(["complete", "failed", "stopped", undefined, "complete"]);
  expect(library.row(ids[4] ?? "")?.unsent).toBeUndefined();
});

it("ends what is under way where somebody wants that, keeps what came, and passes over what waits", async () => {
  let answers = 0;
  const service = createFakeService({
    async *speech(signal) {
      if (++answers > 1) return yield* soundOf(1);
      yield { type: "start", format: { codec: "wav" } };
      yield { type: "audio", bytes: toneOf(1) };
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      throw signal.reason;
    },
  });
  const { library, takes, ...playground } = createTestPlayground(service.client, openTestLibrary());
  const ids = sendInTurn({ ...playground, library, takes }, ["Autumn", "Noah", "Luna"].map(submissionBy));
  const [first = "", second = "", third = ""] = ids;
  takes.getState().end(second);
  expect(library.row(second)).toMatchObject({ status: "stopped", unsent: true });
  await expect.poll(() => library.row(first)?.status).toBe("receiving");
  takes.getState().end(first);
  await expect.poll(() => library.row(third)?.status).toBe("complete");
  expect(library.row(first)).toMatchObject({ status: "stopped", sound: "partial" });
  expect(library.row(second)?.status).toBe("stopped");
  expect(service.bodies.map(({ voice }) => voice)).toEqual(["Autumn", "Luna"]);
});

it("notes when each would first be heard: its first bytes, and the silence in front", async () => {
  const sound = toneOf(2);
  // A second of 8,000 samples of two bytes, behind the head.
  sound.fill(0, 44, 44 + 16_000);
  const service = createFakeService({
    async *speech() {
      yield { type: "start", format: { codec: "wav" } };
      yield { type: "audio", bytes: sound.slice() };
      yield { type: "end" };
    },
  });
  const playground = createTestPlayground(service.client, openTestLibrary());
  const ids = sendInTurn(playground, ["Autumn", "Noah"].map(submissionBy));
  const silences = () =>
    ids.map((id) => {
      const { firstAudio, firstSound } = playground.library.row(id)?.times ?? {};
      return firstAudio === undefined || firstSound === undefined ? undefined : Math.round(firstSound - firstAudio);
    });
  await expect.poll(silences).toEqual([1_000, 1_000]);
});
