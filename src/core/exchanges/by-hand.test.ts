import { describe, expect, it } from "vitest";
import { routeNames } from "../../contract/documented-routes.ts";
import type { ModelDescriptor } from "../../contract/model.ts";
import { cloudTts } from "../../contract/models/cloud-tts.ts";
import { refVoice2 } from "../../contract/models/refvoice-2.ts";
import { streamSpeechV8 } from "../../contract/models/streamspeech-v8.ts";
import type { SpeechRequest } from "../../contract/request.ts";
import { draftOf, submissionOfTake } from "../submit/submission.ts";
import { takeDetailsSchema, takeRowSchema } from "../takes/take-schema.ts";
import { readByHand, submissionByHand } from "./by-hand.ts";
import { outgoingExchange, outgoingSpeech } from "./outgoing.ts";
import { readBody } from "./reading.ts";
import { type RouteForm, routeFormOf, routeRequest } from "./route-form.ts";

const origin = { id: "1", created: 5, owner: "me", config: undefined, multiplier: undefined };
const speech = (body: string): SpeechRequest => ({ endpoint: "speech", path: "/v1/audio/speech", body });
const draftByHand = (request: SpeechRequest, fallback: ModelDescriptor) =>
  draftOf(submissionByHand(request, fallback), origin);

describe("a request by hand", () => {
  it("is a take like any other, with what can be told of it, marked, and byte for byte", () => {
    const body = '{ "model":"streamspeech-v8", "Text":"中文😀", "voiceid":"Mei", "stream":true, "x":1 }';
    const { row, details, model, request } = draftByHand(speech(body), cloudTts);
    expect([model, request.body, details.request.body]).toEqual([streamSpeechV8, body, body]);
    expect(row).toMatchObject({
      model: "streamspeech-v8",
      mode: "stream",
      voice: "Mei",
      excerpt: "中文😀",
      characters: 3,
      byHand: true,
      price: { kind: "tokens", tokens: 3 },
    });
    expect(details.form).toEqual({
      model: "streamspeech-v8",
      mode: "stream",
      transport: "http",
      values: { voice: "Mei" },
      text: "中文😀",
    });
    expect(takeRowSchema.parse(row)).toEqual(row);
    expect(takeDetailsSchema.parse(details)).toEqual(details);
  });

  it("stays marked, and has the same price, when it is sent again", () => {
    const { row, details } = draftByHand(speech("no json"), streamSpeechV8);
    expect(row).toMatchObject({ excerpt: "no json", characters: 0, price: undefined, model: "streamspeech-v8" });
    const again = draftOf(submissionOfTake(row, details), { ...origin, id: "2" });
    expect(again.row).toMatchObject({ id: "2", byHand: true, price: undefined });
    expect(again.request).toEqual(details.request);
  });

  it("is read as the form's model where it names one that isn't known, and has no price then", () => {
    const read = readByHand(speech('{"model":"other","input":"a"}'), cloudTts);
    expect([read.model, read.modelId, read.price]).toEqual([cloudTts, "other", undefined]);
  });

  it("keeps where Model C's values stood, for the form", () => {
    const body = JSON.stringify({
      model: "refvoice-2",
      prompt_text: "Hm.",
      extra_body: { prompt_simple: "https://a.example/b.wav", emo_sad: 0.5 },
    });
    const { details, row } = draftByHand({ endpoint: "tasks", path: "/v1/audio/speech/tasks", body }, cloudTts);
    expect(row).toMatchObject({ mode: "async", voice: "https://a.example/b.wav" });
    expect(details.form.values).toEqual({
      voice: "https://a.example/b.wav",
      "@place.voice": "extra_body.prompt_simple",
      emo_sad: 0.5,
      "@place.emo_sad": "extra_body.emo_sad",
    });
  });

  it("takes the model from the address over a WebSocket, where the frame has none", () => {
    const request = routeRequest({ ...form, route: "websocket", model: "streamspeech-v8", body: '{"Text":"a"}' });
    expect(request?.path).toBe("/v1/audio/speech/websocket?model=streamspeech-v8");
    const read = readByHand({ endpoint: "websocket", path: request?.path ?? "", body: '{"Text":"a"}' }, cloudTts);
    expect([read.model, read.text, read.resolution.mode]).toEqual([streamSpeechV8, "a", "stream"]);
  });
});

const form: RouteForm = { route: "speech", taskId: "", query: "", range: "", model: "", body: "" };

describe("a route by hand", () => {
  it("has no address while its task id is none", () => {
    for (const taskId of ["", "..", "task_../..", "task_a/b", "task_?"]) {
      expect(routeRequest({ ...form, route: "task", taskId })).toBeUndefined();
    }
  });

  // An id as short as "1" stands in front of the path's own place for it as well.
  it.each(
    routeNames.flatMap((route) => [
      { route, taskId: "task_1" },
      { route, taskId: "1" },
    ]),
  )("to $route ($taskId) is the same again when it is made from what was sent", ({ route, taskId }) => {
    const filled: RouteForm = { ...form, route, taskId, query: "a=1?b", range: "bytes=1-", model: "m", body: "{}" };
    const request = routeRequest(filled);
    if (request === undefined) throw new Error("There is no such request.");
    expect(routeRequest(routeFormOf(request))).toEqual(request);
    expect(routeFormOf(request).route).toBe(route);
  });

  it("passes a signature on byte for byte, and a range", () => {
    const query = "signature=a%2Bb+c&expires=1";
    const request = routeRequest({ ...form, route: "content", taskId: "task_1", query, range: "bytes=0-9" });
    expect(request).toEqual({
      method: "GET",
      path: `/v1/audio/speech/tasks/task_1/content?${query}`,
      range: "bytes=0-9",
    });
    expect(outgoingExchange({ method: "GET", path: "/", range: "bytes=0-9" }).headers).toEqual([
      ["accept", "*/*"],
      ["range", "bytes=0-9"],
    ]);
  });
});

it("tells what the page itself sends, and how long the body is", () => {
  expect(outgoingSpeech(speech('"中😀"'))).toMatchObject({
    method: "POST",
    headers: [
      ["accept", "audio/*, application/octet-stream;q=0.9, application/json;q=0.8"],
      ["content-type", "application/json"],
    ],
    bytes: 9,
    characters: 4,
  });
});

describe("what a service reads in a body", () => {
  it("is what won, what lost, what holds without being sent, what is ignored and what is wrong", () => {
    const body = { input: "a", Text: "b", voice: "Mei", speed: 9, x: 1, stream: true };
    const reading = readBody(streamSpeechV8, "speech", JSON.stringify(body));
    if (reading.kind !== "object") throw new Error(reading.kind);
    const of = (key: string) => reading.fields.find(({ field }) => field.key === key);
    expect(of("text")).toMatchObject({
      winner: { place: "input", value: "a" },
      losers: [{ place: "Text", value: "b" }],
    });
    expect(of("pitch")).toMatchObject({ winner: undefined, standIn: 1 });
    expect(of("timestamp_type")).toBeUndefined();
    expect(reading.resolution.ignored).toEqual([{ place: "x", value: 1 }]);
    expect(reading.problems).toMatchObject([{ param: "speed", code: "out_of_range" }]);
  });

  it("names what stands in for the emotion's recording", () => {
    const reading = readBody(refVoice2, "tasks", '{"voice":"https://a.example/b.wav"}');
    if (reading.kind !== "object") throw new Error(reading.kind);
    expect(reading.fields.find(({ field }) => field.key === "emo_ref_audio")?.standIn).toBe("https://a.example/b.wav");
  });

  it("says so where it isn't JSON, or no object", () => {
    expect(readBody(streamSpeechV8, "speech", "{")).toMatchObject({
      kind: "no_json",
      message: expect.stringMatching(/./),
    });
    expect(readBody(streamSpeechV8, "speech", "[1]")).toEqual({ kind: "no_object" });
  });
});

describe("what is told of a body", () => {
  const read = (body: object, endpoint: "speech" | "tasks" | "websocket" = "speech") => {
    const reading = readBody(streamSpeechV8, endpoint, JSON.stringify({ input: "a", voice: "Mei", ...body }));
    if (reading.kind !== "object") throw new Error("It is an object.");
    return reading;
  };

  it.each([
    [{ speech: false, stream: false }, "speech"],
    [{ speech: false }, "speech"],
    [{ stream: true, Codec: "pcm_mulaw", response_format: "mp3" }, "response_format"],
  ])("calls %j no problem of the document, which says nothing of it", (body, param) => {
    expect(read(body).problems).toMatchObject([{ param, code: "conflict", undocumented: true }]);
  });

  it("calls both modes at once one of the document", () => {
    const { problems } = read({ speech: true, stream: true });
    expect(problems).toMatchObject([{ param: "stream", section: "2.3", code: "conflict" }]);
    expect(problems[0]).not.toHaveProperty("undocumented");
  });

  it.each([
    ["tasks", "async"],
    ["websocket", "websocket"],
  ] as const)(
    "says of %s that section 4 takes the fields without stream and speech, whatever they hold",
    (endpoint, where) => {
      const own = endpoint === "tasks" ? {} : { input: undefined, voice: undefined, Text: "a", VoiceId: "Mei" };
      expect(read({ ...own, speech: false, stream: true }, endpoint).problems).toMatchObject([
        { param: "stream", section: "4", code: "not_applicable", where },
        { param: "speech", section: "4", code: "not_applicable", where },
      ]);
    },
  );

  it.each([
    [{ stream: true, response_format: "pcm" }, "codec", "pcm_s16le", "response_format"],
    [{ stream: true, Codec: "pcm_mulaw" }, "response_format", "pcm", "codec"],
    [{ stream: true }, "codec", "libmp3lame", undefined],
    [{ stream: true, response_format: "mp3" }, "codec", "libmp3lame", undefined],
  ])("for %j, %s is %s, because of what was sent beside it", (body, key, standIn, follows) => {
    const field = read(body).fields.find((each) => each.field.key === key);
    expect([field?.standIn, field?.follows?.key]).toEqual([standIn, follows]);
  });
});
