/** What keeps a run from beginning, in one line with its remedy. It never holds a secret. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
