import type { Check } from "../checks/check.ts";
import {
  beyond,
  check,
  header,
  headerIfAny,
  json,
  ownCheck,
  post,
  read,
  refused,
  speak,
  status,
  step,
} from "./build.ts";

/** What isn't about one model: sections 2.1, 2.7, 4 and 7. */
export const serviceChecks: readonly Check[] = [
  check(
    "2.7/model-list",
    "The model list is an object with a list of models, each with an id.",
    "模型列表是一个对象，其中列出各模型，每个都有 id。",
    step(
      "request",
      read("/v1/models"),
      status(200),
      beyond(header("content-type", "^application/json")),
      json("object", { is: "list" }),
      json("data", { type: "array" }),
      // An empty list is what a key gets that may use no language model (section 5).
      json("data.*.id", { type: "string", matches: ".", empty: true }),
      json("data.*.object", { is: "model", empty: true }),
    ),
  ),
  ownCheck(
    "2.7/speech-models",
    "The embedded service lists the three speech models.",
    "内置服务列出三个语音模型。",
    step(
      "request",
      read("/v1/models"),
      json("data.0.id", { is: "cloud-tts" }),
      json("data.1.id", { is: "streamspeech-v8" }),
      json("data.2.id", { is: "refvoice-2" }),
    ),
  ),
  check(
    "4/unknown-model",
    "A model that the list doesn't name is refused.",
    "列表中没有的模型会被拒绝。",
    step(
      "request",
      speak({ model: "no-such-model", input: "Hello.", voice: "Autumn" }),
      ...refused({ status: 404, param: "model", code: "model_not_found" }),
    ),
  ),
  check(
    "2.1/model-required",
    "model, input and voice are required.",
    "model、input 与 voice 为必填。",
    step("no model", speak({ input: "Hello.", voice: "Autumn" }), ...refused({ param: "model", code: "missing" })),
    step(
      "no input",
      speak({ model: "streamspeech-v8", voice: "Autumn" }),
      ...refused({ param: "input", code: "missing" }),
    ),
    step(
      "no voice",
      speak({ model: "streamspeech-v8", input: "Hello." }),
      ...refused({ param: "voice", code: "missing" }),
    ),
  ),
  check(
    "7/error-status",
    "A failed request is known by its status, and is never sound.",
    "失败的请求由状态码标识，绝不是音频。",
    step(
      "request",
      speak({ model: "streamspeech-v8", input: "Hello.", voice: "Autumn", Speed: 2 }),
      status(400, 499),
      headerIfAny("content-type", "^(?!audio/|video/|(application|binary)/octet-stream)"),
      beyond(json("error.message", { type: "string" })),
      beyond(json("error.type", { is: "invalid_request_error" })),
      beyond(json("error.param", { is: "Speed" })),
      beyond(json("error.code", { is: "out_of_range" })),
      beyond(header("x-request-id")),
    ),
  ),
  check(
    "4/body-json",
    "A body that isn't a JSON object is refused.",
    "不是 JSON 对象的请求体会被拒绝。",
    step("no JSON", speak("{'input': 1}"), ...refused({ code: "body_not_json" })),
    step("a list", speak("[]"), ...refused({ code: "body_not_an_object" })),
    step("cut off", speak('{"model":"streamspeech-v8"'), ...refused({ code: "body_not_json" })),
  ),
  ownCheck(
    "4/systemone",
    "The embedded service has no language model.",
    "内置服务没有语言模型。",
    step(
      "request",
      post("/v1/systemone", { model: "a-language-model" }),
      ...refused({ status: 404, code: "model_not_found" }),
    ),
  ),
];
