import { caseFileSchema, checksOfCase, expectsAnything, readCase } from "../conformance/checks/case.ts";
import type { Check } from "../conformance/checks/check.ts";
import { needsReference } from "../conformance/suite/index.ts";
import { loadSuite } from "../conformance/suite/load.ts";
import { parseJson } from "../contract/json.ts";
import { readText } from "./files.ts";
import type { Options } from "./options.ts";
import { CommandError } from "./problem.ts";

/** What a run is about. */
export interface Chosen {
  readonly name: string;
  readonly checks: readonly Check[];
  /** What isn't run although it was asked for, in sentences. */
  readonly left: readonly string[];
}

/** The checks that the options name. Throws `CommandError` where there are none. */
export async function chooseChecks(
  options: Pick<Options, "suite" | "costs" | "section" | "tags">,
  service: "embedded" | "remote",
  reference: string | undefined,
): Promise<Chosen> {
  if (options.suite !== "built-in") return readCases(options.suite, options.tags);
  const { costs, section } = options;
  const whole = (await loadSuite()).filter(({ beyond }) => service === "embedded" || beyond !== true);
  const sections = [...new Set(whole.map((check) => check.section))];
  if (section !== undefined && !sections.includes(section)) {
    throw new CommandError(`--section: the suite has no section ${section}. It has ${sections.join(", ")}.`);
  }
  const meant = whole.filter(
    (check) => costs.includes(check.cost) && (section === undefined || check.section === section),
  );
  const checks = meant.filter((check) => reference !== undefined || !needsReference(check));
  const lacking = meant.length - checks.length;
  const needs = lacking === 1 ? "1 check needs a recording and isn't" : `${lacking} checks need a recording and aren't`;
  return {
    name: section === undefined ? "Built-in suite" : `Built-in suite, section ${section}`,
    checks,
    left: lacking === 0 ? [] : [`${needs} run. Give one with --reference.`],
  };
}

async function readCases(file: string, tags: readonly string[]): Promise<Chosen> {
  const text = await readText(file).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`--suite: ${file} can't be read: ${reason}. Name built-in, or a file of cases.`);
  });
  const { data } = caseFileSchema.safeParse(parseJson(text));
  if (data === undefined) {
    throw new CommandError(`--suite: ${file} holds no cases. Export cases on the page, in Checks, and name that file.`);
  }
  const cases = data.cases.map(readCase);
  const unread = cases.flatMap((each, at) => (each === undefined ? [`case ${at + 1}`] : []));
  if (unread.length > 0) {
    throw new CommandError(
      `--suite: in ${file} ${unread.join(", ")} can't be read, or would go to an address that the document doesn't ` +
        "name. Mend or remove what is wrong.",
    );
  }
  const there = cases.filter((each) => each !== undefined);
  const known = [...new Set(there.flatMap((each) => each.tags ?? []))];
  const missing = tags.filter((tag) => !known.includes(tag));
  if (missing.length > 0) {
    const has = known.length === 0 ? "It has none." : `It has ${known.join(", ")}.`;
    throw new CommandError(`--tag: no case in ${file} has the tag ${missing.join(", ")}. ${has}`);
  }
  const meant = there.filter((each) => tags.length === 0 || each.tags?.some((tag) => tags.includes(tag)) === true);
  const checks = meant.filter(expectsAnything).flatMap(checksOfCase);
  // A report has one row for each id: of two, the one that passed could stand for the other.
  const ids = new Set<string>();
  for (const { id } of checks) {
    if (ids.has(id))
      throw new CommandError(`--suite: in ${file} two checks have the id ${id}. Give each case an id of its own.`);
    ids.add(id);
  }
  if (checks.length === 0) throw new CommandError(`--suite: ${file} has no case that expects anything.`);
  const empty = meant.filter((each) => !expectsAnything(each)).length;
  const expects =
    empty === 1 ? "1 case expects nothing and isn't run." : `${empty} cases expect nothing and aren't run.`;
  return { name: file, checks, left: empty === 0 ? [] : [expects] };
}
