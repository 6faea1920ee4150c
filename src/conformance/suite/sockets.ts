import type { Check } from "../checks/check.ts";
import type { Expectation } from "../checks/expectation.ts";
import {
  asLongAs,
  beyond,
  check,
  codec,
  compared,
  control,
  figure,
  modelB,
  overSocket,
  ownCheck,
  refusedFrame,
  refusedSocket,
  speak,
  spoken,
  status,
  step,
} from "./build.ts";

const text = "Good morning, dear listeners.";
const frame = (changes: object = {}) => ({ Text: text, VoiceId: "Autumn", ...changes });
/** Binary frames, then `progress`, then `complete`, and a close by the service. */
const inOrder: readonly Expectation[] = [{ kind: "frames", is: "b+p+c" }, { kind: "order" }];
/** The same sound over HTTP, with which the one over the WebSocket is compared. */
const overHttp = control("over HTTP", speak(modelB({ stream: true })), status(200), codec("mp3"));
const sameAsHttp: readonly Expectation[] = [
  asLongAs("over HTTP"),
  // The embedded service speaks the same in the same way, but for what its Temperature changes: 48 of its sounds were
  // 0.79 to 1 alike, and frames in another order at most 0.15.
  beyond(compared("duration", "over HTTP", 0.98, 1.02)),
  beyond({ kind: "alike", step: "over HTTP", least: 0.6 } satisfies Expectation),
];

/** The WebSocket route: sections 4 and 6. */
export const socketChecks: readonly Check[] = [
  check(
    "6/order",
    "Over the WebSocket come binary frames, then progress, then complete; then the connection closes normally.",
    "WebSocket 依次发送二进制帧、progress、complete，然后正常关闭连接。",
    overHttp,
    step(
      "request",
      overSocket(frame()),
      ...inOrder,
      codec("mp3"),
      figure("stray", 0, 0),
      figure("duration", 0.2, 60),
      ...spoken(),
      ...sameAsHttp,
      figure("close_code", 1_000, 1_000),
    ),
  ),
  check(
    "6/progress",
    "The progress frame holds the times of each word.",
    "progress 帧含有每个词的时间。",
    step(
      "request",
      overSocket(frame()),
      { kind: "times", granularity: "word" },
      { kind: "script" },
      beyond(figure("words", 4, 4)),
      beyond({ kind: "times", granularity: "word", unit: "seconds" }),
    ),
  ),
  check(
    "4/socket-fields",
    "The frame may hold Text, VoiceId, Bitrate, Speed and Pitch, and all of them count.",
    "帧可含 Text、VoiceId、Bitrate、Speed、Pitch，且均有效。",
    step("usual", overSocket(frame()), ...inOrder, figure("bitrate", 191, 193)),
    step(
      "all five",
      overSocket(frame({ Bitrate: "64k", Speed: -1, Pitch: 1.2 })),
      ...inOrder,
      figure("bitrate", 63, 65),
      compared("duration", "usual", 1.2, 3),
      compared("pitch", "usual", 1.08, 1.5),
    ),
  ),
  check(
    "4/socket-missing",
    "A frame without Text or without VoiceId gets no sound.",
    "缺少 Text 或 VoiceId 的帧得不到音频。",
    step("no Text", overSocket({ VoiceId: "Autumn" }), ...refusedFrame(1_008, "Text")),
    step("no VoiceId", overSocket({ Text: "Hello." }), ...refusedFrame(1_008, "VoiceId")),
  ),
  check(
    "4/socket-ranges",
    "Speed and Pitch have the same ranges over the WebSocket.",
    "Speed 与 Pitch 在 WebSocket 上的范围相同。",
    step("Speed 1.1", overSocket(frame({ Speed: 1.1 })), ...refusedFrame(1_008, "Speed")),
    step("Pitch 0.4", overSocket(frame({ Pitch: 0.4 })), ...refusedFrame(1_008, "Pitch")),
    step("Bitrate 24k", overSocket(frame({ Bitrate: "24k" })), ...refusedFrame(1_008, "Bitrate")),
  ),
  check(
    "4/socket-not-json",
    "The one frame is JSON text.",
    "客户端发送的唯一一帧为 JSON 文本。",
    step("request", overSocket("Good morning."), ...refusedFrame(1_007)),
  ),
  check(
    "4/socket-model-c",
    "Model C has no WebSocket.",
    "模型 C 没有 WebSocket。",
    step("request", overSocket(frame(), "refvoice-2"), ...refusedSocket({ param: "model", code: "not_applicable" })),
  ),
  check(
    "4/socket-model-a",
    "Model A has no WebSocket.",
    "模型 A 没有 WebSocket。",
    step("request", overSocket(frame(), "cloud-tts"), ...refusedSocket({ param: "model", code: "not_applicable" })),
  ),
  check(
    "4/socket-unknown-model",
    "A model that the service doesn't have gets no WebSocket.",
    "服务没有的模型不能建立 WebSocket。",
    step("request", overSocket(frame(), "no-such-model"), ...refusedSocket({ status: 404, code: "model_not_found" })),
  ),
  ownCheck(
    "6/limit",
    "The embedded service takes up to 1,000 characters over the WebSocket.",
    "内置服务的 WebSocket 文本上限为 1,000 个字符。",
    step("1,001 characters", overSocket(frame({ Text: "a".repeat(1_001) })), ...refusedFrame(1_008, "Text")),
  ),
];
