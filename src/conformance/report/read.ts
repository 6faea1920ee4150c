import * as z from "zod/mini";
import { checkRequestSchema } from "../checks/check.ts";
import { outcomes } from "../checks/outcome.ts";
import { checkResultSchema } from "../run/result.ts";
import type { ReportHead, ReportRow } from "./report.ts";

/** The file of a sound, relative to the report. */
const soundFileSchema = z.string().check(z.regex(/^sound\/[\w.-]+$/));

const rowSchema = z.object({
  id: z.string(),
  section: z.string(),
  rule: z.object({ en: z.string(), zh: z.string() }),
  outcome: z.enum(outcomes),
  changed: z.boolean(),
  requests: z.array(z.object({ name: z.string(), request: checkRequestSchema })),
  sound: z.optional(soundFileSchema),
  sound_before: z.optional(soundFileSchema),
  moved: z.optional(z.array(z.string())),
  /** Absent where the run hadn't come to it. */
  last: z.optional(checkResultSchema),
  before: z.optional(checkResultSchema),
});

const reportSchema = z.object({
  summary: z.object({
    name: z.string(),
    at: z.iso.datetime(),
    services: z.array(z.string()),
    checks: z.number(),
    run_again: z.number(),
  }),
  checks: z.array(rowSchema),
});

/** A run as its JSON report tells it: the command line's, or one that the page saved. */
export interface ReadReport {
  readonly head: ReportHead;
  readonly rows: readonly ReportRow[];
}

/** Reads what a JSON report holds; undefined for anything else. What was expected stands in the results alone. */
export function readReport(content: unknown): ReadReport | undefined {
  const { data } = reportSchema.safeParse(content);
  if (data === undefined) return undefined;
  const { name, at, services, checks: of, run_again: again } = data.summary;
  return { head: { name, at: Date.parse(at), of, again, services }, rows: data.checks.map(rowOf) };
}

function rowOf(row: Readonly<z.infer<typeof rowSchema>>): ReportRow {
  const { id, section, rule, requests, last, before, sound_before: soundBefore, ...rest } = row;
  const isControl = (name: string) => last?.steps.find((step) => step.name === name)?.control === true;
  const steps = requests.map((each) => ({
    ...each,
    expect: [],
    ...(isControl(each.name) ? { control: true as const } : {}),
  }));
  const record = last === undefined ? undefined : { id, last, ...(before === undefined ? {} : { before }) };
  return {
    ...rest,
    ...(soundBefore === undefined ? {} : { soundBefore }),
    check: { id, section, rule, cost: "free", steps },
    record,
  };
}
