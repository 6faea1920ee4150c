/** The engine failed in the middle of a job. The job's text is never part of the message. */
export class SynthesisFailedError extends Error {
  override readonly name = "SynthesisFailedError";
}

/** The text holds nothing that can be spoken: only white space, punctuation or invisible characters. */
export class NothingToSpeakError extends Error {
  override readonly name = "NothingToSpeakError";
  constructor() {
    super("The text holds nothing that can be spoken.");
  }
}
