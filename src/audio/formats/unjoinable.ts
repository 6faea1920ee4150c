/** A sound that can't stand behind the one before it: another kind, or nothing that is known. */
export class UnjoinableError extends Error {
  override readonly name = "UnjoinableError";
}
