import {
  ContentGoneError,
  frameRefusals,
  HandshakeError,
  IncompleteAudioError,
  NotSentError,
  refusals,
  ServiceUnreachableError,
  SocketClosedError,
  SpeechFrameError,
  SpeechRequestError,
  TaskFailedError,
  TaskGoneError,
} from "../../api/errors.ts";
import { UnjoinableError } from "../../audio/formats/unjoinable.ts";
import { NoiseError } from "../../audio/players/recorder.ts";
import { defined } from "../../contract/defined.ts";
import type { ServiceError } from "../../contract/errors.ts";
import type { StoredError, TakeDetails } from "./take.ts";
import { PartGoneError } from "./take-error.ts";

/** The error that was stored, of the class that it had. */
export function restoreError(stored: StoredError, headers: TakeDetails["headers"] = []): Error {
  const { message, status = 0, truncated = false, receivedBytes = 0 } = stored;
  switch (stored.name) {
    case "SpeechRequestError":
      return new SpeechRequestError({
        refusal: refusals.find((refusal) => refusal === stored.refusal) ?? "status",
        status,
        headers,
        error: restoreSaid(stored),
        truncated,
      });
    case "SpeechFrameError": {
      const refusal = frameRefusals.find((known) => known === stored.refusal) ?? "error";
      return new SpeechFrameError(refusal, restoreSaid(stored), receivedBytes);
    }
    case "SocketClosedError":
      return new SocketClosedError(
        defined({ code: stored.closeCode ?? 1005, reason: message, playground: stored.closedByPlayground }),
      );
    case "IncompleteAudioError":
      return new IncompleteAudioError(receivedBytes, stored.expectedBytes, causeOf(stored, headers));
    case "HandshakeError": {
      const cause = causeOf(stored, headers);
      const told = cause instanceof SpeechRequestError || cause instanceof ServiceUnreachableError;
      return new HandshakeError(told ? cause : undefined);
    }
    case "TaskFailedError":
      return new TaskFailedError(restoreSaid(stored));
    case "TaskGoneError":
    case "ContentGoneError": {
      const cause = causeOf(stored, headers);
      if (!(cause instanceof SpeechRequestError)) return new Error(message);
      return stored.name === "TaskGoneError" ? new TaskGoneError(cause) : new ContentGoneError(cause);
    }
    case "ServiceUnreachableError":
      return new ServiceUnreachableError(undefined);
    case "UnjoinableError":
      return new UnjoinableError(message);
    case "PartGoneError":
      return new PartGoneError();
    case "NoiseError":
      return new NoiseError();
    case "NotSentError":
      return new NotSentError(undefined);
    default: {
      const error = new Error(message);
      error.name = stored.name;
      return error;
    }
  }
}

function causeOf({ cause }: StoredError, headers: TakeDetails["headers"]): Error | undefined {
  return cause === undefined ? undefined : restoreError(cause, headers);
}

function restoreSaid({ message, type, param, code, raw = "", bytes }: StoredError): ServiceError {
  return defined({ message, raw, type, param, code, bytes });
}
