import { describe, expect, it } from "vitest";
import { type Check, expectsRefusal, spokenBy } from "../checks/check.ts";
import { makeTask, overSocket, read, refused, refusedFrame, speak, step } from "./build.ts";
import { withControls } from "./controls.ts";

const checkOf = (...steps: Check["steps"]): Check => ({
  id: "x",
  section: "x",
  rule: { en: "A rule.", zh: "规则。" },
  cost: "free",
  steps,
});
const bodies = (check: Check) =>
  check.steps.filter(({ control }) => control).map(({ request }) => spokenBy(request)?.body ?? request.path);

describe("a refusal's control", () => {
  const plain = { model: "streamspeech-v8", input: "Hello.", voice: "Autumn" };

  it.each([
    ["a field out of range", speak({ ...plain, Speed: 2 }), plain],
    ["the same in stream mode", speak({ ...plain, stream: true, Temperature: 2 }), { ...plain, stream: true }],
    [
      "a field that is missing",
      speak({ model: "cloud-tts", voice: "x" }),
      { model: "cloud-tts", input: "Hello.", voice: "en-US-AriaNeural" },
    ],
    [
      "a recording's model",
      speak({ model: "refvoice-2", input: "Hi", voice: "Autumn" }),
      { model: "refvoice-2", input: "Hello.", voice: "{{reference}}" },
    ],
    ["a task", makeTask({ ...plain, stream: true }), plain],
    ["a model without tasks", makeTask({ model: "cloud-tts" }), plain],
    ["no JSON", speak("{'input': 1}"), plain],
  ])("is the same without the fault: %s", (_, request, accepted) => {
    const check = withControls(checkOf(step("request", request, ...refused())));
    expect(bodies(check)).toEqual([accepted]);
    const [control, own] = check.steps;
    expect(own?.beside).toEqual([control?.name]);
    expect(control).toMatchObject({ shared: true, control: true });
    expect(control && expectsRefusal(control)).toBe(false);
  });

  it("goes over the WebSocket for a frame", () => {
    const frame = overSocket({ Text: "Hello.", VoiceId: "Autumn", Speed: 2 });
    const [control] = withControls(checkOf(step("request", frame, ...refusedFrame(1_008)))).steps;
    expect(control?.request).toEqual(overSocket({ Text: "Hello.", VoiceId: "Autumn" }));
  });

  it("is a task that there is, for one that isn't there", () => {
    const unknown = step("task", read("/v1/audio/speech/tasks/task_none"), ...refused({ status: 404 }));
    const { steps } = withControls(checkOf(unknown));
    expect(steps.at(-1)?.beside).toEqual(["task", "its end", "its content"].slice(0, steps.length - 1));
    expect(steps[0]?.take).toEqual({ control_task: "id" });
  });

  it("is the step before where that is such a request", () => {
    const { steps } = withControls(
      checkOf(step("at 1", speak(plain)), step("at 2", speak({ ...plain, Speed: 2 }), ...refused())),
    );
    expect(steps.map(({ name, beside }) => [name, beside])).toEqual([
      ["at 1", undefined],
      ["at 2", ["at 1"]],
    ]);
  });
});
