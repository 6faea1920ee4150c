import { connectionOf, listingOf } from "../page/connection.ts";
import type { Playground } from "../page/playground.ts";
import { configQuery, modelListQuery } from "../page/queries.ts";
import type { TakeId } from "../takes/take.ts";
import { deriveRequest, type Obstacle, type Plan } from "./derive.ts";
import type { Unanswered } from "./orphaned-requests.ts";

/** What stands between a press and the sending: something is missing, or a person must be asked first. */
export type SubmitGuard =
  | { readonly kind: "obstacle"; readonly obstacle: Obstacle; readonly characters: number }
  /** The service doesn't list the model: once for each service, a person says that it is to be used. */
  | { readonly kind: "unlisted"; readonly model: string }
  /** The same request was sent, its answer never came, and its job may still be running. */
  | { readonly kind: "unanswered"; readonly request: Unanswered }
  /** The same request was sent as a task, which is still under way. */
  | { readonly kind: "under_way"; readonly task: TakeId };

/**
 * What stands between a press and the sending of `text` as `plan` says; undefined where it may be sent.
 *
 * @param again says that a person was asked about the same request before.
 */
export function guardBefore(
  playground: Playground,
  plan: Plan,
  text: string,
  again?: "again",
): SubmitGuard | undefined {
  const { obstacle, characters, model, mode } = plan;
  if (obstacle !== undefined) return { kind: "obstacle", obstacle, characters };
  if (needsWord(playground, model.id)) return { kind: "unlisted", model: model.id };
  if (again !== undefined) return undefined;
  const { endpoint, waitsForJob } = model.modes[mode] ?? {};
  if (endpoint !== "tasks" && waitsForJob !== true) return undefined;
  const sent = deriveRequest(plan, text);
  const task = playground.sentTasks.getState().find(sent);
  if (task !== undefined) return { kind: "under_way", task };
  const request = playground.unanswered.getState().find(sent);
  return request === undefined ? undefined : { kind: "unanswered", request };
}

function needsWord({ queries, client, settings }: Playground, model: string): boolean {
  const config = queries.getQueryData(configQuery(client).queryKey);
  const list = queries.getQueryData(modelListQuery(client).queryKey);
  if (config === undefined || listingOf(list, model) !== "unlisted") return false;
  return settings.getState().agreed[connectionOf(config)]?.includes(model) !== true;
}
