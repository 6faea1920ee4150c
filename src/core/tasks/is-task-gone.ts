import { SpeechRequestError } from "../../api/errors.ts";
import { playgroundMember } from "../../contract/playground.ts";

/**
 * Whether a service says that it has no such task. That the playground itself finds nothing, because it knows the
 * service no more, tells nothing of the task.
 */
export function isTaskGone(error: unknown): error is SpeechRequestError {
  return error instanceof SpeechRequestError && error.status === 404 && playgroundMember(error.headers) === undefined;
}
