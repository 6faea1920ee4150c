import { expectedFormat } from "../../audio/formats/expected-format.ts";
import { type CheckCase, requestOfSpeech, writeCases } from "../../conformance/checks/case.ts";
import type { Expectation } from "../../conformance/checks/expectation.ts";
import { comparedWords } from "../../conformance/checks/word-errors.ts";
import { firstCharacters } from "../../contract/characters.ts";
import type { SpeechRequest } from "../../contract/request.ts";
import { effectiveValues, resolveRequest } from "../../contract/resolve.ts";
import { requestsOfPlan } from "../../core/submit/submission.ts";
import type { Batch } from "./design.ts";
import { combinationAt, type PlannedCell, planCell } from "./plan-batch.ts";

/**
 * A batch as a file of cases, for the command line's `--suite` and for Checks: each of its cells, and where one goes in
 * parts each of those, becomes a check that it is spoken, can be heard, and has the codec and about the length that it
 * should have.
 */
export function writeSuite(batch: Batch): string {
  const { id, created, design } = batch;
  const cases = batch.cells.flatMap(({ index }): readonly CheckCase[] => {
    const combination = combinationAt(design, index);
    if (combination === undefined) return [];
    const cell = planCell(design, combination, "en");
    const requests = requestsOfPlan(cell.plan, cell.text);
    return requests.map((request, at) => ({
      id: `${id}-${index + 1}${requests.length > 1 ? `-${at + 1}` : ""}`,
      created,
      name: nameOf(cell, requests.length > 1 ? at + 1 : undefined),
      request: requestOfSpeech(request),
      expect: [...expectationsOf(cell, request)],
      tags: ["batch"],
    }));
  });
  return writeCases(cases);
}

const longestText = 60;

function nameOf({ text, voice, mode, transport, values }: PlannedCell, part: number | undefined): string {
  const [line = ""] = text.trim().split("\n");
  const short = firstCharacters(line, longestText);
  const set = Object.entries(values).map(([key, value]) => `${key} ${value}`);
  return [short, voice, `${mode} ${transport}`, ...set, part === undefined ? "" : `${part}`]
    .filter((each) => each !== "")
    .join(" · ");
}

/** Seconds that a word takes at least and at most, and what a sound may be longer by. */
const [shortest, longest, room] = [0.04, 3, 5];

function expectationsOf({ plan }: PlannedCell, { endpoint, body }: SpeechRequest): readonly Expectation[] {
  const { model } = plan;
  const values = effectiveValues(resolveRequest(model, JSON.parse(body), endpoint));
  const format = expectedFormat(model.output(values));
  // Of this request alone: a part speaks less than the cell, and nobody speaks its directions.
  const script = model.fields.find(({ group }) => group === "script")?.key ?? "";
  const words = comparedWords(String(values[script] ?? "")).length;
  const accepted: Expectation =
    endpoint === "tasks"
      ? { kind: "task", is: "completed" }
      : endpoint === "websocket"
        ? { kind: "order" }
        : { kind: "status", least: 200, most: 200 };
  return [
    accepted,
    { kind: "codec", is: [format.codec === "other" ? format.mediaType : format.codec] },
    { kind: "figure", of: "duration", least: shortest * words, most: longest * words + room },
    { kind: "figure", of: "peak", least: 0.01 },
  ];
}
