import { likenessOf } from "../../audio/analysis/measures/likeness.ts";
import { shorten } from "../../contract/characters.ts";
import { isJsonObject, property } from "../../contract/json.ts";
import { type Expectation, type Figure, heardFigures } from "./expectation.ts";
import { flawInTimes, rounded } from "./judge-times.ts";
import { type Match, matchHere, type PatternAndText } from "./match.ts";
import type { Observation, Observations } from "./observation.ts";
import type { UnjudgedReason } from "./outcome.ts";

/** What became of one expectation. `was` is what came instead, or what came; undefined where nothing did. */
export interface Verdict {
  readonly expectation: Expectation;
  readonly ok: boolean;
  readonly was?: string | undefined;
  /** Why a pattern said nothing. */
  readonly why?: Exclude<Match, "fits" | "differs"> | undefined;
  /** Set where nothing can be said: then `ok` is false, and means nothing. */
  readonly unjudged?: UnjudgedReason | undefined;
}

/**
 * Judges one answer. Never throws: an expectation about something that didn't come isn't met, and neither is one whose
 * pattern can't be read.
 *
 * @param earlier the answers that an expectation may compare with.
 * @param match looks whether a text fits a pattern; those that come from elsewhere may take for ever by the usual one
 *   (see {@link patternsOf}).
 */
export function judge(
  expectation: Expectation,
  observation: Observation,
  earlier: Observations = new Map(),
  match: (pair: PatternAndText) => Match = matchHere,
): Verdict {
  const unjudged = whyUnjudged(expectation, observation, earlier);
  if (unjudged !== undefined) return { expectation, ok: false, unjudged };
  let why: Verdict["why"];
  const fits = (pattern: string, text: string): boolean => {
    const found = match([pattern, text]);
    if (found !== "fits" && found !== "differs") why ??= found;
    return found === "fits";
  };
  const { ok, was } = outcome(expectation, observation, earlier, fits);
  // Times that reach over a sound of unknown length may be right, and may lie beyond its end.
  if (ok && isUnmeasured(soundOfTimes(expectation, observation, earlier), "duration")) {
    return { expectation, ok: false, unjudged: "unmeasured" };
  }
  return { expectation, ok, was, ...(why === undefined ? {} : { why }) };
}

/**
 * The patterns that judging an answer looks by, each with its text, in the order in which {@link judge} asks for them.
 */
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

/** Whether an expectation is about what only a decoded sound tells. */
export function needsListening(expectation: Expectation): boolean {
  if (expectation.kind === "alike") return true;
  if (expectation.kind !== "figure" && expectation.kind !== "compared") return false;
  return heardFigures.some((figure) => figure === expectation.of);
}

/** Whether an expectation is about the words that are heard. */
export function needsWords(expectation: Expectation): boolean {
  return (expectation.kind === "figure" || expectation.kind === "compared") && expectation.of === "word_errors";
}

function whyUnjudged(
  expectation: Expectation,
  observation: Observation,
  earlier: Observations,
): UnjudgedReason | undefined {
  const of = measureOf(expectation);
  if (of === "word_errors" && observation.unheard !== undefined) return observation.unheard;
  if (isUnmeasured(observation, of)) return "unmeasured";
  if (observation.timeless && isOfTimes(expectation)) return "lacks";
  const compares = expectation.kind === "compared" || expectation.kind === "alike" || expectation.kind === "part";
  if (!compares) return undefined;
  const other = earlier.get(expectation.step);
  if (other === undefined) return "no_control";
  if (!wasAccepted(other)) return "control_refused";
  if (of === "word_errors" && other.unheard !== undefined) return other.unheard;
  return isUnmeasured(other, of) ? "unmeasured" : undefined;
}

function isOfTimes({ kind, ...rest }: Expectation): boolean {
  return kind === "times" || kind === "script" || (kind === "figure" && "of" in rest && rest.of === "words");
}

/** What of a sound an expectation is about; undefined where it is about something else. */
function measureOf(expectation: Expectation): Figure | "likeness" | undefined {
  if (expectation.kind === "alike") return "likeness";
  return expectation.kind === "figure" || expectation.kind === "compared" ? expectation.of : undefined;
}

function isUnmeasured(observation: Observation | undefined, of: Figure | "likeness" | undefined): boolean {
  return of !== undefined && observation?.unmeasured?.includes(of) === true;
}

/** The answer whose sound an expectation's times belong to. */
function soundOfTimes(
  expectation: Expectation,
  observation: Observation,
  earlier: Observations,
): Observation | undefined {
  if (expectation.kind !== "times") return undefined;
  return expectation.sound === undefined ? observation : earlier.get(expectation.sound);
}

/** Whether a service did what it was asked for: by its status, and over a WebSocket by its sound. */
export function wasAccepted({ status, frames, task }: Observation): boolean {
  if (frames !== undefined) return frames.includes("b");
  return status !== undefined && status >= 200 && status < 300 && task !== "failed";
}

interface Outcome {
  readonly ok: boolean;
  readonly was: string | undefined;
}

function outcome(expectation: Expectation, observation: Observation, earlier: Observations, fits: Fits): Outcome {
  switch (expectation.kind) {
    case "status": {
      const { status, frames, figures } = observation;
      if (expectation.orClosed !== true || frames === undefined) return within(status, expectation);
      return { ok: /^e?$/.test(frames) && figures.close_code !== undefined, was: frames };
    }
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
    case "alike": {
      const other = earlier.get(expectation.step)?.windows;
      const { windows } = observation;
      if (windows === undefined || other === undefined) return { ok: false, was: undefined };
      return within(likenessOf(windows, other), expectation);
    }
    case "times":
      return timesOutcome(observation, expectation, earlier);
    case "script": {
      const { timings, script } = observation;
      if (timings === undefined || timings.length === 0 || script === undefined) return { ok: false, was: undefined };
      const said = timings.map(({ text }) => text).join(" ");
      return { ok: lettersOf(said) === lettersOf(script), was: said.slice(0, 200) };
    }
    case "order":
      return { ok: observation.order?.length === 0, was: observation.order?.join(", ") };
    case "task": {
      const { task, status = 0 } = observation;
      const isRefused = expectation.orRefused === true && status >= 400 && status < 500;
      return { ok: isRefused || task === expectation.is, was: task ?? (isRefused ? `${status}` : undefined) };
    }
    case "life": {
      // The answer may stand among the earlier ones already.
      const looks = [...new Set([...earlier.values(), observation])].flatMap(looksOf);
      const flaw = flawInLife(looks, expectation.forward === true);
      return { ok: looks.length > 1 && flaw === undefined, was: flaw ?? statesOf(looks) };
    }
    case "head": {
      const file = earlier.get(expectation.step);
      const [length, type] = [headerOf(observation, "content-length"), headerOf(observation, "content-type")];
      const fitsLength = length === undefined || Number(length) === file?.bytes?.length;
      const fitsType = type === undefined || type === (file && headerOf(file, "content-type"));
      return { ok: file !== undefined && fitsLength && fitsType, was: `${length ?? "?"} B, ${type ?? "?"}` };
    }
    case "header": {
      const was = headerOf(observation, expectation.name);
      if (expectation.absent === true) return { ok: was === undefined, was };
      if (was === undefined && expectation.optional === true) return { ok: true, was };
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
      const { from, to = whole.length } = expectation;
      const start = from < 0 ? whole.length + from : from;
      const wanted = whole.subarray(start, to);
      const differs = part.findIndex((byte, at) => byte !== wanted[at]);
      const range = headerOf(observation, "content-range") ?? "";
      const isNamed = fits(`^bytes ${start}-${start + wanted.length - 1}/(${whole.length}|\\*)$`, range);
      const ok = part.length === wanted.length && part.length > 0 && differs < 0 && isNamed;
      return { ok, was: [`${part.length} B`, differs < 0 ? "" : `≠ @${differs}`, range].filter(Boolean).join(", ") };
    }
  }
}

function headerOf({ headers }: Observation, header: string): string | undefined {
  return headers.find(([name]) => name === header)?.[1];
}

/** What a step read of a task; nothing where it read something else. */
function looksOf({ looks, json }: Observation): readonly unknown[] {
  return (looks ?? [json]).filter((look) => isJsonObject(look) && typeof look["status"] === "string");
}

function statesOf(looks: readonly unknown[]): string {
  const states = looks.map((look) => String(isJsonObject(look) ? look["status"] : ""));
  return states.filter((state, at) => state !== states[at - 1]).join(" → ");
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

function timesOutcome(
  observation: Observation,
  expectation: Expectation & { readonly kind: "times" },
  earlier: Observations,
): Outcome {
  const { granularity, unit } = expectation;
  const { timings } = observation;
  if (timings === undefined || timings.length === 0) return { ok: false, was: undefined };
  const [first, last] = [timings[0], timings.at(-1)];
  const span = `${rounded(first?.start ?? 0)}–${rounded(last?.end ?? 0)} s`;
  const was = `${timings.length} × ${observation.granularity ?? "unknown"}, ${span}`;
  const { duration } = soundOfTimes(expectation, observation, earlier)?.figures ?? {};
  const otherUnit = unit !== undefined && observation.unit !== unit;
  const flaw = otherUnit ? observation.unit : flawInTimes(observation, granularity, duration);
  return { ok: flaw === undefined && !otherUnit, was: flaw === undefined ? was : `${was}: ${flaw}` };
}

function jsonOutcome(json: unknown, expectation: Expectation & { readonly kind: "json" }, fits: Fits): Outcome {
  const found = valuesAt(json, expectation.path.split("."));
  const was = found.length === 0 ? undefined : shorten(found.map(written).join(", "), 300);
  if (expectation.absent === true) {
    return { ok: json !== undefined && found.every((value) => value === undefined), was };
  }
  const { is, matches, type } = expectation;
  if (expectation.optional === true && json !== undefined && found.length === 0) return { ok: true, was };
  if (expectation.empty === true && found.length === 0) return { ok: isEmptyList(json, expectation.path), was };
  const ok = (value: unknown) =>
    value !== undefined &&
    (is === undefined || value === is) &&
    (matches === undefined || fits(matches, typeof value === "string" ? value : written(value))) &&
    (type === undefined || typeOf(value).includes(type));
  return { ok: found.length > 0 && found.every(ok), was };
}

/** Whether the `*` of a path stands for the items of a list that has none. */
function isEmptyList(json: unknown, path: string): boolean {
  const [before = ""] = path.split(/\.?\*/);
  const [list] = valuesAt(json, before.split("."));
  return Array.isArray(list) && list.length === 0;
}

/**
 * The values of a JSON value at a path; a `*` stands for every item of a list, of which there must be one. For an item
 * that doesn't have it there is an undefined.
 */
export function valuesAt(json: unknown, [key, ...rest]: readonly string[]): readonly unknown[] {
  if (key === undefined || key === "") return json === undefined ? [] : [json];
  if (key === "*") {
    const ofItem = (item: unknown) => {
      const values = valuesAt(item, rest);
      return values.length === 0 ? [undefined] : values;
    };
    return Array.isArray(json) ? json.flatMap(ofItem) : [];
  }
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

/** What a task keeps from its making to its end (section 2.6). */
const lasting = ["id", "object", "model", "created_at"] as const;
/** The states of a task (section 3) in the order in which they usually follow each other; those at the end stay. */
const order: Readonly<Record<string, number>> = { queued: 0, in_progress: 1, completed: 2, failed: 2 };

/**
 * What is wrong in the looks at one task, in their order; undefined where nothing is. A task keeps what it is, has a
 * state that there is, stays once it has ended, and its progress is a share of a hundred.
 *
 * @param isForward whether neither its state nor its progress may go back, of which the document says nothing.
 */
function flawInLife(looks: readonly unknown[], isForward: boolean): string | undefined {
  let before: unknown;
  for (const look of looks) {
    const flaw = flawInLook(look) ?? (before === undefined ? undefined : flawBetween(before, look, isForward));
    if (flaw !== undefined) return flaw;
    before = look;
  }
  return undefined;
}

function flawInLook(look: unknown): string | undefined {
  const [status, progress] = [String(property(look, "status")), property(look, "progress")];
  if (!Object.hasOwn(order, status)) return status;
  if (progress === undefined) return undefined;
  const isShare = typeof progress === "number" && Number.isInteger(progress) && progress >= 0 && progress <= 100;
  return isShare ? undefined : `progress: ${JSON.stringify(progress)}`;
}

function flawBetween(before: unknown, look: unknown, isForward: boolean): string | undefined {
  for (const key of lasting) {
    const [was, is] = [property(before, key), property(look, key)];
    if (was !== is) return `${key}: ${JSON.stringify(was)} → ${JSON.stringify(is)}`;
  }
  const [was, is] = [String(property(before, "status")), String(property(look, "status"))];
  const [from = 0, to = 0] = [order[was], order[is]];
  if (was !== is && (from === 2 || (isForward && to < from))) return `${was} → ${is}`;
  if (!isForward) return undefined;
  const [less, more] = [property(before, "progress"), property(look, "progress")];
  const falls = typeof less === "number" && typeof more === "number" && more < less;
  return falls ? `progress: ${less} → ${more}` : undefined;
}
