import type { QueryClient } from "@tanstack/react-query";
import { property } from "../../contract/json.ts";
import type { ModelList } from "../../contract/model-list.ts";
import type { PlaygroundConfig, SessionNeed } from "../../contract/playground.ts";
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

/** Ends the session; what is on the page stays. Returns whether it has ended, as far as the page can know. */
export async function endSession({ client, queries }: Playground): Promise<boolean> {
  const ended = await client.endSession(new AbortController().signal).then(
    () => true,
    () => false,
  );
  // Not waited for: a download may be among it.
  queries.invalidateQueries();
  if (ended) return true;
  // The answer alone may have been lost.
  await queries.invalidateQueries({ queryKey: ["config"] }, { cancelRefetch: false });
  return queries.getQueryData<PlaygroundConfig>(["config"])?.hasKey === false;
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
