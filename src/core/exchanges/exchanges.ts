import * as z from "zod/mini";
import type { ExchangeAnswer } from "../../api/exchange.ts";
import { byHandMethods } from "../../contract/by-hand.ts";
import { storedBlobSchema } from "../takes/stored-blob.ts";
import type { RouteRequest } from "./route-form.ts";

/** A request by hand to a route that doesn't speak, and what became of it. */
export interface Exchange {
  /** Sorts by time, like a take's. */
  readonly id: string;
  /** Unix time in milliseconds. */
  readonly created: number;
  readonly request: RouteRequest;
  readonly state:
    | { readonly status: "waiting" }
    | { readonly status: "answered"; readonly answer: ExchangeAnswer }
    | { readonly status: "failed"; readonly message: string }
    | { readonly status: "stopped" };
}

export const mostExchanges = 50;
/** An answer that is longer than this, in bytes, is kept as long as the page is open, and not on disk. */
const longestKept = 2_000_000;

const milliseconds = z.number().check(z.minimum(0));

const answerSchema = z.object({
  status: z.number(),
  headers: z.readonly(z.array(z.readonly(z.tuple([z.string(), z.string()])))),
  body: storedBlobSchema,
  truncated: z.boolean(),
  broken: z.boolean(),
  times: z.object({ headers: milliseconds, firstByte: z.exactOptional(milliseconds), end: milliseconds }),
});

/** An exchange on disk: one that is over. */
export const exchangeSchema = z.object({
  id: z.string().check(z.minLength(1)),
  created: z.number(),
  request: z.object({
    method: z.enum(byHandMethods),
    path: z.string(),
    body: z.exactOptional(z.string()),
    range: z.exactOptional(z.string()),
    service: z.exactOptional(z.string()),
    own: z.exactOptional(
      z.object({
        fields: z.readonly(z.array(z.readonly(z.tuple([z.string(), z.string()])))),
        otherKey: z.exactOptional(z.literal(true)),
      }),
    ),
  }),
  state: z.discriminatedUnion("status", [
    z.object({ status: z.literal("answered"), answer: answerSchema }),
    z.object({ status: z.literal("failed"), message: z.string() }),
    z.object({ status: z.literal("stopped") }),
  ]),
});
export type StoredExchange = z.infer<typeof exchangeSchema>;

/** What is written down of an exchange: undefined while it isn't over, and where its answer is too long. */
export function storedExchange({ id, created, request, state }: Exchange): StoredExchange | undefined {
  if (state.status === "waiting") return undefined;
  if (state.status === "answered" && state.answer.body.size > longestKept) return undefined;
  const { endpoint: _, ...sent } = request;
  return { id, created, request: sent, state };
}

/** The exchanges of this page and those on disk, each once, the latest first. */
export function mergeExchanges(
  own: readonly Exchange[],
  stored: readonly Exchange[],
): { readonly kept: readonly Exchange[]; readonly over: readonly Exchange[] } {
  const known = new Map([...stored, ...own].map((exchange) => [exchange.id, exchange]));
  const sorted = [...known.values()].sort((one, other) => (one.id < other.id ? 1 : -1));
  return { kept: sorted.slice(0, mostExchanges), over: sorted.slice(mostExchanges) };
}
