import type { Check } from "../checks/check.ts";
import {
  check,
  codec,
  figure,
  followed,
  made,
  makeTask,
  modelB,
  padded,
  refused,
  soundAtSpeed,
  speak,
  status,
  step,
} from "./build.ts";

const streamed = (input: string) => speak(modelB({ input, stream: true, Bitrate: "32k" }));
const spoken = (input: string) => speak(modelB({ input, Bitrate: "32k" }));
const task = (input: string) => makeTask(modelB({ input, Bitrate: "32k" }));
/** Spaces may be spoken as a pause, so that nothing is said of the pace. */
const cloned = (input: string) => speak({ model: "refvoice-2", input, voice: "{{reference}}" });
const tooLong = refused({ param: "input", code: "text_too_long" });
/** One character that is two units of UTF-16. */
const emoji = "😀";

/** The lengths of texts: section 8. Texts at a limit are mostly spaces, so that they are quick to speak. */
export const limitChecks: readonly Check[] = [
  check(
    "8/stream-limit",
    "Model B's stream mode takes 1,000 characters and refuses 1,001.",
    "模型 B 的流式模式接受 1,000 个字符，拒绝 1,001 个。",
    step("1,000", streamed(padded(1_000)), ...soundAtSpeed("mp3")),
    step("1,001", streamed(padded(1_001)), ...tooLong),
  ),
  check(
    "8/stream-limit-refused",
    "Model B's stream mode refuses 1,001 characters, also where each is two units of UTF-16.",
    "模型 B 的流式模式拒绝 1,001 个字符，包括每个字符占两个 UTF-16 单元的情形。",
    step("letters", streamed("a".repeat(1_001)), ...tooLong),
    step("emoji", streamed(emoji.repeat(1_001)), ...tooLong),
    step("Chinese", streamed("好".repeat(1_001)), ...tooLong),
  ),
  check(
    "8/characters",
    "Characters are Unicode characters: 510 emoji are fewer than 1,000.",
    "字符按 Unicode 计：510 个表情符号少于 1,000 个字符。",
    step(
      "510 emoji",
      streamed(`Good morning. ${emoji.repeat(510)}`),
      status(200),
      codec("mp3"),
      figure("duration", 0.2, 600),
    ),
  ),
  check(
    "8/speech-limit",
    "Model B's speech mode takes 5,000 characters and refuses 5,001.",
    "模型 B 的整段模式接受 5,000 个字符，拒绝 5,001 个。",
    step("5,000", spoken(padded(5_000)), ...soundAtSpeed("mp3")),
    step("5,001", spoken(padded(5_001)), ...tooLong),
  ),
  check(
    "8/speech-limit-refused",
    "Model B's speech mode refuses 5,001 characters.",
    "模型 B 的整段模式拒绝 5,001 个字符。",
    step("letters", spoken("a".repeat(5_001)), ...tooLong),
    step("emoji", spoken(emoji.repeat(5_001)), ...tooLong),
  ),
  check(
    "8/task-limit",
    "A Model B task takes 500,000 characters.",
    "模型 B 的任务接受 500,000 个字符。",
    followed("500,000", task(padded(500_000)), ...made(), { kind: "task", is: "completed" }),
  ),
  check(
    "8/task-limit-refused",
    "A Model B task refuses 500,001 characters.",
    "模型 B 的任务拒绝 500,001 个字符。",
    step("500,001", task("a".repeat(500_001)), ...tooLong),
  ),
  check(
    "8/c-limit",
    "Model C takes 2,048 characters.",
    "模型 C 接受 2,048 个字符。",
    step("2,048", cloned(padded(2_048)), ...soundAtSpeed("wav")),
  ),
  check(
    "8/c-limit-refused",
    "Model C refuses 2,049 characters, at once and as a task.",
    "模型 C 拒绝 2,049 个字符，同步请求与任务均如此。",
    step("at once", cloned("好".repeat(2_049)), ...tooLong),
    step(
      "as a task",
      makeTask({ model: "refvoice-2", input: emoji.repeat(2_049), voice: "{{reference}}" }),
      ...tooLong,
    ),
  ),
];
