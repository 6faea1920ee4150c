import { ServiceUnreachableError } from "../../api/errors.ts";
import type { ModelList } from "../../contract/model-list.ts";
import { findModel } from "../../contract/models/index.ts";
import type { PlaygroundConfig } from "../../contract/playground.ts";

/**
 * What keeps the page from knowing its service: the network, the playground's own server, the service behind it,
 * or the embedded one, which is started again by itself.
 */
export type Trouble = "offline" | "server_gone" | "service_gone" | "embedded_gone";

/** As much of a query as tells whether its latest try failed. */
interface Tried {
  readonly isError: boolean;
  readonly error: unknown;
}

/**
 * What is wrong with the connection; undefined while nothing is.
 *
 * @param onLine whether the browser believes that it has a network.
 * @param loopback whether the page came from this machine, which needs no network.
 */
export function deriveTrouble(
  config: Tried & { readonly data?: Pick<PlaygroundConfig, "service"> | undefined },
  list: Tried,
  onLine: boolean,
  loopback: boolean,
): Trouble | undefined {
  const failed = config.isError ? config : list.isError ? list : undefined;
  if (!onLine && (failed !== undefined || !loopback)) return "offline";
  if (failed === undefined) return undefined;
  if (config.isError || failed.error instanceof ServiceUnreachableError) return "server_gone";
  return config.data?.service === "embedded" ? "embedded_gone" : "service_gone";
}

/**
 * The name under which agreements and samples of a connection are kept. The embedded service has one address each
 * start.
 */
export function connectionOf(config: Pick<PlaygroundConfig, "service" | "baseUrl">): string {
  return config.service === "embedded" ? "embedded" : (config.baseUrl ?? "remote");
}

/**
 * What the model list says of a model. It lists language models (section 2.7), so `unlisted` is no refusal; where there
 * is no list that says anything, a model is `unknown`, and usable.
 */
export type Listing = "listed" | "unlisted" | "unknown";

export function listingOf(list: ModelList | undefined, id: string): Listing {
  if (list?.kind !== "listed") return "unknown";
  return list.ids.includes(id) ? "listed" : "unlisted";
}

/** The ids of a list that aren't speech models of this playground: language models, by section 2.7. */
export function otherModels(list: ModelList | undefined): readonly string[] {
  return list?.kind === "listed" ? list.ids.filter((id) => findModel(id) === undefined) : [];
}
