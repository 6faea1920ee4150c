import { diffLines } from "diff";
import { layOutJson } from "../../core/exchanges/json-text.ts";

/** Lines that follow each other and have the same fate. */
export interface LineRun {
  readonly kind: "same" | "first" | "second";
  readonly lines: readonly string[];
}

/**
 * How long the comparison may take, in milliseconds: beyond that bodies are too different or too long to be read so.
 */
const patience = 500;

/** Two bodies line by line, laid out where they are JSON; undefined where that takes too long. */
export function compareLines(first: string, second: string): readonly LineRun[] | undefined {
  const [one, other] = [first, second].map((text) => layOutJson(text) ?? text);
  return diffLines(`${one}\n`, `${other}\n`, { timeout: patience })?.map(({ value, added, removed }) => ({
    kind: added ? "second" : removed ? "first" : "same",
    lines: value.replace(/\n$/, "").split("\n"),
  }));
}
