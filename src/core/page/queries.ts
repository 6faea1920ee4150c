import { queryOptions } from "@tanstack/react-query";
import type { SpeechClient } from "../../api/client.ts";

/** `/playground/config`: which service the page speaks with. */
export function configQuery(client: SpeechClient) {
  return queryOptions({
    queryKey: ["config"],
    queryFn: ({ signal }) => client.getConfig(signal),
    ...reading,
    // Somebody may have signed in or out in another tab.
    refetchOnWindowFocus: "always",
  });
}

/**
 * `GET /v1/models` (section 2.7): a list, or what its absence means. Only a request that gets no answer fails.
 *
 * @param service by its name, where there are several.
 */
export function modelListQuery(client: SpeechClient, service: string | undefined) {
  const queryKey = service === undefined ? ["models"] : ["models", service];
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => client.listModels(signal, service),
    ...reading,
    refetchOnWindowFocus: ({ state }) => (state.data?.kind === "unauthorised" ? "always" : true),
  });
}

/** Milliseconds between looks at something that doesn't answer: the first, and the most that they grow to. */
const [firstLook, rarestLook] = [2_000, 30_000];

interface Watched {
  readonly state: { readonly status: string; readonly dataUpdateCount: number; readonly errorUpdateCount: number };
}

const failuresBefore = new WeakMap<Watched, { readonly answers: number; readonly failures: number }>();

/**
 * How long the page waits before it looks again by itself, in milliseconds: while nothing answers, twice as long after
 * each failure in a row; not at all otherwise.
 */
export function lookAgainAfter(query: Watched): number | false {
  const { status, dataUpdateCount, errorUpdateCount } = query.state;
  const failing = status === "error";
  let before = failuresBefore.get(query);
  // An answer begins a new count; asking again, which may look like neither failing nor answering, doesn't.
  if (before?.answers !== dataUpdateCount) {
    before = { answers: dataUpdateCount, failures: failing ? errorUpdateCount - 1 : errorUpdateCount };
    failuresBefore.set(query, before);
  }
  if (!failing) return false;
  return Math.min(firstLook * 2 ** (errorUpdateCount - before.failures - 1), rarestLook);
}

// Reading costs nothing, so it may be repeated; speaking never is. It goes on while the browser thinks that it is off
// line, since loopback works all the same.
const reading = {
  networkMode: "always",
  staleTime: 60_000,
  retry: 1,
  retryDelay: 500,
  refetchOnReconnect: "always",
  // While nothing answers, the page looks again by itself, so that a server that was started again is noticed.
  refetchInterval: lookAgainAfter,
} as const;
