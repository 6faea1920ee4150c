import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { pressByKey, type RenderedPage, renderPage } from "../../../app/render.fixture.ts";
import { type FakeAnswers, soundOf } from "../../../core/page/fake-service.fixture.ts";
import type { Playground } from "../../../core/page/playground.ts";
import { lateStop } from "../../speak/stop-guard.ts";

const recording = "https://media.example.org/narrator.wav";
const fader = (name: string) => page.getByRole("slider", { name, exact: true });
const number = (name: string) => page.getByRole("textbox", { name, exact: true });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const option = (name: string) => page.getByRole("radio", { name, exact: true });

/** The page with Model C chosen and a recording given; in speech mode, so that what is sent is seen at once. */
async function openModelC(answers: FakeAnswers = {}, now?: () => number): Promise<RenderedPage> {
  const prepare = ({ settings }: Playground): void => {
    const { setMode, setValue } = settings.getState();
    settings.setState({ model: "refvoice-2" });
    setMode("refvoice-2", "speech");
    setValue("refvoice-2", "voice", recording);
  };
  return renderPage(answers, prepare, now);
}

const valuesOf = ({ playground }: RenderedPage) => {
  const { voice, emo_control_method, ...values } = playground.settings.getState().values["refvoice-2"] ?? {};
  return values;
};

describe("the desk", () => {
  it("has eight channels in the order that people know, and surprise can't be moved", async () => {
    await openModelC();
    await option("Mood").click();
    await expect.element(fader("happy")).toBeVisible();
    const names = page
      .getByRole("slider")
      .elements()
      .map((element) => element.getAttribute("aria-label"));
    const emotions = ["happy", "angry", "sad", "afraid", "disgusted", "melancholic", "calm"];
    expect(names.filter((name) => emotions.includes(name ?? ""))).toEqual(emotions);
    await expect.element(page.getByText("surprised: fixed at 0")).toBeInTheDocument();
    await expect.element(page.getByText(/The service fixes surprise at 0/)).toBeVisible();
  });

  it("is moved by keys and by pointer; at the bottom nothing is sent", async () => {
    const opened = await openModelC();
    await option("Mood").click();
    await fader("sad").click({ position: { x: 10, y: 4 } });
    await expect.poll(() => valuesOf(opened)).toEqual({ emo_sad: 1 });
    await userEvent.keyboard("{ArrowDown}");
    await expect.poll(() => valuesOf(opened)).toEqual({ emo_sad: 0.95 });
    await expect.element(number("sad")).toHaveValue("0.95");
    await userEvent.keyboard("{Home}");
    await expect.poll(() => valuesOf(opened)).toEqual({});
    await number("sad").fill("0");
    await expect.poll(() => valuesOf(opened)).toEqual({ emo_sad: 0 });
  });

  it("takes any number, and explains one that is outside", async () => {
    await openModelC();
    await option("Mood").click();
    await number("angry").fill("1.4");
    await expect.element(number("angry")).toHaveAccessibleDescription("Angry must be from 0 to 1, not 1.4.");
    await expect.element(fader("angry")).toHaveValue("1");
  });

  it("says the sum, is set by presets and taken back", async () => {
    const opened = await openModelC();
    await option("Mood").click();
    await expect.element(page.getByText("All at 0: the speaker's own emotion.")).toBeVisible();
    await number("calm").fill("0.5");
    await button("Cheerful").click();
    await expect.poll(() => valuesOf(opened)).toEqual({ emo_happy: 0.75 });
    await expect.element(button("Cheerful")).toHaveAttribute("aria-pressed", "true");
    await number("calm").fill("0.5");
    await expect.element(button("Cheerful")).toHaveAttribute("aria-pressed", "false");
    await expect.element(page.getByText("Sum 1.25")).toBeVisible();
    await pressByKey(button("Reset the mood"));
    await expect.poll(() => valuesOf(opened)).toEqual({});
    await expect.element(number("happy")).toHaveFocus();
  });

  it("shows only what the method needs, and sends only that", async () => {
    const { bodies } = await openModelC();
    await option("Mood").click();
    await number("happy").fill("0.6");
    await page.getByRole("switch", { name: "Random emotion" }).click();
    await option("From an emotion recording").click();
    await expect.element(fader("happy")).not.toBeInTheDocument();
    await expect.element(page.getByRole("switch", { name: "Random emotion" })).not.toBeInTheDocument();
    await number("Emotion recording").fill("https://media.example.org/joy.wav");
    await page.getByRole("button", { name: /^Speak/ }).click();
    await expect.poll(() => bodies).toHaveLength(1);
    expect(bodies[0]).toMatchObject({ emo_ref_audio: "https://media.example.org/joy.wav" });
    expect(bodies[0]).not.toHaveProperty("emo_happy");
    expect(bodies[0]).not.toHaveProperty("emo_random");
  });
});

it.each(["en", "zh"] as const)(
  "the ways stand within their place at every width, and say in %s what they mean",
  async (language) => {
    const { playground } = await openModelC();
    playground.settings.setState({ language });
    const group = page.getByRole("radiogroup", { name: language === "en" ? "Emotion" : "情感" }).first();
    await expect.element(group).toBeVisible();
    for (const width of [390, 768, 1024, 1280, 1440]) {
      await page.viewport(width, 900);
      expect([width, group.element().scrollWidth]).toEqual([width, group.element().clientWidth]);
    }
    const mood = group.getByRole("radio", { name: language === "en" ? "Mood" : "情绪" });
    await expect
      .element(mood)
      .toHaveAccessibleDescription(
        language === "en" ? "Choose a mood, or mix one yourself." : "选择一种情绪，或自行调配。",
      );
  },
);

it("fields are written where one chooses, and what is read from where is shown", async () => {
  const { bodies } = await openModelC();
  await option("Mood").click();
  await number("happy").fill("0.6");
  await number("calm").fill("0.2");
  await page.getByText("Where fields are written").click();
  await page.getByLabelText("Reference recording").last().selectOptions("extra_body.prompt_simple");
  await page.getByRole("radiogroup", { name: "Emotion fields" }).getByText("instructions").click({ force: true });
  await page.getByText("Each emotion field by itself").click();
  await page.getByLabelText("emo_calm").selectOptions("extra_body.emo_calm");
  await option('"0"').click({ force: true });
  await expect.element(page.getByText(`extra_body.prompt_simple = "${recording}"`)).toBeVisible();
  await expect.element(page.getByText("instructions.emo_happy = 0.6")).toBeVisible();
  await page.getByRole("button", { name: /^Speak/ }).click();
  await expect.poll(() => bodies).toHaveLength(1);
  expect(bodies[0]).toEqual({
    model: "refvoice-2",
    input: expect.any(String),
    extra_body: { prompt_simple: recording, emo_calm: 0.2 },
    instructions: { emo_control_method: "使用情感向量控制", emo_happy: 0.6, emo_surprised: "0" },
  });
});

describe("a synchronous request", () => {
  it("is said to go on when one leaves, with the way to a task", async () => {
    const { playground } = await openModelC();
    await expect.element(page.getByText(/Leaving or stopping doesn't cancel it/)).toBeVisible();
    await button("Use async").click();
    expect(playground.settings.getState().modes["refvoice-2"]).toBe("async");
    await expect.element(page.getByText(/Leaving or stopping doesn't cancel it/)).not.toBeInTheDocument();
  });

  it("whose answer never came isn't sent again without a question", async () => {
    const { bodies } = await openModelC({
      async *speech(signal) {
        if (bodies.length > 2) yield* soundOf(1);
        else await new Promise((_, refuse) => signal.addEventListener("abort", () => refuse(signal.reason)));
      },
    });
    const speak = page.getByRole("button", { name: /^Speak/ });
    await speak.click();
    await expect.poll(() => bodies).toHaveLength(1);
    const leaving = new Event("beforeunload", { cancelable: true });
    await expect.poll(() => window.dispatchEvent(leaving)).toBe(false);
    await page.getByRole("button", { name: /^Stop(?! and)/ }).click();
    await speak.click();
    const question = page.getByRole("alertdialog", { name: "This may be running already" });
    await expect.element(question).toBeVisible();
    await expect.element(button("Not now")).toHaveFocus();
    await button("Not now").click();
    expect(bodies).toHaveLength(1);
    await expect.element(speak).toHaveFocus();

    // Another request is another matter.
    await page.getByRole("textbox", { name: "Script" }).fill("Something else.");
    await speak.click();
    await expect.poll(() => bodies).toHaveLength(2);
    await page.getByRole("button", { name: /^Stop(?! and)/ }).click();
    await speak.click();
    await button("Send it again").click();
    await expect.poll(() => bodies).toHaveLength(3);
    expect(bodies[2]).toEqual(bodies[1]);
    await expect.element(question).not.toBeInTheDocument();
  });

  it("that was answered may be sent again", async () => {
    let passed = 0;
    const { bodies } = await openModelC({}, () => performance.now() + passed);
    const speak = page.getByRole("button", { name: /^Speak/ });
    await speak.click();
    await expect.element(page.getByRole("link", { name: /^Download/ })).toBeVisible();
    await expect.element(speak).toBeVisible();
    passed += lateStop;
    await speak.click();
    await expect.poll(() => bodies).toHaveLength(2);
  });
});
