import { describe, expect, it } from "vitest";
import { IncompleteAudioError, SocketClosedError, SpeechRequestError } from "../../api/errors.ts";
import { parseErrorBody } from "../../contract/errors.ts";
import { takeDetails, takeRow } from "../takes/library.fixture.ts";
import { storeError } from "../takes/take-error.ts";
import { answerOfExchange, answerOfTake } from "./answer.ts";
import type { Exchange } from "./exchanges.ts";

const headers: [string, string][] = [
  ["content-type", "application/json"],
  ["x-request-id", "r-1"],
];

describe("the answer to a take", () => {
  it("is the error as it came and as it was understood", () => {
    const raw = '{"error":{"message":"No.","code":"out_of_range","param":"speed"}}';
    const error = new SpeechRequestError({
      refusal: "status",
      status: 400,
      headers,
      error: parseErrorBody(raw),
      truncated: true,
    });
    const answer = answerOfTake(takeRow("a", { status: "failed", httpStatus: 400 }), {
      ...takeDetails("a"),
      headers,
      error: storeError(error),
    });
    expect(answer).toMatchObject({ status: 400, requestId: "r-1", text: { text: raw, truncated: true } });
    expect(answer.error).toEqual({
      name: "SpeechRequestError",
      message: "No.",
      refusal: "status",
      param: "speed",
      code: "out_of_range",
    });
  });

  it("names what led to an error, such as a WebSocket's close", () => {
    const error = new IncompleteAudioError(5, undefined, new SocketClosedError({ code: 4001, reason: "Enough." }));
    const { error: typed } = answerOfTake(takeRow("a"), { ...takeDetails("a"), error: storeError(error) });
    expect(typed).toEqual({
      name: "IncompleteAudioError: SocketClosedError",
      message: "Enough.",
      receivedBytes: 5,
      closeCode: 4001,
    });
  });

  it("is the task object as it came, where a task was made", () => {
    const answer = { text: '{"id":"task_1"}', truncated: false };
    expect(answerOfTake(takeRow("a"), { ...takeDetails("a"), answer }).text).toEqual(answer);
  });

  it("has a WebSocket's frames", () => {
    const entries = [
      { at: 1, type: "frame", direction: "sent", kind: "text", text: "{}" },
      { at: 2, type: "frame", direction: "received", kind: "binary", size: 3 },
      { at: 3, type: "frame", direction: "received", kind: "text", text: '{"type":"complete"}' },
    ];
    const answer = answerOfTake(takeRow("a"), { ...takeDetails("a"), log: { entries, dropped: 0 } });
    expect(answer.binaryFrames).toBe(1);
    expect(answer.frames).toEqual([
      { direction: "sent", text: "{}" },
      { direction: "received", text: '{"type":"complete"}' },
    ]);
  });

  it("is empty where nothing is known", () => {
    expect(answerOfTake(takeRow("a"), undefined)).toMatchObject({ status: undefined, headers: [], error: undefined });
  });
});

describe("the answer to a request by hand", () => {
  const of = (status: number, body: string, type: string): Exchange => ({
    id: "1",
    created: 0,
    request: { method: "GET", path: "/v1/models" },
    state: {
      status: "answered",
      answer: {
        status,
        headers,
        body: new Blob([body], { type }),
        truncated: false,
        broken: false,
        times: { headers: 1, end: 2 },
      },
    },
  });

  it("is text where it is text, with the error in it understood", async () => {
    expect(
      await answerOfExchange(of(404, '{"error":{"message":"Gone.","code":"x"}}', "application/json")),
    ).toMatchObject({
      status: 404,
      requestId: "r-1",
      error: { message: "Gone.", code: "x" },
    });
  });

  it("isn't read as text where it is sound", async () => {
    expect((await answerOfExchange(of(200, "…", "audio/mpeg"))).text).toBeUndefined();
  });

  it("is known to be the playground's server's where that answered in the service's place", async () => {
    const from = async (...fields: readonly (readonly [string, string])[]) => {
      const exchange = of(401, "{}", "application/json");
      if (exchange.state.status !== "answered") throw new Error("It was answered.");
      const { standIn } = await answerOfExchange({
        ...exchange,
        state: { ...exchange.state, answer: { ...exchange.state.answer, headers: [...headers, ...fields] } },
      });
      return standIn;
    };
    expect(await from()).toBeUndefined();
    expect(await from(["proxy-status", "edge; error=connection_refused"])).toBeUndefined();
    expect(await from(["proxy-status", "speech-playground; error=connection_terminated"])).toEqual({
      receivedStatus: undefined,
    });
    expect(
      await from(["proxy-status", "speech-playground; error=http_request_error; received-status=401, edge"]),
    ).toEqual({ receivedStatus: 401 });
  });

  it("says that none came", async () => {
    const failed: Exchange = { ...of(200, "", ""), state: { status: "failed", message: "No answer came." } };
    expect(await answerOfExchange(failed)).toMatchObject({ status: undefined, error: { message: "No answer came." } });
  });
});
