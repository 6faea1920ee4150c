/** Something that keeps the playground from running, told to a person in one line: what is wrong and what to do. */
export class StartProblem extends Error {
  /** @override */
  name = "StartProblem";
}
