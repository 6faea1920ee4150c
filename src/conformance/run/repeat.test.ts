import fc from "fast-check";
import { expect, it } from "vitest";
import type { VoiceTraits } from "../../audio/analysis/measures/voice-meter.ts";
import { toneWav } from "../../audio/players/tone.fixture.ts";
import { type Repetition, repeat, spreadOf } from "./repeat.ts";
import { answer, fake } from "./run-check.fixture.ts";

const request = { transport: "http", method: "GET", path: "/v1/models" } as const;

it("sends as often as it was told, never more at once, and tells what failed", async () => {
  let [underWay, most] = [0, 0];
  const { environment, sent, waits } = fake(async (_, count) => {
    most = Math.max(most, ++underWay);
    await Promise.resolve();
    underWay -= 1;
    return answer(count === 3 ? 500 : 200, {});
  });
  const told: Repetition[] = [];
  await repeat(request, { times: 7, parallel: 2, pace: 0 }, environment, new AbortController().signal, (one) =>
    told.push(one),
  );
  expect([sent.length, most, waits.length]).toEqual([7, 2, 0]);
  expect(told.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(told.filter(({ failure }) => failure !== undefined)).toMatchObject([{ failure: "HTTP 500", end: undefined }]);
});

it("fills in what the run is given", async () => {
  const { environment, sent } = fake(() => answer(200, {}), { variables: { reference: "lower" } });
  const named = { ...request, path: "/v1/audio/speech/tasks/{{reference}}" };
  await repeat(named, { times: 2, parallel: 1, pace: 0 }, environment, new AbortController().signal, () => {});
  expect(sent.map(({ path }) => path)).toEqual(Array(2).fill("/v1/audio/speech/tasks/lower"));
});

it("a request that is turned away is sent once, and counts as what failed", async () => {
  const { environment, sent, waits } = fake((_, count) => answer(count % 4 === 0 ? 200 : 429, {}));
  const told: Repetition[] = [];
  const stop = new AbortController().signal;
  await repeat(request, { times: 8, parallel: 2, pace: 0 }, environment, stop, (one) => told.push(one));
  expect([sent.length, waits.length]).toEqual([8, 0]);
  expect(told.filter(({ failure }) => failure === "HTTP 429")).toHaveLength(6);
});

it("begins at the pace that was told, however quick the answers are", async () => {
  const { environment, waits } = fake(() => answer(200, {}));
  const stop = new AbortController().signal;
  await repeat(request, { times: 4, parallel: 1, pace: 100 }, environment, stop, () => {});
  expect(waits).toEqual([100, 100, 100]);
});

it("keeps that pace where the wall clock is set back meanwhile", async () => {
  const { environment, waits } = fake(() => answer(200, {}), {
    wallClock: () => (waits.length === 0 ? 86_400_000 : 0),
  });
  const stop = new AbortController().signal;
  await repeat(request, { times: 3, parallel: 1, pace: 100 }, environment, stop, () => {});
  expect(waits).toEqual([100, 100]);
});

it("sends nothing further once it is stopped, and waits for what was sent", async () => {
  const stop = new AbortController();
  const { environment, sent } = fake((_, count) => {
    if (count === 2) stop.abort();
    return answer(200, {});
  });
  const told: Repetition[] = [];
  await repeat(request, { times: 9, parallel: 1, pace: 0 }, environment, stop.signal, (one) => told.push(one));
  expect([sent.length, told.length]).toEqual([2, 2]);
});

it("the first sound comes when the silence behind the first byte is over, where it can be heard at all", async () => {
  const audio = new Blob([toneWav(1)], { type: "audio/wav" });
  const sound = { ...answer(200, {}), headers: [["content-type", "audio/wav"]] as const, body: audio };
  const voice: VoiceTraits = { pitch: undefined, windows: [], halves: undefined };
  const measures = { duration: 1, peak: 1, loudness: -20, leadingSilence: 0.25, trailingSilence: 0, voice };
  const told: Repetition[] = [];
  for (const measure of [async () => measures, undefined]) {
    const { environment } = fake(() => sound, { measure });
    const stop = new AbortController().signal;
    await repeat(request, { times: 1, parallel: 1, pace: 0 }, environment, stop, (one) => told.push(one));
  }
  expect(told.map(({ firstByte, firstSound }) => [firstByte, firstSound])).toEqual([
    [1, 251],
    [1, undefined],
  ]);
});

it("percentiles are values that came, in order, and the histogram counts each of them once", () => {
  expect(spreadOf(Array.from({ length: 100 }, (_, at) => at + 1))).toMatchObject({
    ...{ least: 1, p50: 50, p95: 95, p99: 99, most: 100 },
  });
  expect(spreadOf([])).toBeUndefined();
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true, min: 0, max: 1e6 }), { minLength: 1 }), (values) => {
      const spread = spreadOf(values);
      if (spread === undefined) throw new Error("There is no spread.");
      const { least, p50, p95, p99, most, parts } = spread;
      const order = [least, p50, p95, p99, most];
      expect(order.every((one) => values.includes(one))).toBe(true);
      expect(order).toEqual(order.toSorted((one, other) => one - other));
      expect(parts.reduce((sum, count) => sum + count, 0)).toBe(values.length);
    }),
  );
});
