import { type CheckCase, requestOfSpeech } from "../../conformance/checks/case.ts";
import { checkRequestSchema } from "../../conformance/checks/check.ts";
import { suggestExpectations } from "../../conformance/checks/suggest.ts";
import { observeAnswer } from "../../conformance/run/observe.ts";
import { firstCharacters } from "../../contract/characters.ts";
import type { Exchange } from "../../core/exchanges/exchanges.ts";
import { boardOf } from "../../core/page/board.ts";
import { NotDoneError } from "../../core/page/load-part.ts";
import type { Playground } from "../../core/page/playground.ts";
import { measureTake } from "../../core/takes/measure-take.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import { freeName, keptBeside, newAmong, newCase } from "./cases.ts";
import { checksOf, newCaseId } from "./checks.ts";
import { caseOf, isWrong } from "./draft.ts";
import { observeTake } from "./observe-take.ts";

/** Makes a case of a take, with what can be expected of it, and opens it. Rejects where its request isn't known. */
export async function keepTakeAsCase(playground: Playground, row: TakeRow): Promise<void> {
  const { library } = playground;
  const [details, measures] = await Promise.all([
    library.details(row.id),
    measureTake(library, row).catch(() => undefined),
  ]);
  if (details === undefined) throw new NotDoneError("gone");
  const name = row.name !== "" ? row.name : row.excerpt;
  open(playground, name, {
    request: requestOfSpeech(details.request),
    expect: [...suggestExpectations(observeTake(row, details, measures))],
  });
}

/** The same of a request by hand that was answered. */
export async function keepExchangeAsCase(playground: Playground, { request, state }: Exchange): Promise<void> {
  if (state.status !== "answered") throw new NotDoneError("gone");
  const { method, path, body, range } = request;
  const sent = checkRequestSchema.parse({
    transport: "http",
    method,
    path,
    ...(body === undefined ? {} : { body }),
    ...(range === undefined ? {} : { range }),
  });
  const { signal } = new AbortController();
  const { observation } = await observeAnswer(state.answer, {
    request: sent,
    measure: undefined,
    signal,
    listens: false,
  });
  open(playground, `${method} ${path}`, { request: sent, expect: [...suggestExpectations(observation)] });
}

const longestName = 80;

function open(playground: Playground, name: string, made: Pick<CheckCase, "request" | "expect">): void {
  const [line = ""] = name.trim().split("\n");
  const checks = checksOf(playground);
  const { records } = checks.cases.getSnapshot();
  const free = freeName(firstCharacters(line, longestName), records);
  const fresh = { id: newCaseId(), created: playground.wallClock(), name: free, ...made };
  const { draft, edit, keep } = checks.getState();
  // What is being written isn't lost: it is kept as it stands, or stays where it can't be kept.
  if (draft !== undefined && isWrong(draft)) keep(fresh);
  else {
    if (draft !== undefined) {
      const written = newAmong([caseOf(draft)], [...records, newCase("", 0)]);
      const named = written.map((each) => ({ ...each, name: each.name || each.request.path }));
      keep(...named.map((each) => keptBeside(each, draft.edited, records, newCaseId())));
    }
    edit(fresh);
  }
  boardOf(playground).getState().show("checks");
}
