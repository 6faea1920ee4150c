import { addedFieldsName, playgroundMember, readUpstreamFields, upstreamFieldsName } from "../contract/playground.ts";
import type { HeaderList } from "./errors.ts";

/** What the playground's server says of itself where it answered in the place of the service. */
export interface StandIn {
  /** With what status the service had answered, if it had. */
  readonly receivedStatus: number | undefined;
}

/** Whether a header of an answer can be the service's: the playground's server passes on no others and adds its own. */
export function isServiceHeader(name: string): boolean {
  return (
    (name.startsWith("content-") && name !== "content-security-policy") ||
    name.startsWith("x-ratelimit-") ||
    name.startsWith("retry-after") ||
    ["accept-ranges", "etag", "last-modified", "x-should-retry", "x-request-id"].includes(name)
  );
}

/** The headers of an answer that are the service's own: none where the playground's server answered in its place. */
export function serviceHeaders(headers: HeaderList): HeaderList {
  if (standInOf(headers) !== undefined) return [];
  const added = addedOf(headers);
  return headers.filter(([name]) => isServiceHeader(name) && !added.includes(name));
}

/** What the service sent and the playground's server withholds, as it tells (see `readUpstreamFields`). */
export function withheldHeaders(headers: HeaderList): HeaderList {
  return readUpstreamFields(headers.find(([name]) => name === upstreamFieldsName)?.[1]);
}

/** The headers of an answer that are none of the service's. */
export function playgroundHeaders(headers: HeaderList): HeaderList {
  const theirs = serviceHeaders(headers);
  return headers.filter((header) => !theirs.includes(header));
}

/** The headers that the playground's server says it added. */
export function addedOf(headers: HeaderList): readonly string[] {
  const field = headers.find(([name]) => name === addedFieldsName)?.[1] ?? "";
  return field.split(",").map((name) => name.trim());
}

/** What the playground's server says of itself where it answered. */
export function standInOf(headers: HeaderList): StandIn | undefined {
  const member = playgroundMember(headers);
  if (member === undefined) return undefined;
  const received = /;\s*received-status=(\d{3})/.exec(member)?.[1];
  return { receivedStatus: received === undefined ? undefined : Number(received) };
}

/**
 * What the service sent, for whoever reads an answer that may have come through a playground or without one: all of
 * its headers, and none of a playground's own.
 */
export function headersSent(headers: HeaderList): HeaderList {
  const isPlayground = headers.some(([name]) => name === addedFieldsName || name === upstreamFieldsName);
  if (!isPlayground && standInOf(headers) === undefined) return headers;
  return [...serviceHeaders(headers), ...withheldHeaders(headers)];
}
