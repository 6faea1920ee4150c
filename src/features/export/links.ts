import * as z from "zod/mini";
import type { keptShareSchema } from "../../contract/shares.ts";
import { perPlayground } from "../../core/page/per-playground.ts";
import { createPersistedList } from "../../core/page/persisted-list.ts";
import { storageOf } from "../../core/page/storage-of.ts";
import type { TakeId } from "../../core/takes/take.ts";

/** What this browser remembers of a link: written down before anything is sent, since the answer may get lost. */
const begunSchema = z.object({ take: z.string(), removal: z.string(), end: z.number() });
const linkSchema = z.extend(begunSchema, { address: z.optional(z.string()) });
export type BegunLink = z.infer<typeof begunSchema>;
export type KeptLink = BegunLink & z.infer<typeof keptShareSchema>;
type Link = z.infer<typeof linkSchema>;

/** The links that this browser remembers, as long as they work. */
export const linksOf = perPlayground(({ client, library, wallClock }) => {
  const list = createPersistedList(storageOf(window, "localStorage"), "speech-playground-links", linkSchema);
  const all = (): readonly Link[] => list.read().filter(({ end }) => end > wallClock());
  const others = ({ removal }: BegunLink) => all().filter((link) => link.removal !== removal);
  const forget = (link: BegunLink): void => list.write(others(link));

  /** Deletes a link at the server, then here; rejects where the server couldn't be asked. */
  async function remove(link: BegunLink): Promise<void> {
    await (await client.shares()).remove(link.removal);
    forget(link);
  }

  const removeAll = async (links: readonly Link[]): Promise<void> => {
    await Promise.allSettled(links.map(remove));
  };

  return {
    some: () => all().length > 0,
    of: (take: TakeId) => all().find((link) => link.take === take),
    note: (link: Link): void => list.write([...others(link), link]),
    forget,
    remove,
    /** Deletes the links to these takes, of all takes when absent. Where the server can't be asked they stay. */
    removeOf: (takes?: readonly TakeId[]) => removeAll(all().filter(({ take }) => takes?.includes(take) !== false)),
    /** Deletes those to takes that are gone: the page went before it could, or the server couldn't be asked. */
    removeOrphans: () => removeAll(all().filter(({ take }) => library.row(take) === undefined)),
  };
});
