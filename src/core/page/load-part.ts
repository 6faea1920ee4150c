import { loadMessages } from "../messages/declare.ts";

/** Why something that a person asked for wasn't done, though nothing was lost. */
export type NotDone =
  /** A part of the page's script didn't come: the connection is gone, or the page on the server is a newer one. */
  | "part_missing"
  /** What it takes isn't known any more. */
  | "gone"
  /** The sound isn't kept any more. */
  | "sound_gone";

/** Says why something wasn't done. */
export class NotDoneError extends Error {
  override readonly name = "NotDoneError";
  readonly reason: NotDone;

  constructor(reason: NotDone, cause?: unknown) {
    super(`Not done: ${reason}.`, { cause });
    this.reason = reason;
  }
}

/** A part of the page's script, and its texts. Rejects with a {@link NotDoneError} where it doesn't come. */
export function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  return load()
    .then(async (part) => {
      await loadMessages();
      return part;
    })
    .catch((cause: unknown) => {
      throw new NotDoneError("part_missing", cause);
    });
}
