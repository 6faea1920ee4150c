import { expect, it } from "vitest";
import {
  ContentGoneError,
  HandshakeError,
  IncompleteAudioError,
  NotSentError,
  ServiceUnreachableError,
  SocketClosedError,
  SpeechFrameError,
  SpeechRequestError,
  TaskFailedError,
  TaskGoneError,
} from "../../api/errors.ts";
import { parseErrorBody } from "../../contract/errors.ts";
import { firstModel } from "../../contract/models/index.ts";
import { readFailure } from "./failure.ts";
import { restoreError } from "./restore-error.ts";
import { PartGoneError, storeError } from "./take-error.ts";
import { storedErrorSchema } from "./take-schema.ts";

const error = parseErrorBody(
  '{"error":{"message":"No.","type":"invalid_request_error","param":"Speed","code":"range"}}',
);
const refused = new SpeechRequestError({ refusal: "status", status: 403, headers: [], error, truncated: true });

it.each([
  refused,
  new ServiceUnreachableError(undefined),
  new NotSentError(undefined),
  new IncompleteAudioError(5, 10),
  new IncompleteAudioError(0, undefined, new SocketClosedError({ code: 4001, reason: "quota" })),
  new IncompleteAudioError(
    3,
    undefined,
    new SocketClosedError({ code: 1011, reason: "Silent.", playground: "upstream_silent" }),
  ),
  new SpeechFrameError("error", error, 7),
  new SpeechFrameError("not_audio", parseErrorBody("<html>"), 0),
  new HandshakeError(),
  new HandshakeError(refused),
  new HandshakeError(new ServiceUnreachableError(undefined)),
  new HandshakeError(new NotSentError(undefined)),
  new TaskFailedError(error),
  new TaskGoneError(refused),
  new ContentGoneError(refused),
  new PartGoneError(),
  new Error("odd"),
])("%s is told after a reload as it was before", (thrown) => {
  const stored = storedErrorSchema.parse(structuredClone(storeError(thrown)));
  const restored = restoreError(stored);
  expect(restored.name).toBe(thrown.name);
  const here = { onLine: true, time: 0 };
  expect(readFailure(restored, firstModel, here)).toEqual(readFailure(thrown, firstModel, here));
});

it("a damaged cause is none", () => {
  const stored = { name: "HandshakeError", message: "", cause: "HandshakeError" };
  expect(restoreError(storedErrorSchema.parse(stored))).toEqual(new HandshakeError());
});
