import { SpeechRequestError } from "../../../api/errors.ts";
import type { InterfaceLanguage } from "../../../contract/language.ts";
import { failureMessages } from "../../../core/messages/failure/index.ts";
import type { RecordingMessages } from "./messages/index.ts";

/** Why the server didn't take a recording, or didn't remove it. */
export function describeRefusal(
  error: unknown,
  { refusals, unreachable }: RecordingMessages,
  language: InterfaceLanguage,
): string {
  if (!(error instanceof SpeechRequestError)) return unreachable;
  const { code = "", message } = error.error;
  const known = new Map(Object.entries(refusals)).get(code);
  return known ?? failureMessages.in(language).said(code, undefined) ?? message;
}
