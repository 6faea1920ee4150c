import { setTimeout } from "node:timers/promises";
import { createContext, Script } from "node:vm";
import { recordIdOf } from "../conformance/checks/case.ts";
import type { Check } from "../conformance/checks/check.ts";
import { type Match, matches, matchHere, type PatternAndText } from "../conformance/checks/match.ts";
import type { Baseline } from "../conformance/report/baseline.ts";
import { type ReportRow, reportOf, spentIn } from "../conformance/report/report.ts";
import { createBudget } from "../conformance/run/budget.ts";
import type { CheckEnvironment } from "../conformance/run/perform.ts";
import type { RunRecord } from "../conformance/run/result.ts";
import { runAll, unaskedResult } from "../conformance/run/run-all.ts";
import type { CheckRun } from "../conformance/run/run-check.ts";
import { type SampleRecording, sampleAddress, sampleRecordings } from "../contract/playground.ts";
import { besideBaseline, openBaseline } from "./baseline.ts";
import { chooseChecks } from "./choose.ts";
import { type Connection, connect } from "./connect.ts";
import { keepSound, maskOf, prepareFolder, writeReports } from "./files.ts";
import { measure } from "./measure.ts";
import type { Options } from "./options.ts";
import { planSpending, priceText } from "./spending.ts";
import { exitStatusOf, linesOf } from "./tell.ts";

/** Where a run speaks: what it came to, and how far it is. */
export interface Teller {
  readonly say: (line: string) => void;
  readonly progress: (done: number, all: number) => void;
}

/**
 * Runs what the options name, writes the reports, and says all of it. Once `stop` is raised nothing further is sent;
 * what was sent is waited for and reported.
 *
 * @returns the exit status.
 */
export async function runCommand(
  options: Options,
  { say: tell, progress }: Teller,
  stop: AbortSignal,
): Promise<0 | 1 | 2> {
  const mask = maskOf([options.key, options.password].filter((secret) => secret !== undefined));
  const say = (line: string): void => tell(mask(line));
  const connection = await connect(options, stop);
  try {
    const { config } = connection;
    const reference = options.reference ?? sampleOf(connection);
    const { name, checks, left } = await chooseChecks(options, config.service, reference);
    say(`${name}: ${checks.length} ${checks.length === 1 ? "check" : "checks"} of ${config.baseUrl}`);
    for (const line of left) say(line);
    const { text, limit } = planSpending(checks, options.budget, config.service);
    say(text);
    const baseline = options.baseline === undefined ? undefined : await openBaseline(options.baseline);
    await prepareFolder(options.report);

    const at = Date.now();
    const budget = limit === undefined ? undefined : createBudget(limit);
    const environment: CheckEnvironment = {
      client: connection.client,
      measure,
      hearWords: connection.hearWords,
      match,
      wallClock: Date.now,
      now: () => performance.now(),
      wait: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
      config,
      variables: {
        base: (config.contentUrl ?? config.baseUrl).replace(/\/+$/, ""),
        ...(reference === undefined ? {} : { reference }),
      },
      controls: true,
      budget,
    };
    const tellWait = (): void => say("Waiting for what was sent; Ctrl-C again ends at once.");
    stop.addEventListener("abort", tellWait);
    const { rows: alone, sounds, unkept } = await rowsOf(checks, options, environment, progress, stop);
    stop.removeEventListener("abort", tellWait);
    const rows = baseline === undefined ? alone : await besideAll(alone, sounds, baseline, options);
    for (const line of linesOf(rows)) say(line);
    const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length;
    say(`${count("passed")} passed, ${count("failed")} failed, ${count("not_judged")} not judged.`);
    if (baseline !== undefined) {
      const changed = rows.filter((row) => row.changed).map(({ check }) => check.id);
      const told = changed.length === 0 ? "nothing has changed." : changed.join(", ");
      say(`Since the baseline of ${new Date(baseline.at).toISOString()}: ${told}`);
    }
    const spent = priceText(budget?.spent() ?? spentIn(rows.flatMap(({ record }) => record ?? [])));
    if (spent !== "") say(`Spent: ${spent}.`);
    // What was paid for has been said.
    if (unkept !== undefined) throw unkept.reason;
    const head = {
      name,
      at,
      of: checks.length,
      again: 0,
      services: [[config.name, config.baseUrl].filter(Boolean).join(" ")],
    };
    await writeReports(options.report, head, rows, mask);
    say(`Reports: ${options.report}`);
    return exitStatusOf(rows);
  } finally {
    await connection.close();
  }
}

/** Runs checks; the rows of their report stand in the checks' order. */
async function rowsOf(
  checks: readonly Check[],
  { parallel, report, suite }: Options,
  environment: CheckEnvironment,
  progress: Teller["progress"],
  stop: AbortSignal,
): Promise<{ readonly rows: readonly ReportRow[]; readonly sounds: Sounds; readonly unkept?: PromiseRejectedResult }> {
  const records: RunRecord[] = [];
  const [files, sounds] = [new Map<string, string>(), new Map<string, CheckRun["sound"]>()];
  const keeping: Promise<void>[] = [];
  const { left, reason } = await runAll(checks, {
    environment,
    parallel,
    needsKey: suite === "built-in",
    stop,
    leave: new AbortController().signal,
    onStart() {},
    onEnd(check, { result, sound }) {
      records.push({ id: recordIdOf(check), last: result });
      sounds.set(check.id, sound);
      progress(records.length, checks.length);
      const kept = keepSound(report, check.id, sound).then((path) => {
        if (path !== undefined) files.set(check.id, path);
      });
      // Heard of at the end.
      kept.catch(() => undefined);
      keeping.push(kept);
    },
  });
  const unkept = (await Promise.allSettled(keeping)).find(({ status }) => status === "rejected");
  for (const check of left) records.push({ id: recordIdOf(check), last: unaskedResult(reason, environment) });
  const rows = reportOf(checks, records).map((row) => ({ ...row, sound: files.get(row.check.id) }));
  return { rows, sounds, ...(unkept?.status === "rejected" ? { unkept } : {}) };
}

/** The sound of each check that had one, by its id. */
type Sounds = ReadonlyMap<string, CheckRun["sound"]>;

/** Rows beside what they were in the baseline, one after the other: each listens to two sounds. */
async function besideAll(rows: readonly ReportRow[], sounds: Sounds, baseline: Baseline, options: Options) {
  const beside: ReportRow[] = [];
  for (const row of rows) beside.push(await besideBaseline(row, sounds.get(row.check.id), baseline, options));
  return beside;
}

/** A recording of the playground's own, where its service can fetch it. */
function sampleOf({ config: { references } }: Connection): string | undefined {
  const [first]: readonly SampleRecording[] = sampleRecordings;
  return references === undefined || first === undefined ? undefined : sampleAddress(references, first);
}

/** How long one look may take, in milliseconds: a pattern out of a file of cases may need for ever. */
const longest = 1_000;

const look = new Script("look(pair)");
const room: { look: typeof matchHere; pair: PatternAndText } = { look: matchHere, pair: ["", ""] };
const context = createContext(room);

/** Looks at texts by patterns, each within a second. */
async function match(pairs: readonly PatternAndText[]): Promise<readonly Match[]> {
  return pairs.map((pair) => {
    room.pair = pair;
    try {
      const found: unknown = look.runInContext(context, { timeout: longest });
      return matches.find((each) => each === found) ?? "not_tried";
    } catch {
      return "too_slow";
    }
  });
}
