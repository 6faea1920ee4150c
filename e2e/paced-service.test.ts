import { expect, test } from "vitest";
import { routes } from "../src/contract/routes.ts";
import { late, paced, stalled, startPacedService } from "./paced-service.ts";
import { createRandom } from "./sound-card/signal.ts";

const bytes = Uint8Array.from({ length: 1_001 }, (_, index) => index);
const joined = (steps: Iterable<{ readonly bytes: Uint8Array }>): Buffer =>
  Buffer.concat([...steps].map((step) => step.bytes));

test("a pace is kept in ticks, and every byte is sent once", () => {
  const steps = paced(bytes, 2, 4, 50);
  expect(steps.map(({ at }) => at)).toEqual([0, 50, 100, 150, 200, 250, 300, 350, 400, 450]);
  expect(joined(steps)).toEqual(Buffer.from(bytes));
});

test("late ticks keep their order, are never early and not later than said, the same for the same seed", () => {
  const steps = paced(bytes, 10, 1, 50);
  const delayed = late(steps, 300, createRandom(3));
  const delays = delayed.map(({ at }, index) => at - (steps[index]?.at ?? 0));
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...delays)).toBeLessThanOrEqual(300);
  expect(Math.max(...delays)).toBeGreaterThan(200);
  expect(delayed.map(({ at }) => at)).toEqual([...delayed.map(({ at }) => at)].sort((a, b) => a - b));
  expect(joined(delayed)).toEqual(Buffer.from(bytes));
  expect(late(steps, 300, createRandom(3))).toEqual(delayed);
});

test("a stall puts everything off that comes from its moment on", () => {
  const steps = stalled(paced(bytes, 0.2, 1, 50), 100, 2_000);
  expect(steps.map(({ at }) => at)).toEqual([0, 50, 2_100, 2_150]);
});

test("an answer is sent as it was prepared, once; the first byte's moment lies between request and reply", async () => {
  const service = await startPacedService();
  try {
    const served = service.next({ contentType: "audio/mpeg", steps: paced(bytes, 0.1, 1) });
    const asked = performance.now();
    const reply = await fetch(service.address + routes.speech.path, { method: "POST" });
    expect(reply.headers.get("content-type")).toBe("audio/mpeg");
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(Buffer.from(bytes));
    const moment = await served.firstByteAt;
    await served.ended;
    expect(moment).toBeGreaterThanOrEqual(asked);
    expect(moment).toBeLessThanOrEqual(performance.now());
    expect((await fetch(service.address + routes.speech.path, { method: "POST" })).status).toBe(503);
  } finally {
    await service.stop();
  }
});

test("who waits for an answer that nobody asks for learns what doesn't come", async () => {
  const service = await startPacedService(new Map(), 0.05);
  try {
    const { firstByteAt, ended } = service.next({ contentType: "audio/mpeg", steps: paced(bytes, 0.1, 1) });
    await expect(firstByteAt).rejects.toThrow("in vain for a request for speech");
    await expect(ended).rejects.toThrow("in vain for a request for speech");
  } finally {
    await service.stop();
  }
});
