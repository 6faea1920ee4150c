import type { ModelDescriptor } from "../../contract/model.ts";
import type { PlaygroundConfig } from "../../contract/playground.ts";
import type { Price } from "../../contract/prices.ts";
import { isSending, type TakeId, type TakeRow } from "../takes/take.ts";
import type { Obstacle } from "./derive.ts";
import { goesOnAlone, type OrphanedRequests } from "./orphaned-requests.ts";
import { fingerprintOf } from "./request-fingerprint.ts";
import type { SentTasks } from "./sent-tasks.ts";
import type { Submission } from "./submission.ts";

/** What a person is asked before something is sent. */
export type Question =
  /** The service, of this name, doesn't list the model: once for each service, a person says that it is to be used. */
  | { readonly kind: "unlisted"; readonly model: ModelDescriptor; readonly service: string | undefined }
  /** The same request was sent, its answer never came, and its job may still be running. `since`: Unix milliseconds. */
  | { readonly kind: "orphaned"; readonly since: number }
  /** The same request was sent as a task, which is still under way. */
  | { readonly kind: "under_way"; readonly task: TakeId; readonly price: Price | undefined }
  /** The answer to a part of a take never came: whether that is sent again. Parts count from 1. */
  | { readonly kind: "part"; readonly part: number; readonly parts: number }
  /** A take is sent again, which costs as much again. */
  | { readonly kind: "repetition"; readonly price: Price | undefined };

/** Why something isn't sent: something is missing, a task is on its way, or a person is to be asked first. */
export type Hurdle =
  | { readonly kind: "obstacle"; readonly obstacle: Obstacle; readonly characters: number }
  | { readonly kind: "busy" }
  | Question;

export function questionOf(hurdle: Hurdle): Question | undefined {
  return hurdle.kind === "obstacle" || hurdle.kind === "busy" ? undefined : hurdle;
}

/** What the questions depend on besides the submission itself. */
export interface Known {
  /** The service that it goes to now; undefined until the page has heard which one that is. */
  readonly config: Pick<PlaygroundConfig, "service" | "name"> | undefined;
  /** Whether the service is known not to list the model, and nobody has said yet that it is to be used. */
  readonly isUnlisted: boolean;
  readonly findTask: SentTasks["find"];
  readonly findOrphan: OrphanedRequests["find"];
}

/**
 * What a person is asked before `submission` is sent; undefined where nothing is due.
 *
 * @param answered the question that was answered just now: whoever agreed to repeat something isn't asked about that
 * again.
 */
export function questionBefore(
  { source, model, request, row }: Submission,
  { config, isUnlisted, findTask, findOrphan }: Known,
  answered?: Question["kind"],
): Question | undefined {
  if (source.kind === "form" && isUnlisted) return { kind: "unlisted", model, service: config?.name };
  if (answered !== undefined && answered !== "unlisted") return undefined;
  if (source.kind === "take") {
    return asksBeforeRepeating(source.take, config) ? { kind: "repetition", price: source.take.price } : undefined;
  }
  if (source.kind === "rest") {
    const parts = source.details.parts ?? [];
    const lost = parts.findIndex(({ state }) => state === "sent");
    return lost < 0 ? undefined : { kind: "part", part: lost + 1, parts: parts.length };
  }
  if (!goesOnAlone(model, request)) return undefined;
  const fingerprint = fingerprintOf(request, config?.name);
  const task = source.kind === "form" ? findTask(fingerprint) : undefined;
  if (task !== undefined) return { kind: "under_way", task, price: row.price };
  const orphan = findOrphan(fingerprint);
  return orphan === undefined ? undefined : { kind: "orphaned", since: orphan.since };
}

/**
 * Whether sending a take once more asks first: wherever it costs, which is anywhere but at the embedded service, and
 * where a second of sound is what is charged, since leaving such a request doesn't cancel it (section 8).
 *
 * @param config the service that it goes to now, whichever it went to before; what isn't known may cost.
 */
export function asksBeforeRepeating(row: TakeRow, config: Known["config"]): boolean {
  return config?.service !== "embedded" || row.price?.kind === "money" || isSending(row);
}
