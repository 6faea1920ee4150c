import { ServiceUnreachableError } from "../../api/errors.ts";
import type { ExchangeAnswer, ExchangeRequest } from "../../api/exchange.ts";
import type { Check, CheckStep } from "../checks/check.ts";
import { matchHere } from "../checks/match.ts";
import type { CheckEnvironment } from "./perform.ts";

/** A signal that is never raised. */
export const never = new AbortController().signal;

/** An answer of JSON. */
export function answer(
  status: number,
  body: unknown,
  headers: readonly (readonly [string, string])[] = [],
): ExchangeAnswer {
  const text = JSON.stringify(body);
  return {
    status,
    headers: [["content-type", "application/json"], ...headers],
    body: new Blob([text], { type: "application/json" }),
    truncated: false,
    broken: false,
    times: { headers: 1, end: 2 },
  };
}

export interface Fake {
  readonly environment: CheckEnvironment;
  readonly sent: ExchangeRequest[];
  /** How long was waited each time, in milliseconds. */
  readonly waits: number[];
}

/** A service on a clock of its own, which waiting moves on. */
export function fake(
  reply: (request: ExchangeRequest, count: number) => ExchangeAnswer | Promise<ExchangeAnswer>,
  changes: Partial<CheckEnvironment> = {},
): Fake {
  const sent: ExchangeRequest[] = [];
  const waits: number[] = [];
  let time = 1_000;
  return {
    sent,
    waits,
    environment: {
      client: {
        async exchange(request) {
          sent.push(request);
          return reply(request, sent.length);
        },
        converse: () => Promise.reject(new ServiceUnreachableError(undefined)),
      },
      measure: undefined,
      match: async (pairs) => pairs.map(matchHere),
      wallClock: () => time,
      now: () => time,
      async wait(milliseconds) {
        waits.push(milliseconds);
        time += milliseconds;
      },
      config: { service: "embedded", baseUrl: "http://service.example" },
      variables: {},
      controls: true,
      ...changes,
    },
  };
}

/** A step that reads `path` and expects 200, unless `rest` says otherwise. */
export const step = (name: string, path: string, rest: Partial<CheckStep> = {}): CheckStep => ({
  name,
  request: { transport: "http", method: "GET", path },
  expect: [{ kind: "status", least: 200, most: 200 }],
  ...rest,
});
/** A check of these steps. */
export const check = (...steps: readonly CheckStep[]): Check => ({
  id: "x/1",
  section: "x",
  rule: { en: "A rule.", zh: "规则。" },
  cost: "free",
  steps,
});
