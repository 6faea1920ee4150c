import type { Expectation, Figure } from "./expectation.ts";
import { judge } from "./judge.ts";
import type { Observation } from "./observation.ts";

/**
 * What can be expected of a request that was answered once: what came, with room for what changes from run to run. The
 * observation that it was made of always meets it.
 */
export function suggestExpectations(observation: Observation): readonly Expectation[] {
  const { status, error, codec, task, frames, timings, granularity, headers, figures } = observation;
  const type = headers.find(([name]) => name === "content-type")?.[1];
  const expectations: Expectation[] = [];
  if (status !== undefined) expectations.push({ kind: "status", least: status, most: status });
  for (const field of ["type", "param", "code"] as const) {
    const value = error?.[field];
    if (value !== undefined && value !== "") expectations.push({ kind: "error", field, is: value });
  }
  if (codec !== undefined) expectations.push({ kind: "codec", is: [codec] });
  if (type !== undefined) expectations.push({ kind: "header", name: "content-type", is: type });
  for (const [of, room] of rooms) {
    const value = figures[of];
    // A refusal's size and times say nothing about a sound.
    if (value === undefined || !Number.isFinite(value) || (codec === undefined && of !== "close_code")) continue;
    expectations.push({ kind: "figure", of, ...room(value) });
  }
  if (task !== undefined) expectations.push({ kind: "task", is: task });
  if (frames !== undefined) expectations.push({ kind: "frames", is: runsOf(frames) });
  if (timings !== undefined && timings.length > 0 && granularity !== undefined) {
    const times: Expectation = { kind: "times", ...(granularity === "unknown" ? {} : { granularity }) };
    expectations.push(times, { kind: "script" });
  }
  // What a service tells oddly, such as times that aren't in order, isn't to be expected again.
  return expectations.filter((expectation) => judge(expectation, observation).ok);
}

type Room = (value: number) => { readonly least?: number; readonly most?: number };

const exactly: Room = (value) => ({ least: value, most: value });

/** How much each figure may differ from run to run, rounded so that a person can read it. */
const rooms: readonly (readonly [of: Figure, room: Room])[] = [
  ["duration", (value) => ({ least: down(value * 0.9, 100), most: up(value * 1.1, 100) })],
  ["sample_rate", exactly],
  ["channels", exactly],
  ["bitrate", (value) => ({ least: down(value - 1, 1), most: up(value + 1, 1) })],
  ["first_byte", (value) => ({ most: Math.max(1_000, up(value * 3, 0.01)) })],
  ["leading_silence", (value) => ({ most: up(value + 0.3, 10) })],
  ["trailing_silence", (value) => ({ most: up(value + 0.3, 10) })],
  ["loudness", (value) => ({ least: down(value - 3, 1), most: up(value + 3, 1) })],
  ["words", exactly],
  ["word_errors", (value) => ({ most: up(value + 10, 1) })],
  ["close_code", exactly],
];

/** What the arithmetic of fractions may be off by. */
const tiny = 1e-6;

function down(value: number, parts: number): number {
  return Math.floor(value * parts + tiny) / parts;
}

function up(value: number, parts: number): number {
  return Math.ceil(value * parts - tiny) / parts;
}

/** `bbbbpc` as `b+pc`: how many binary frames there are differs. */
function runsOf(frames: string): string {
  return frames.replace(/b+/g, "b+");
}
