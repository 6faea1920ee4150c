import type { PlaygroundConfig } from "../../contract/playground.ts";
import { isOwner } from "../page/owner.ts";
import type { Texts } from "../page/playground-context.ts";
import type { Failure, FailureKind } from "../takes/failure.ts";

/** What happened and what can be done about it, to whoever reads it. */
export interface FailureWords {
  readonly title: string;
  readonly remedy: string;
  /**
   * What one press may do about it: ask for another key of the visitor's own, choose another model, send over HTTP, or
   * send again once the network, the service or its key are as they should be.
   */
  readonly action: "other_key" | "other_model" | "http" | "again" | undefined;
}

/** What another key may mend. */
const aboutKey: ReadonlySet<FailureKind> = new Set(["unauthorised", "payment_required", "model_not_allowed"]);

const actions: Readonly<Partial<Record<FailureKind, FailureWords["action"]>>> = {
  websocket_blocked: "http",
  model_not_found: "other_model",
  model_not_allowed: "other_model",
  unauthorised: "again",
  offline: "again",
  proxy_unreachable: "again",
  service_unreachable: "again",
};

/**
 * The words for a failure. Of a key they speak to whom it belongs: the visitor, or whoever started the server.
 *
 * @param config what visitors must give before they speak, and to which service; undefined while that isn't known.
 * @param owner whether they started the server themselves.
 */
export function failureWords(
  failure: Failure,
  config: Pick<PlaygroundConfig, "session" | "service"> | undefined,
  texts: Texts,
  owner = isOwner(),
): FailureWords {
  const { page } = texts;
  const ownKey = config?.session === "key";
  const isEmbedded = config?.service === "embedded";
  const words =
    ownKey && failure.kind === "unauthorised"
      ? page.failure.ownKey
      : isEmbedded && failure.kind === "service_unreachable"
        ? page.failure.embeddedGone
        : undefined;
  return {
    title: words?.title ?? page.failure.titles[failure.kind],
    remedy: words?.remedy ?? remedyOf(failure, texts, owner),
    action: ownKey && aboutKey.has(failure.kind) ? "other_key" : actions[failure.kind],
  };
}

function remedyOf({ kind, retryAfter, cost }: Failure, { page }: Texts, owner: boolean): string {
  // Where nothing was asked yet, nothing is still being worked on.
  if (kind === "no_answer" && cost === "none") return page.failure.remedies.service_failed;
  if (kind === "rate_limited" && retryAfter !== undefined) return page.failure.retryAfter(retryAfter);
  const others: Readonly<Partial<Record<FailureKind, string>>> = owner ? {} : page.failure.othersRemedies;
  return others[kind] ?? page.failure.remedies[kind];
}
