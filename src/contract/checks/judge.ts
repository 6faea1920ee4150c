import { isJsonObject } from "../json.ts";
import type { Expectation, Figure } from "./expectation.ts";
import { type Match, matchHere, type PatternAndText } from "./match.ts";
import type { Observation, Observations } from "./observation.ts";

/** What became of one expectation. `was` is what came instead, or what came; undefined where nothing did. */
export interface Verdict {
  readonly expectation: Expectation;
  readonly ok: boolean;
  readonly was?: string | undefined;
  /** Why a pattern said nothing. */
  readonly why?: Exclude<Match, "fits" | "differs"> | undefined;
}

/**
 * Judges one answer. Never throws: an expectation about something that didn't come isn't met, and neither is one whose
 * pattern can't be read.
 *
 * @param earlier the answers that an expectation may compare with.
 * @param match looks whether a text fits a pattern; those that come from elsewhere may take for ever by the usual one (see
 *   {@link patternsOf}).
 */
export function judge(
  expectation: Expectation,
  observation: Observation,
  earlier: Observations = new Map(),
  match: (pair: PatternAndText) => Match = matchHere,
): Verdict {
  let why: Verdict["why"];
  const fits = (pattern: string, text: string): boolean => {
    const found = match([pattern, text]);
    if (found !== "fits" && found !== "differs") why ??= found;
    return found === "fits";
  };
  const { ok, was } = outcome(expectation, observation, earlier, fits);
  return { expectation, ok, was, ...(why === undefined ? {} : { why }) };
}

/** The patterns that judging an answer looks by, each with its text, in the order in which {@link judge} asks for them. */
export function patternsOf(
  expectation: Expectation,
  observation: Observation,
  earlier?: Observations,
): readonly PatternAndText[] {
  const pairs: PatternAndText[] = [];
  judge(expectation, observation, earlier, (pair) => {
    pairs.push(pair);
    return "fits";
  });
  return pairs;
}

type Fits = (pattern: string, text: string) => boolean;

interface Outcome {
  readonly ok: boolean;
  readonly was: string | undefined;
}

function outcome(expectation: Expectation, observation: Observation, earlier: Observations, fits: Fits): Outcome {
  switch (expectation.kind) {
    case "status":
      return within(observation.status, expectation);
    case "error": {
      const was = observation.error?.[expectation.field];
      const { is, contains } = expectation;
      const has = was !== undefined && was !== "";
      const same = is === undefined || was === is;
      const holds = contains === undefined || was?.toLowerCase().includes(contains.toLowerCase()) === true;
      return { ok: has && same && holds, was };
    }
    case "codec":
      return {
        ok: observation.codec !== undefined && expectation.is.includes(observation.codec),
        was: observation.codec,
      };
    case "figure":
      return within(observation.figures[expectation.of], expectation);
    case "compared":
      return within(
        ratio(observation, earlier.get(expectation.step), expectation.of),
        expectation,
        (value) => `${rounded(value)} ×`,
      );
    case "times":
      return timesOutcome(observation, expectation.granularity);
    case "script": {
      const { timings, script } = observation;
      if (timings === undefined || timings.length === 0 || script === undefined) return { ok: false, was: undefined };
      const said = timings.map(({ text }) => text).join(" ");
      return { ok: lettersOf(said) === lettersOf(script), was: said.slice(0, 200) };
    }
    case "task":
      return { ok: observation.task === expectation.is, was: observation.task };
    case "header": {
      const was = observation.headers.find(([name]) => name === expectation.name)?.[1];
      if (expectation.absent === true) return { ok: was === undefined, was };
      const { is, matches } = expectation;
      return {
        ok: was !== undefined && (is === undefined || was === is) && (matches === undefined || fits(matches, was)),
        was,
      };
    }
    case "json":
      return jsonOutcome(observation.json, expectation, fits);
    case "frames":
      return {
        ok: observation.frames !== undefined && fits(`^(?:${expectation.is})$`, observation.frames),
        was: observation.frames,
      };
    case "part": {
      const [whole, part] = [earlier.get(expectation.step)?.bytes, observation.bytes];
      if (whole === undefined || part === undefined) return { ok: false, was: undefined };
      const wanted = whole.subarray(expectation.from, expectation.to);
      const differs = part.findIndex((byte, at) => byte !== wanted[at]);
      const ok = part.length === wanted.length && part.length > 0 && differs < 0;
      return { ok, was: `${part.length} B${differs < 0 ? "" : ` ≠ @${differs}`}` };
    }
  }
}

function within(
  value: number | undefined,
  { least, most }: { readonly least?: number | undefined; readonly most?: number | undefined },
  write = rounded,
): Outcome {
  if (value === undefined || Number.isNaN(value)) return { ok: false, was: undefined };
  return { ok: value >= (least ?? -Infinity) && value <= (most ?? Infinity), was: write(value) };
}

function ratio(one: Observation, other: Observation | undefined, of: Figure): number | undefined {
  const [above, below] = [one.figures[of], other?.figures[of]];
  return above === undefined || below === undefined || below === 0 ? undefined : above / below;
}

/** How much behind the sound's end a last word may end, in seconds: an encoder's delay, and rounding. */
const overhang = 0.25;

function timesOutcome(
  { timings, granularity, figures }: Observation,
  wanted: "word" | "sentence" | undefined,
): Outcome {
  if (timings === undefined || timings.length === 0) return { ok: false, was: undefined };
  const first = timings[0];
  const last = timings.at(-1);
  const was = `${timings.length} × ${granularity ?? "unknown"}, ${rounded(first?.start ?? 0)}–${rounded(last?.end ?? 0)} s`;
  let before = 0;
  let latest = 0;
  for (const { start, end } of timings) {
    if (!(start >= before && end >= start)) return { ok: false, was: `${was}: ${rounded(start)}–${rounded(end)}` };
    before = start;
    latest = Math.max(latest, end);
  }
  const { duration } = figures;
  const inside = duration === undefined || latest <= duration + overhang;
  const named = wanted === undefined || granularity === wanted;
  return { ok: inside && named, was };
}

function jsonOutcome(json: unknown, expectation: Expectation & { readonly kind: "json" }, fits: Fits): Outcome {
  const found = valuesAt(json, expectation.path.split("."));
  const was = found.length === 0 ? undefined : found.map(written).join(", ").slice(0, 300);
  if (expectation.absent === true) return { ok: json !== undefined && found.length === 0, was };
  const { is, matches, type } = expectation;
  const ok = (value: unknown) =>
    (is === undefined || value === is) &&
    (matches === undefined || fits(matches, typeof value === "string" ? value : written(value))) &&
    (type === undefined || typeOf(value).includes(type));
  return { ok: found.length > 0 && found.every(ok), was };
}

/** The values of a JSON value at a path; a `*` stands for every item of a list, of which there must be one. */
export function valuesAt(json: unknown, [key, ...rest]: readonly string[]): readonly unknown[] {
  if (key === undefined || key === "") return json === undefined ? [] : [json];
  if (key === "*") return Array.isArray(json) ? json.flatMap((item) => valuesAt(item, rest)) : [];
  const inner = Array.isArray(json) ? json[Number(key)] : isJsonObject(json) ? json[key] : undefined;
  const isOwn = Array.isArray(json) ? Object.hasOwn(json, key) : isJsonObject(json) && Object.hasOwn(json, key);
  return isOwn ? valuesAt(inner, rest) : [];
}

function typeOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return ["array"];
  if (value === null) return ["null"];
  return typeof value === "number" && Number.isInteger(value) ? ["number", "integer"] : [typeof value];
}

function written(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
}

/** Letters and digits alone, since services write punctuation and spaces as they like. */
export function lettersOf(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "");
}

/** To the thousandth, without zeros at the end. */
export function rounded(value: number): string {
  return String(Math.round(value * 1_000) / 1_000);
}
