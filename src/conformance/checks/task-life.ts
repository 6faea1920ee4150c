import { property } from "../../contract/json.ts";

/** What a task keeps from its making to its end (section 2.6). */
const lasting = ["id", "object", "model", "created_at"] as const;
/** The states of a task in the order in which they follow each other (section 3); those at the end stay. */
const order: Readonly<Record<string, number>> = { queued: 0, in_progress: 1, completed: 2, failed: 2 };

/**
 * What is wrong in the looks at one task, in their order; undefined where nothing is. A task keeps what it is, never
 * goes back, and its progress is a share of a hundred that never falls.
 */
export function flawInLife(looks: readonly unknown[]): string | undefined {
  let before: unknown;
  for (const look of looks) {
    const flaw = flawInLook(look) ?? (before === undefined ? undefined : flawBetween(before, look));
    if (flaw !== undefined) return flaw;
    before = look;
  }
  return undefined;
}

function flawInLook(look: unknown): string | undefined {
  const progress = property(look, "progress");
  if (progress === undefined) return undefined;
  const isShare = typeof progress === "number" && Number.isInteger(progress) && progress >= 0 && progress <= 100;
  return isShare ? undefined : `progress: ${JSON.stringify(progress)}`;
}

function flawBetween(before: unknown, look: unknown): string | undefined {
  for (const key of lasting) {
    const [was, is] = [property(before, key), property(look, key)];
    if (was !== is) return `${key}: ${JSON.stringify(was)} → ${JSON.stringify(is)}`;
  }
  const [was, is] = [String(property(before, "status")), String(property(look, "status"))];
  const [from, to] = [order[was], order[is]];
  if (from !== undefined && to !== undefined && (to < from || (from === 2 && was !== is))) return `${was} → ${is}`;
  const [less, more] = [property(before, "progress"), property(look, "progress")];
  const falls = typeof less === "number" && typeof more === "number" && more < less;
  return falls ? `progress: ${less} → ${more}` : undefined;
}
