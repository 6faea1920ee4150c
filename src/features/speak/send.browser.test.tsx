import { describe, expect, it, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ServiceUnreachableError } from "../../api/errors.ts";
import { openTechnical, renderPage } from "../../app/render.fixture.ts";
import { type FakeAnswers, soundOf, toneOf } from "../../core/page/fake-service.fixture.ts";
import { lateStop } from "./stop-guard.ts";

const script = () => page.getByRole("textbox", { name: "Script" });
const speak = () => page.getByRole("button", { name: "Speak", exact: true });
const stop = () => page.getByRole("button", { name: "Stop", exact: true });
const mode = (name: string) => page.getByRole("radio", { name, exact: true });

describe("the mode", () => {
  it("that the model doesn't have is off, says why, and can't be chosen", async () => {
    await renderPage();
    await page.getByRole("radio", { name: "Cloud TTS" }).click();
    await expect.element(mode("Speech")).toBeChecked();
    await expect.element(mode("Stream")).toHaveAttribute("aria-disabled", "true");
    await expect.element(mode("Stream")).toHaveAccessibleDescription("Cloud TTS has no stream mode.");
    await mode("Stream").click({ force: true });
    await expect.element(mode("Speech")).toBeChecked();
  });

  it("that is off tells its reason when it is reached by keyboard", async () => {
    await renderPage();
    await script().fill("a".repeat(1_001));
    // Not by a pointer that another test has left there.
    await script().hover();
    await expect.element(mode("Speech")).toBeChecked();
    const stream = mode("Stream").element();
    if (!(stream instanceof HTMLElement)) throw new Error("no radio");
    await userEvent.keyboard("{Tab}");
    stream.focus();
    const reason = "Off: stream takes up to 1,000 characters; the script has 1,001.";
    await expect.element(page.getByRole("tooltip").filter({ hasText: reason })).toBeVisible();
    await expect.element(mode("Stream")).not.toBeChecked();
  });

  it("comes back with the model", async () => {
    await renderPage();
    await mode("Speech").click();
    await page.getByRole("radio", { name: "RefVoice 2" }).click();
    await expect.element(mode("Async")).toBeChecked();
    await page.getByRole("radio", { name: "StreamSpeech v8" }).click();
    await expect.element(mode("Speech")).toBeChecked();
  });

  it("shows a transport only where there is a choice", async () => {
    await renderPage();
    await openTechnical();
    await expect.element(page.getByRole("radiogroup", { name: "Transport" })).toBeVisible();
    await mode("Speech").click();
    await expect.element(page.getByRole("radiogroup", { name: "Transport" })).not.toBeInTheDocument();
  });
});

describe("the price", () => {
  it("is told before sending, as far as the document tells", async () => {
    await renderPage({
      config: async () => ({
        service: "remote",
        version: "0",
        session: "none_needed",
        hasKey: true,
        baseUrl: "https://speech.example/api",
      }),
    });
    await script().fill("Good evening");
    await expect.element(page.getByText("12 tokens")).toBeVisible();
    await page.getByRole("radio", { name: "Cloud TTS" }).click();
    await expect.element(page.getByText("Price not documented")).toBeVisible();
    await page.getByRole("radio", { name: "RefVoice 2" }).click();
    const money = page.getByText("≈ 1 s of audio");
    await expect.element(money).toBeVisible();
    await money.hover();
    const words = "Prices are multiplied by the factor of your price group.";
    await expect.element(page.getByRole("tooltip").filter({ hasText: words })).toBeVisible();
    await expect.element(page.getByText("speech.example")).toBeVisible();
  });
});

describe("Speak", () => {
  it("asks before what it changes is drawn, which is a moment later", async () => {
    let isAsked = (): void => {};
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    await renderPage({
      async *speech() {
        isAsked();
        await new Promise(() => {});
      },
    });
    await expect.element(speak()).toBeEnabled();
    const button = speak().element();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    if (button instanceof HTMLElement) button.click();
    await asked;
    expect(button.textContent).toContain("Speak");
    vi.advanceTimersByTime(100);
    await expect.element(stop()).toBeVisible();
  });

  it("sends what the page shows, plays it and offers it for download", async () => {
    const { bodies } = await renderPage({ speech: () => soundOf(60) });
    await script().fill("Good evening");
    await speak().click();
    await expect.element(page.getByRole("link", { name: "Download Autumn Good evening.wav" })).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Pause" })).toBeVisible();
    await expect.element(page.getByText("/ 1:00.0")).toBeVisible();
    expect(bodies).toEqual([{ model: "streamspeech-v8", input: "Good evening", voice: "Autumn", stream: true }]);
    await page.getByRole("button", { name: "Pause" }).click();
    await expect.element(page.getByRole("button", { name: "Play" })).toBeEnabled();
  });

  it("writes a long text's request out once, and reads nothing of it back on the way", async () => {
    const bodies: string[] = [];
    const tasks: FakeAnswers["tasks"] = async () => ({
      async create({ body }) {
        bodies.push(body);
        throw new ServiceUnreachableError(undefined);
      },
      read: () => Promise.reject(new Error("There is no task.")),
      timestamps: async () => [],
      contentLength: async () => undefined,
      content: () => () => soundOf(1),
    });
    const long = "The night train leaves at ten. ".repeat(16_129);
    await renderPage({ tasks }, ({ settings }) => settings.setState({ script: long }));
    await expect.element(mode("Async")).toBeChecked();
    const write = vi.spyOn(JSON, "stringify");
    const read = vi.spyOn(JSON, "parse");
    const isLong = (text: unknown) => typeof text === "string" && text.length >= long.length;
    await speak().click();
    await expect.poll(() => bodies).toHaveLength(1);
    expect(write.mock.results.filter(({ value }) => isLong(value)).map(({ value }) => value)).toEqual(bodies);
    expect(read.mock.calls.filter(([text]) => isLong(text))).toEqual([]);
    write.mockRestore();
    read.mockRestore();
  });

  it("turns into Stop while something runs, and stopping keeps what came", async () => {
    const { bodies } = await renderPage({
      async *speech(signal) {
        yield { type: "start", format: { codec: "wav" } };
        yield { type: "audio", bytes: toneOf(1) };
        await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      },
    });
    await speak().click();
    await expect.element(stop()).toBeVisible();
    await stop().click();
    await expect.element(speak()).toBeVisible();
    await expect.element(page.getByText("Stopped. What arrived is kept.").last()).toBeVisible();
    await expect.element(page.getByRole("link", { name: /^Download/ })).toBeVisible();
    await expect.element(page.getByRole("alert")).toBeEmptyDOMElement();
    expect(bodies).toHaveLength(1);
  });

  it("sends nothing when the press was meant for Stop and the speech has just ended by itself", async () => {
    let time = 0;
    const { bodies } = await renderPage({}, undefined, () => time);
    await speak().click();
    await expect.element(page.getByRole("link", { name: /^Download/ })).toBeVisible();
    await expect.element(speak()).toBeVisible();
    await speak().click();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(bodies).toHaveLength(1);
    time += lateStop;
    await speak().click();
    await expect.poll(() => bodies).toHaveLength(2);
  });

  it("is pressed once by a double click", async () => {
    const { bodies } = await renderPage();
    await speak().dblClick();
    await expect.element(page.getByRole("link", { name: /^Download/ })).toBeVisible();
    expect(bodies).toHaveLength(1);
  });

  it("is off without a text, and says why", async () => {
    const { bodies } = await renderPage();
    await script().fill("   ");
    await expect.element(speak()).toHaveAttribute("aria-disabled", "true");
    await expect.element(speak()).toHaveAccessibleDescription(/only spaces, line breaks or punctuation/);
    await expect.element(page.getByText(/the script has only spaces/).first()).toBeVisible();
    await script().fill("");
    await expect.element(speak()).toHaveAccessibleDescription("Write something to speak.");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(bodies).toEqual([]);
  });

  it("leads to what is missing when it is pressed all the same", async () => {
    const { bodies } = await renderPage();
    await script().fill("");
    await speak().click({ force: true });
    await expect.element(script()).toHaveFocus();
    await script().fill("Hello");
    await page.getByRole("radio", { name: "RefVoice 2" }).click();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(page.getByRole("textbox", { name: "Reference recording" })).toHaveFocus();
    expect(bodies).toEqual([]);
  });

  it("says what would take a text that is too long for the model, and takes that", async () => {
    await renderPage();
    await script().fill("a".repeat(500_001));
    await expect
      .element(
        page
          .getByText(
            /500,001 characters are too long here: the limit is 500,000\. Cloud TTS can speak it in speech mode\./,
          )
          .first(),
      )
      .toBeVisible();
    await expect.element(page.getByText(/switches back/)).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Use Cloud TTS, speech" }).click();
    await expect.element(page.getByRole("radio", { name: "Cloud TTS" })).toBeChecked();
    await expect.element(page.getByText(/sent as 101 requests/)).toBeVisible();
    await expect.element(page.getByText(/can speak it/)).not.toBeInTheDocument();
  });
});

it("Enter that is held down presses once: what is spoken isn't stopped, and isn't sent again", async () => {
  const { bodies } = await renderPage({ speech: () => soundOf(8) });
  await script().fill("One small step.");
  const button = speak().element();
  if (!(button instanceof HTMLElement)) throw new Error("no button");
  button.focus();
  await userEvent.keyboard("{Enter>8/}");
  await expect.element(page.getByRole("region", { name: "Player" })).toHaveTextContent("complete");
  expect(bodies).toHaveLength(1);
});
