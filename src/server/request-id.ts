import { randomUUID } from "node:crypto";
import { harmlessRequestId } from "../contract/programs.ts";

/** The client's `x-request-id` when it is harmless to repeat in headers and logs, else a new one. */
export function requestIdOf(sent: string | string[] | undefined): string {
  return harmlessRequestId(sent) ?? randomUUID();
}
