import { SpeechRequestError } from "../../api/errors.ts";
import { configAt, type PlaygroundConfig, playgroundMember } from "../../contract/playground.ts";
import type { TakeRow } from "../takes/take.ts";

type Sent = Pick<TakeRow, "service" | "address" | "serviceName">;

/** The service that has a take's task, among those that the page speaks with; undefined where it is none of them. */
export function serviceHaving(row: Sent, config: PlaygroundConfig | undefined): PlaygroundConfig | undefined {
  if (config === undefined) return undefined;
  const all = config.services?.map(({ name }) => configAt(config, name)) ?? [config];
  const having = all.filter((each) => hasSent(each, row));
  return having.find(({ name }) => name === row.serviceName) ?? having[0];
}

function hasSent(config: PlaygroundConfig, row: Sent): boolean {
  // Sent before the page had learnt with which service it speaks: this one.
  if (row.service === undefined) return true;
  // The embedded service gets another port with each start; its tasks stay.
  return row.service === "embedded" ? config.service === "embedded" : row.address === config.baseUrl;
}

/** What the service is called where a take's task is asked for; undefined for the usual one. */
export function serviceNameFor(row: Sent | undefined, config: PlaygroundConfig | undefined): string | undefined {
  return row && (serviceHaving(row, config)?.name ?? row.serviceName);
}

/** Below which addresses that service gives out what is its own. */
export function baseUrlsFor(row: Sent, config: PlaygroundConfig | undefined): readonly (string | undefined)[] {
  const service = serviceHaving(row, config);
  return [service?.baseUrl, service?.contentUrl];
}

/**
 * Whether a service says that it has no such task. That the playground itself finds nothing, because it knows the
 * service no more, tells nothing of the task.
 */
export function isTaskGone(error: unknown): boolean {
  return error instanceof SpeechRequestError && error.status === 404 && playgroundMember(error.headers) === undefined;
}
