import type { TakeLibrary } from "../takes/library.ts";
import type { TakeId } from "../takes/take.ts";

/** Has a take that has ended looked through. What does that isn't there before anything came. */
export function judgeLater(library: TakeLibrary, id: TakeId): void {
  import("./note-remarks.ts").then(
    ({ noteRemarks }) => noteRemarks(library, id),
    // Off line: a take is worth as much without.
    () => undefined,
  );
}
