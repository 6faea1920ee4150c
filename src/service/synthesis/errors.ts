import type { FailureFacts } from "../engines/natural-voices.ts";

/** The engine failed in the middle of a job. The job's text is never part of the message. */
export class SynthesisFailedError extends Error {
  override readonly name: string = "SynthesisFailedError";
}

/** A natural voice could not speak, for instance since its process has died. The message says why. */
export class NaturalVoiceFailedError extends SynthesisFailedError {
  override readonly name = "NaturalVoiceFailedError";
  readonly facts: FailureFacts;

  constructor(message: string, facts: FailureFacts = {}) {
    super(message);
    this.facts = facts;
  }
}

/** The text holds nothing that can be spoken: only white space, punctuation or invisible characters. */
export class NothingToSpeakError extends Error {
  override readonly name = "NothingToSpeakError";
  constructor() {
    super("The text holds nothing that can be spoken.");
  }
}
