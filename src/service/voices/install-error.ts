import type { ModelProblem } from "../../contract/voice-models.ts";

/** A model can't be had; the message says why and, for whoever uses `npm run voices`, what to do. */
export class InstallError extends Error {
  override readonly name = "InstallError";
  constructor(
    message: string,
    readonly code: ModelProblem = "failed",
  ) {
    super(message);
  }
}
