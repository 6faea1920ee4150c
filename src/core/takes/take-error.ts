import {
  IncompleteAudioError,
  SocketClosedError,
  SpeechFrameError,
  SpeechRequestError,
  TaskFailedError,
} from "../../api/errors.ts";
import type { ServiceError } from "../../contract/errors.ts";
import type { StoredError } from "./take.ts";

/** An error in a form that can be stored; `restoreError` makes the same error of it. */
export function storeError(error: unknown): StoredError {
  if (!(error instanceof Error)) return { name: "Error", message: String(error) };
  const { name, message } = error;
  if (error instanceof SpeechRequestError) {
    const { refusal, status, truncated } = error;
    return { name, ...storeSaid(error.error), refusal, status, truncated };
  }
  if (error instanceof SpeechFrameError) {
    const { refusal, receivedBytes } = error;
    return { name, ...storeSaid(error.error), refusal, receivedBytes };
  }
  if (error instanceof TaskFailedError) return { name, ...storeSaid(error.error) };
  if (error instanceof SocketClosedError) {
    const { code, reason, playground } = error;
    return { name, message: reason, closeCode: code, closedByPlayground: playground };
  }
  const cause = error.cause instanceof Error ? { cause: storeError(error.cause) } : {};
  if (error instanceof IncompleteAudioError) {
    const { receivedBytes, expectedBytes } = error;
    return { name, message, receivedBytes, expectedBytes, ...cause };
  }
  return { name, message, ...cause };
}

function storeSaid({ message, type, param, code, raw, bytes }: ServiceError) {
  return { message, type, param, code, raw, bytes };
}

/** The page went away before the answer's end, so nobody knows what became of it. */
export class InterruptedError extends Error {
  override readonly name = "InterruptedError";

  constructor() {
    super("The page was closed or reloaded before the answer's end.");
  }
}

/** The sound of a part that was spoken isn't kept any more, so that nothing can stand behind it: nothing was sent. */
export class PartGoneError extends Error {
  override readonly name = "PartGoneError";

  constructor() {
    super("The sound of a part isn't kept any more.");
  }
}
