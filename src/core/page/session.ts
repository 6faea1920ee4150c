import type { QueryClient } from "@tanstack/react-query";
import { SpeechRequestError } from "../../api/errors.ts";
import { property } from "../../contract/json.ts";
import type { ModelList } from "../../contract/model-list.ts";
import type { PlaygroundConfig, SessionNeed, SessionOpener } from "../../contract/playground.ts";
import type { Playground } from "./playground.ts";

/** What stands between a visitor and the playground. */
export interface Gate {
  readonly need: Exclude<SessionNeed, "none_needed">;
  /** Whether the service has refused the key that the session holds. */
  readonly refused: boolean;
}

/** The gate, where there is one: no session yet, or one whose key the service refuses. */
export function deriveGate(config: PlaygroundConfig | undefined, list: ModelList | undefined): Gate | undefined {
  if (config === undefined || config.session === "none_needed") return undefined;
  if (!config.hasKey) return { need: config.session, refused: false };
  // A key of the server's own that is refused is nothing that a visitor could mend.
  const refused = config.session === "key" && list?.kind === "unauthorised";
  return refused ? { need: "key", refused } : undefined;
}

/** Why a session could not be opened, sorted by what a person can do about it. */
export const gateProblems = [
  "wrong_password",
  "wrong_key",
  "not_checked",
  "malformed",
  "too_many_attempts",
  "wrong_address",
  "unreachable",
] as const;
export type GateProblem = (typeof gateProblems)[number];

/**
 * Opens a session and asks everything anew. Returns what went wrong, if anything did: `wrong_address` also where the
 * browser didn't keep the session's cookie.
 */
export async function signIn({ client, queries }: Playground, opener: SessionOpener): Promise<GateProblem | undefined> {
  try {
    await client.openSession(opener, new AbortController().signal);
  } catch (error) {
    return problemOf(error);
  }
  await queries.invalidateQueries();
  const { status, data } = queries.getQueryState<PlaygroundConfig>(["config"]) ?? {};
  return status === "success" && data?.hasKey === false ? "wrong_address" : undefined;
}

/** Ends the session; what is on the page stays. Returns whether it has ended, as far as the page can know. */
export async function endSession({ client, queries }: Playground): Promise<boolean> {
  const ended = await client.endSession(new AbortController().signal).then(
    () => true,
    () => false,
  );
  await queries.invalidateQueries();
  // The answer alone may have been lost.
  return ended || queries.getQueryData<PlaygroundConfig>(["config"])?.hasKey === false;
}

/** Asks anew whether a session is there and its key is good, because an answer said otherwise. */
export function lookAgain(queries: QueryClient): void {
  queries.invalidateQueries({ queryKey: ["config"] }, { cancelRefetch: false });
  // Once: when the list itself is what was refused, asking again would go round in circles.
  const isGood = ({ state: { data } }: { readonly state: { readonly data?: unknown } }) =>
    data !== undefined && property(data, "kind") !== "unauthorised";
  queries.invalidateQueries({ queryKey: ["models"], predicate: isGood }, { cancelRefetch: false });
}

/**
 * Asks anew whether server and service are there, because an answer didn't come. Reading only: nothing is spoken again.
 */
export function lookWhetherThere(queries: QueryClient): void {
  for (const queryKey of [["config"], ["models"]]) {
    // One that failed already looks again by itself.
    const predicate = ({ state }: { readonly state: { readonly status: string } }) => state.status === "success";
    queries.invalidateQueries({ queryKey, predicate }, { cancelRefetch: false });
  }
}

function problemOf(error: unknown): GateProblem {
  if (!(error instanceof SpeechRequestError)) return "unreachable";
  const { code } = error.error;
  if (code === "wrong_password" || code === "wrong_key" || code === "too_many_attempts") return code;
  if (code === "foreign_origin") return "wrong_address";
  if (code === "key_not_checked" || code?.startsWith("upstream_")) return "not_checked";
  return error.status === 400 || error.status === 413 ? "malformed" : "unreachable";
}
