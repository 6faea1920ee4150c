import { isSending, type TakeRow } from "../../state/library/take.ts";

/**
 * Whether sending a take once more asks first: wherever it costs, which is anywhere but at the embedded service, and where
 * a second of sound is what is charged, since leaving such a request doesn't cancel it (section 8).
 */
export function asksBeforeRepeating(row: TakeRow): boolean {
  return row.service !== "embedded" || row.price?.kind === "money" || isSending(row);
}
