import type { FastifyRequest } from "fastify";
import { isJsonObject } from "../contract/json.ts";

/** The query of a request; a name that stands twice has a list as its value. */
export function queryOf({ query }: FastifyRequest): Readonly<Record<string, unknown>> {
  return isJsonObject(query) ? query : {};
}
