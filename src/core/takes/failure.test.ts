import { describe, expect, it } from "vitest";
import {
  HandshakeError,
  IncompleteAudioError,
  NotSentError,
  ServiceUnreachableError,
  SocketClosedError,
  SpeechFrameError,
  SpeechRequestError,
  TaskFailedError,
} from "../../api/errors.ts";
import { parseErrorBody } from "../../contract/errors.ts";
import { findModel, firstModel } from "../../contract/models/index.ts";
import { refVoice2 } from "../../contract/models/refvoice-2.ts";
import { streamSpeechV8 } from "../../contract/models/streamspeech-v8.ts";
import { fieldOfParam, readFailure } from "./failure.ts";
import { endedAt } from "./take.ts";

function reply(status: number, body: unknown, headers: readonly (readonly [string, string])[] = []) {
  const error = parseErrorBody(JSON.stringify(body));
  return new SpeechRequestError({ refusal: "status", status, headers, error, truncated: false });
}

const here = { onLine: true, time: Date.UTC(2026, 0, 1) };

describe("readFailure", () => {
  it("names the field that the service names, as the form knows it", () => {
    const body = { error: { message: "Speed is out of range", param: "Speed", code: "out_of_range" } };
    expect(readFailure(reply(400, body, [["x-request-id", "req_1"]]), firstModel, here)).toMatchObject({
      kind: "refused",
      message: "Speed is out of range",
      status: 400,
      param: "Speed",
      field: { key: "speed" },
      requestId: "req_1",
      cost: "none",
    });
  });

  it.each([
    [401, "invalid_api_key", "unauthorised", "none"],
    [401, "session_required", "signed_out", "none"],
    [502, "upstream_unauthorized", "unauthorised", "none"],
    [402, undefined, "payment_required", "none"],
    [403, "model_not_allowed", "model_not_allowed", "none"],
    [403, "foreign_origin", "proxy_refused", "none"],
    [404, "model_not_found", "model_not_found", "none"],
    [421, "host_not_allowed", "proxy_refused", "none"],
    [429, undefined, "rate_limited", "none"],
    [502, "upstream_unreachable", "service_unreachable", "none"],
    // It was reached: it answered with an address elsewhere.
    [502, "upstream_redirected", "service_failed", "none"],
    [502, "upstream_closed", "no_answer", "possible"],
    [504, "upstream_timeout", "no_answer", "possible"],
    [500, "synthesis_failed", "service_failed", "possible"],
    [400, "toString", "refused", "none"],
  ] as const)("sorts %i %s as %s, cost %s", (status, code, kind, cost) => {
    expect(readFailure(reply(status, { error: { message: "No", code } }), firstModel, here)).toMatchObject({
      kind,
      cost,
    });
  });

  it.each([
    [408, "request_timeout", "playground_refused", "none"],
    [413, "body_too_large", "playground_refused", "none"],
    [403, "destination_not_allowed", "playground_refused", "none"],
    [429, "too_much_at_once", "rate_limited", "none"],
    [500, "internal_error", "playground_failed", "possible"],
  ] as const)(
    "sorts %i %s of the playground's server as %s, which the service may say, too",
    (status, code, kind, cost) => {
      const body = { error: { message: "No", code } };
      const own = reply(status, body, [["proxy-status", "speech-playground; error=http_request_error"]]);
      expect(readFailure(own, firstModel, here)).toMatchObject({ kind, cost, by: "playground" });
      expect(readFailure(reply(status, body), firstModel, here)).not.toHaveProperty("by");
    },
  );

  it("tells a service that stops from a playground's server that does", () => {
    const body = { error: { message: "The service is stopping.", code: "shutting_down" } };
    expect(readFailure(reply(503, body), firstModel, here).kind).toBe("service_failed");
    const own = reply(503, body, [["proxy-status", "speech-playground; error=proxy_internal_response"]]);
    expect(readFailure(own, firstModel, here).kind).toBe("proxy_unreachable");
    const frame = new SpeechFrameError(
      "error",
      { message: "", code: "shutting_down", type: "server_error", raw: "" },
      0,
    );
    expect(readFailure(frame, firstModel, here).kind).toBe("service_failed");
  });

  it("tells a service that is overloaded from a visitor who asks too much of this server", () => {
    const body = { error: { message: "upstream overloaded", code: "overloaded" } };
    expect(readFailure(reply(503, body), firstModel, here).kind).toBe("service_failed");
    const own = reply(503, body, [["proxy-status", "speech-playground; error=proxy_internal_response"]]);
    expect(readFailure(own, firstModel, here).kind).toBe("rate_limited");
  });

  it.each([
    ["had left may have been charged", ServiceUnreachableError, "possible"],
    ["never left cost nothing", NotSentError, "none"],
  ])("what %s, whether there is a network when that is read or not", (_, Thrown, cost) => {
    const error = new Thrown(new TypeError("Failed to fetch"));
    expect(readFailure(error, firstModel, here)).toMatchObject({ kind: "proxy_unreachable", cost });
    expect(readFailure(error, firstModel, { ...here, onLine: false })).toMatchObject({ kind: "offline", cost });
  });

  it("counts a wait from the moment in which the answer ended, be it that the take went on later", () => {
    const time = endedAt({ created: 0, resumed: 600_000, times: { ended: 1_000 } }) ?? 0;
    const busy = reply(429, {}, [["retry-after", "30"]]);
    expect(readFailure(busy, firstModel, { ...here, time }).waitUntil).toBe(631_000);
  });

  it("finds the field of a failed task in the words that say why", () => {
    const refVoice = findModel("refvoice-2") ?? firstModel;
    const error = { message: "voice must be the public address of a recording.", code: "reference_unusable", raw: "" };
    expect(readFailure(new TaskFailedError(error), refVoice, here)).toMatchObject({
      kind: "task_failed",
      field: { key: "voice" },
    });
    const other = readFailure(new TaskFailedError({ ...error, message: "It went wrong." }), refVoice, here);
    expect(other.field).toBeUndefined();
  });

  it("says that what broke off may have been charged", () => {
    expect(readFailure(new IncompleteAudioError(100), firstModel, here)).toMatchObject({
      kind: "incomplete",
      cost: "possible",
    });
  });

  it("tells what broke off before any sound from what broke off in the middle, in the words of the close", () => {
    const closed = (bytes: number) =>
      new IncompleteAudioError(bytes, undefined, new SocketClosedError({ code: 4001, reason: "quota" }));
    expect(readFailure(closed(0), firstModel, here)).toMatchObject({
      kind: "nothing_came",
      message: "quota",
      code: "4001",
    });
    expect(readFailure(closed(9), firstModel, here)).toMatchObject({ kind: "incomplete", cost: "possible" });
  });

  it("tells the words of the playground's server from the service's", () => {
    const closed = new SocketClosedError({ code: 1011, reason: "Ended.", playground: "upstream_broken_off" });
    const broken = readFailure(new IncompleteAudioError(9, undefined, closed), firstModel, here);
    expect(broken).toMatchObject({ message: "Ended.", code: "upstream_broken_off", by: "playground" });
    const by = (code: string, field?: string) =>
      readFailure(
        reply(502, { error: { message: "No.", code } }, field === undefined ? [] : [["proxy-status", field]]),
        firstModel,
        here,
      ).by;
    expect(by("not_found", "speech-playground; error=http_request_error")).toBe("playground");
    expect(by("upstream_timeout")).toBe("playground");
    expect(by("not_found", "edge; error=http_request_error")).toBeUndefined();
  });

  it.each([
    [{ type: "invalid_request_error", param: "Speed" }, 0, "refused", "none"],
    [{ type: "permission_error", code: "model_not_allowed" }, 0, "model_not_allowed", "none"],
    [{ type: "rate_limit_error" }, 0, "rate_limited", "none"],
    [{ type: "server_error" }, 0, "service_failed", "possible"],
    [{ type: "invalid_request_error" }, 100, "refused", "possible"],
    [{}, 0, "service_failed", "possible"],
    [{ type: "toString" }, 0, "service_failed", "possible"],
  ] as const)("sorts an error frame %j after %i bytes as %s, cost %s", (details, bytes, kind, cost) => {
    const error = parseErrorBody(JSON.stringify({ type: "error", error: { message: "No", ...details } }));
    const failure = readFailure(new SpeechFrameError("error", error, bytes), firstModel, here);
    expect(failure).toMatchObject({ kind, cost, message: "No" });
    if ("param" in details) expect(failure.field?.key).toBe("speed");
  });

  it("takes over a WebSocket what isn't sound for what it is over HTTP", () => {
    const error = new SpeechFrameError("not_audio", parseErrorBody("<html>"), 0);
    expect(readFailure(error, firstModel, here)).toMatchObject({ kind: "not_audio", cost: "possible" });
  });

  it("tells an answer of nothing at all from one that isn't sound", () => {
    const empty = (refusal: "empty" | "not_audio") =>
      new SpeechRequestError({ refusal, status: 200, headers: [], error: parseErrorBody(""), truncated: false });
    expect(readFailure(empty("empty"), firstModel, here)).toMatchObject({ kind: "empty_answer", cost: "possible" });
    expect(readFailure(empty("not_audio"), firstModel, here).kind).toBe("not_audio");
  });

  it("tells a network's log-in page from an answer of another kind that isn't sound", () => {
    const answer = (type: string) =>
      new SpeechRequestError({
        ...{ refusal: "not_audio", status: 200, truncated: false },
        headers: [["Content-Type", type]],
        error: parseErrorBody("<!doctype html>"),
      });
    const kinds = ["text/html; charset=utf-8", "text/plain", "application/json"].map(
      (type) => readFailure(answer(type), firstModel, here).kind,
    );
    expect(kinds).toEqual(["web_page", "not_audio", "not_audio"]);
  });

  it("says why no WebSocket came about, and that nothing was asked", () => {
    const refused = new HandshakeError(reply(504, { error: { message: "No", code: "upstream_timeout" } }));
    expect(readFailure(refused, firstModel, here)).toMatchObject({
      kind: "no_answer",
      status: 504,
      cost: "none",
    });
    const gone = new HandshakeError(new ServiceUnreachableError(new TypeError("Failed to fetch")));
    expect(readFailure(gone, firstModel, here)).toMatchObject({ kind: "proxy_unreachable", cost: "none" });
    expect(readFailure(new HandshakeError(), firstModel, here)).toMatchObject({
      kind: "websocket_blocked",
      cost: "none",
    });
  });

  it("obeys how long the service asks to wait", () => {
    expect(readFailure(reply(429, {}, [["retry-after", "7"]]), firstModel, here).retryAfter).toBe(7);
    const date = new Date(here.time + 90_000).toUTCString();
    expect(readFailure(reply(429, {}, [["retry-after", date]]), firstModel, here).retryAfter).toBe(90);
    const later = { ...here, time: here.time + 60_500 };
    expect(readFailure(reply(429, {}, [["retry-after", date]]), firstModel, later).retryAfter).toBe(30);
    expect(
      readFailure(reply(429, {}, [["retry-after", new Date(0).toUTCString()]]), firstModel, here),
    ).not.toHaveProperty("retryAfter");
    expect(readFailure(reply(429, {}, [["retry-after", "soon"]]), firstModel, here)).not.toHaveProperty("retryAfter");
  });

  it("takes anything that was thrown", () => {
    for (const thrown of [undefined, null, "text", { odd: true }, new Error("odd")]) {
      expect(readFailure(thrown, firstModel, here).kind).toBe("unknown");
    }
  });
});

it("finds the field that an error means, however it is spelt and wherever it stands", () => {
  for (const param of ["Speed", "speed"]) expect(fieldOfParam(streamSpeechV8, param)?.key).toBe("speed");
  for (const param of ["input", "Text", "text"]) expect(fieldOfParam(streamSpeechV8, param)?.key).toBe("text");
  expect(fieldOfParam(refVoice2, "extra_body.emo_happy")?.key).toBe("emo_happy");
  expect(fieldOfParam(streamSpeechV8, "nothing")).toBeUndefined();
});
