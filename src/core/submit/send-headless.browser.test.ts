import { expect, it } from "vitest";
import { createFakeService, createTestPlayground } from "../page/fake-service.fixture.ts";
import { derivePlan, measureText } from "./derive.ts";
import { headlessOptionsOf, sendHeadless } from "./send-headless.ts";
import { submissionOf } from "./submission.ts";

it("what isn't heard goes in parts as well, one after the other, and becomes one take with one sound", async () => {
  const { client, bodies } = createFakeService();
  const playground = createTestPlayground(client);
  const text = "One.\n[Noah] Two. [pause 2s] Three.";
  const settings = { model: "streamspeech-v8", modes: {}, transport: "http" as const, values: {} };
  const made = playground.submit
    .getState()
    .write(submissionOf(derivePlan(settings, "en", measureText(text)), text, {}));
  await sendHeadless(made, headlessOptionsOf(playground));
  expect(bodies.map(({ input, voice }) => [input, voice])).toEqual([
    ["One.", "Autumn"],
    ["Two.", "Noah"],
    ["Three.", "Noah"],
  ]);
  const { id } = made.draft.row;
  await expect
    .poll(() => playground.library.row(id))
    .toMatchObject({
      status: "complete",
      sound: "whole",
      parts: { count: 3, done: 3 },
    });
  // Three seconds of sound, and the silence between them.
  expect(playground.library.row(id)?.facts?.duration).toBeCloseTo(3 + 0.55 + 2, 1);
});

it("a task is over, too, once nobody asks for it any more", async () => {
  const playground = createTestPlayground(createFakeService().client);
  const { library, submit } = playground;
  const modes = { "streamspeech-v8": "async" as const };
  const settings = { model: "streamspeech-v8", modes, transport: "http" as const, values: {} };
  const plan = derivePlan(settings, "en", measureText("Later."));
  const made = submit.getState().write(submissionOf(plan, "Later.", {}));
  const { id } = made.draft.row;
  const task = { id: "task_1", status: "queued", nextPoll: Date.now() };
  const sendTask = async () => void library.update(id, { status: "waiting", task });
  const over = sendHeadless(made, { ...headlessOptionsOf(playground), sendTask });
  await expect.poll(() => library.row(id)?.status).toBe("waiting");
  library.update(id, { task: { ...task, left: true, nextPoll: undefined } });
  expect(await over).toEqual({ pause: undefined });
});
