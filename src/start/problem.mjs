/** Something that keeps the playground from running, told to a person in one line: what is wrong and what to do. */
export class StartProblem extends Error {
  /** @override */
  name = "StartProblem";
}

/**
 * The code that Node or the system gave an error, such as `ENOENT`; empty where there is none.
 *
 * @param {unknown} error
 */
export function codeOf(error) {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
