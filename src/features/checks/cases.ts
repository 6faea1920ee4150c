import {
  type CaseStep,
  type CheckCase,
  caseFileSchema,
  caseLimits,
  readCase,
  requestOfSpeech,
  stepsOfCase,
} from "../../conformance/checks/case.ts";
import type { Expectation } from "../../conformance/checks/expectation.ts";
import { voiceOf } from "../../conformance/suite/controls.ts";
import { firstModel } from "../../contract/models/index.ts";
import { routes } from "../../contract/routes.ts";
import { createFilesReader, type FilesReader } from "../../core/archive/files-reader.ts";
import { wait } from "../../core/page/wait.ts";

/** So many cases are looked at before the page may do something else. */
const atOnce = 50;

/** Cases from a file: those that can be read, and how many couldn't. */
export interface CasesRead {
  readonly cases: readonly CheckCase[];
  readonly unread: number;
}

/** Reads a file of cases; undefined for another kind of file. The page goes on meanwhile. */
export async function readCases(
  file: Blob,
  files: Pick<FilesReader, "document" | "close"> = createFilesReader(),
): Promise<CasesRead | "too_large" | undefined> {
  if (file.size > caseLimits.bytes) return "too_large";
  try {
    const { content, damage } = await files.document(file);
    if (damage === "too_large") return "too_large";
    const parsed = caseFileSchema.safeParse(content);
    if (!parsed.success) return undefined;
    const { cases: items } = parsed.data;
    if (items.length > caseLimits.cases) return "too_large";
    const cases: CheckCase[] = [];
    for (const [at, item] of items.entries()) {
      if (at % atOnce === 0) await wait(0, new AbortController().signal);
      const read = readCase(item);
      if (read !== undefined) cases.push(read);
    }
    return { cases, unread: items.length - cases.length };
  } finally {
    files.close();
  }
}

/** Those of `cases` that aren't among `known`, nor a second time among themselves, whatever their ids are. */
export function newAmong(cases: readonly CheckCase[], known: readonly CheckCase[]): readonly CheckCase[] {
  const contentOf = ({ name, tags, rows, ...kept }: CheckCase) =>
    JSON.stringify([name, tags ?? [], rows ?? [], stepsOfCase({ ...kept, name })]);
  const seen = new Set(known.map(contentOf));
  return cases.filter((each) => {
    const content = contentOf(each);
    const isNew = !seen.has(content);
    seen.add(content);
    return isNew;
  });
}

const accepted = { kind: "status", least: 200, most: 200 } as const;

/** A further request of a case as it is offered first. */
export const nextStep: CaseStep = {
  request: { transport: "http", method: "GET", path: "/v1/models" },
  expect: [accepted],
};

const taskAddress = "/v1/audio/speech/tasks/{{task}}";

/** What follows a task that was made: its state until it has ended, a part of its file, and its times. */
export const afterTask: readonly CaseStep[] = [
  {
    request: { transport: "http", method: "GET", path: taskAddress },
    until: "ended",
    take: { content: "content_url" },
    expect: [accepted, { kind: "json", path: "status", is: "completed" }],
  },
  {
    request: { transport: "http", method: "GET", path: `${taskAddress}/content{{content?}}`, range: "bytes=0-1023" },
    expect: [
      { kind: "status", least: 206, most: 206 },
      { kind: "figure", of: "bytes", least: 1_024, most: 1_024 },
    ],
  },
  { request: { transport: "http", method: "GET", path: `${taskAddress}/timestamps` }, expect: [accepted] },
];

/** A case as a new one begins: a sentence by the first model. */
export function newCase(id: string, created: number): CheckCase {
  const body = JSON.stringify({ model: firstModel.id, input: "Hello.", voice: voiceOf(firstModel) }, undefined, 2);
  const request = requestOfSpeech({ endpoint: "speech", path: routes.speech.path, body });
  return { id, created, name: "", request, expect: [accepted] };
}

/**
 * A case that was edited, as it is to be kept: in the place of what it was, but beside what another tab has made of
 * that meanwhile. `freshId` is its id then.
 */
export function keptBeside(
  edited: CheckCase,
  before: CheckCase,
  cases: readonly CheckCase[],
  freshId: string,
): CheckCase {
  const there = cases.find(({ id }) => id === edited.id);
  if (there === undefined || newAmong([there], [before]).length === 0) return edited;
  return { ...edited, id: freshId, name: freeName(edited.name, cases) };
}

/** A name that no case has yet: `name`, or that with a number. */
export function freeName(name: string, cases: readonly Pick<CheckCase, "name">[]): string {
  const taken = new Set(cases.map((each) => each.name));
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} (${number})`;
  return free;
}

/** The expectations that are offered, as they are at first, to be filled in. */
export const emptyExpectations: readonly Expectation[] = [
  accepted,
  { kind: "error", field: "code", is: "" },
  { kind: "codec", is: ["mp3"] },
  { kind: "figure", of: "duration", least: 0.5 },
  { kind: "times" },
  { kind: "script" },
  { kind: "task", is: "completed" },
  { kind: "header", name: "content-type" },
  { kind: "json", path: "id" },
  { kind: "frames", is: "b+p+c" },
];
