import { configAt, type PlaygroundConfig } from "../../contract/playground.ts";
import { pathAt } from "../../contract/service-names.ts";
import { remoteContent, type TakeRow } from "./take.ts";

type Sent = Pick<TakeRow, "service" | "address" | "serviceName">;

/** The service that has what became of a take, among those that the page speaks with; undefined where none has. */
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

/**
 * What the service is called that has what became of a take: it may have got another name since. Undefined for the only
 * one.
 */
export function serviceNameFor(row: Sent | undefined, config: PlaygroundConfig | undefined): string | undefined {
  const having = row && serviceHaving(row, config);
  return having === undefined ? row?.serviceName : having.name;
}

/**
 * What the service is called that speaks the rest of a take; undefined for the chosen one. What a file says of its name
 * alone leads nowhere.
 */
export function serviceOfRest(row: TakeRow, config: PlaygroundConfig | undefined): string | undefined {
  const isFromFile = row.imported !== undefined && serviceHaving(row, config) === undefined;
  return isFromFile ? undefined : serviceNameFor(row, config);
}

/** Where a take's sound is that stays with the service, because it is too large to be kept. */
export function remoteAddress(row: TakeRow, config: PlaygroundConfig | undefined): string | undefined {
  const content = remoteContent(row);
  return content && pathAt(serviceNameFor(row, config), content);
}

/** Below which addresses that service gives out what is its own. */
export function baseUrlsFor(row: Sent, config: PlaygroundConfig | undefined): readonly (string | undefined)[] {
  const service = serviceHaving(row, config);
  return [service?.baseUrl, service?.contentUrl];
}
