import type { PlaygroundConfig } from "../../contract/playground.ts";
import { isSending, type TakeRow } from "./take.ts";

/**
 * Whether sending a take once more asks first: wherever it costs, which is anywhere but at the embedded service, and where
 * a second of sound is what is charged, since leaving such a request doesn't cancel it (section 8).
 *
 * @param config the service that it goes to now, whichever it went to before; what isn't known may cost.
 */
export function asksBeforeRepeating(row: TakeRow, config: Pick<PlaygroundConfig, "service"> | undefined): boolean {
  return config?.service !== "embedded" || row.price?.kind === "money" || isSending(row);
}
