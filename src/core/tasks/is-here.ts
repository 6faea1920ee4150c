import type { PlaygroundConfig } from "../../contract/playground.ts";
import type { TakeRow } from "../takes/take.ts";

/** Whether a take's task belongs to the service that the page speaks with now. */
export function isHere(row: Pick<TakeRow, "service" | "address">, config: PlaygroundConfig | undefined): boolean {
  if (config === undefined) return false;
  // Sent before the page had learnt with which service it speaks: this one.
  if (row.service === undefined) return true;
  // The embedded service gets another port with each start; its tasks stay.
  return row.service === "embedded" ? config.service === "embedded" : row.address === config.baseUrl;
}
