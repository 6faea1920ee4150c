import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openTechnical, renderPage } from "../../app/render.fixture.ts";

const slider = (name: string) => page.getByRole("slider", { name });
const box = (name: string) => page.getByRole("textbox", { name, exact: true });

describe("a number", () => {
  it("is set by slider and by typing, and reset to its default, which isn't sent", async () => {
    const { playground } = await renderPage();
    const values = () => playground.settings.getState().values["streamspeech-v8"] ?? {};
    await expect.element(box("Speed")).toHaveAttribute("placeholder", "0.00");
    await expect.element(slider("Speed")).toHaveAttribute("aria-valuenow", "0");
    await slider("Speed").click({ force: true });
    await userEvent.keyboard("{ArrowRight}");
    await expect.poll(() => values()["speed"]).toBe(0.05);
    await box("Speed").fill("0,5");
    await expect.poll(() => values()["speed"]).toBe(0.5);
    await expect.element(slider("Speed")).toHaveAttribute("aria-valuenow", "0.5");
    await page.getByRole("button", { name: "Reset Speed" }).click();
    await expect.poll(values).toEqual({});
    await expect.element(box("Speed")).toHaveValue("");
  });

  it("explains a value that the document doesn't allow, at the field", async () => {
    await renderPage();
    await box("Speed").fill("3");
    await expect.element(box("Speed")).toHaveAttribute("aria-invalid", "true");
    await expect
      .element(box("Speed"))
      .toHaveAccessibleDescription(/^Speed must be from -1 to 1, not 3\. Negative is slower/);
    await expect.element(page.getByText("Not allowed by the model: Speed. It is sent as it is")).toBeVisible();
    // Once, where it can be mended.
    expect(page.getByText(/Speed must be from -1 to 1/).elements()).toHaveLength(1);
    await page.getByRole("button", { name: "Set to 1" }).click();
    await expect.element(box("Speed")).toHaveValue("1.00");
    await expect.element(box("Speed")).not.toHaveAttribute("aria-invalid");
    await box("Speed").fill("3");
    await box("Pitch").fill("70");
    await expect.element(page.getByText("Not allowed by the model: Speed and Pitch.")).toBeVisible();
    await page.getByRole("button", { name: "Go to “Speed”" }).click();
    expect(document.activeElement?.closest("[data-field]")?.getAttribute("data-field")).toBe("speed");
    await box("Speed").fill("fast");
    await expect.element(box("Speed")).toHaveAccessibleDescription(/^Speed must be a number, not "fast"\./);
    await page.getByRole("button", { name: "Use the default" }).click();
    await expect.element(box("Speed")).toHaveValue("");
  });

  it("takes anything where the document gives no range, and says whose slider it is", async () => {
    const { playground } = await renderPage();
    await page.getByRole("radio", { name: "Cloud TTS" }).click();
    await expect.element(page.getByText(/other numbers can be typed, and a service may refuse them/)).toBeVisible();
    await box("Pitch").fill("-250");
    await expect.poll(() => playground.settings.getState().values["cloud-tts"]).toEqual({ pitch: -250 });
    await expect.element(box("Pitch")).not.toHaveAttribute("aria-invalid");
  });

  it("shows a large number whole", async () => {
    await renderPage();
    await page.getByRole("radio", { name: "Cloud TTS" }).click();
    await box("Speed").fill("100");
    await userEvent.keyboard("{Tab}");
    const input = box("Speed").element();
    await expect.element(box("Speed")).toHaveValue("100.00");
    expect(input.scrollWidth).toBeLessThanOrEqual(input.clientWidth);
  });
});

it("a unit of one character follows its number without a gap, so that × is no button", async () => {
  await renderPage();
  await expect.element(box("Pitch")).toBeVisible();
  const input = box("Pitch").element();
  const unit = input.nextElementSibling;
  const { paddingInlineEnd, borderInlineEndWidth, fontSize } = getComputedStyle(input);
  const end =
    input.getBoundingClientRect().right - Number.parseFloat(paddingInlineEnd) - Number.parseFloat(borderInlineEndWidth);
  expect(unit?.textContent).toBe("×");
  expect(Math.abs((unit?.getBoundingClientRect().left ?? 0) - end)).toBeLessThan(1.5);
  expect(unit === null ? "" : getComputedStyle(unit).fontSize).toBe(fontSize);
});

describe("the fields", () => {
  it("are those that apply to the mode", async () => {
    await renderPage();
    await openTechnical();
    await expect.element(slider("Temperature")).toBeVisible();
    await expect.element(page.getByRole("combobox", { name: "Codec" })).toBeVisible();
    await page.getByRole("radio", { name: "Speech", exact: true }).click();
    await expect.element(slider("Temperature")).not.toBeInTheDocument();
    await expect.element(page.getByRole("radiogroup", { name: "Timestamps" })).toBeVisible();
  });

  it("keep their values per model", async () => {
    await renderPage();
    await openTechnical();
    await page.getByRole("combobox", { name: "Bitrate" }).selectOptions("64k");
    await page.getByRole("radio", { name: "Cloud TTS" }).click();
    await page.getByRole("radio", { name: "StreamSpeech v8" }).click();
    await expect.element(page.getByRole("combobox", { name: "Bitrate" })).toHaveValue("64k");
  });

  it("warn when two of them contradict each other, by their names, and one press mends that", async () => {
    await renderPage();
    await openTechnical();
    await page.getByRole("combobox", { name: "Codec" }).selectOptions("pcm_s16le");
    await page.getByRole("combobox", { name: "Format" }).selectOptions("mp3");
    const conflict = page.getByText(/^Format contradicts Codec\./);
    await expect.element(conflict).toBeVisible();
    await page.getByRole("button", { name: "Leave out “Format”" }).click();
    await expect.element(conflict).not.toBeInTheDocument();
  });

  it("take a sample rate as the page writes it, and nothing that is only its beginning", async () => {
    const { playground } = await renderPage({}, ({ settings }) => {
      settings.getState().setValue("streamspeech-v8", "codec", "pcm_s16le");
    });
    await openTechnical();
    const rate = page.getByRole("combobox", { name: "Sample rate" });
    await rate.fill("220");
    await expect.element(rate).toHaveAttribute("aria-invalid", "true");
    expect(playground.settings.getState().sampleRate).toBeUndefined();
    await rate.fill("22,050");
    await expect.element(rate).not.toHaveAttribute("aria-invalid");
    expect(playground.settings.getState().sampleRate).toBe(22_050);
  });

  it("of emotion show only what the chosen method needs", async () => {
    await renderPage();
    await page.getByRole("radio", { name: "RefVoice 2" }).click();
    await expect.element(page.getByRole("radiogroup", { name: "Emotion" })).toBeVisible();
    await expect.element(slider("happy")).not.toBeInTheDocument();
    await page.getByRole("radio", { name: "Mood" }).click();
    await expect.element(slider("happy")).toBeVisible();
    await expect.element(slider("surprised")).not.toBeInTheDocument();
    await expect.element(page.getByText("surprised: fixed at 0")).toBeInTheDocument();
    await page.getByRole("radio", { name: "From an emotion recording" }).click();
    await expect.element(page.getByRole("textbox", { name: "Emotion recording" })).toBeVisible();
    await expect.element(slider("happy")).not.toBeInTheDocument();
  });

  it("ask for a reference address, and explain a wrong one only when one has finished typing", async () => {
    await renderPage();
    await page.getByRole("radio", { name: "RefVoice 2" }).click();
    const address = page.getByRole("textbox", { name: "Reference recording" });
    await address.fill("narrator.wav");
    await expect.element(address).not.toHaveAttribute("aria-invalid");
    await userEvent.keyboard("{Tab}");
    await expect.element(address).toHaveAccessibleDescription(/must be a public http or https address/);
    await address.fill("https://media.example.org/narrator.wav");
    await userEvent.keyboard("{Tab}");
    await expect.element(address).not.toHaveAttribute("aria-invalid");
  });

  it("offer the sample recordings where the service can reach them", async () => {
    const references = "http://127.0.0.1:4173/references/";
    await renderPage({
      config: async () => ({ service: "embedded", version: "0.0.0", session: "none_needed", hasKey: true, references }),
    });
    await page.getByRole("radio", { name: "RefVoice 2" }).click();
    const lower = page.getByRole("button", { name: "Lower voice" });
    await lower.click();
    await expect.element(lower).toHaveAttribute("aria-pressed", "true");
    await expect
      .element(page.getByRole("textbox", { name: "Reference recording" }))
      .toHaveValue("http://127.0.0.1:4173/references/lower.mp3");
  });

  it("offer one's own recording where the service could fetch it", async () => {
    const recordings = "https://speak.example.com/references/";
    await renderPage({
      config: async () => ({ service: "remote", version: "0.0.0", session: "none_needed", hasKey: true, recordings }),
    });
    await page.getByRole("radio", { name: "RefVoice 2" }).click();
    await page.getByRole("button", { name: "Record or choose a file…" }).click();
    await expect.element(page.getByRole("dialog", { name: "Reference recording: your own" })).toBeVisible();
  });

  it("say what to set where the service couldn't fetch one's own recording", async () => {
    await renderPage({
      config: async () => ({ service: "remote", version: "0.0.0", session: "none_needed", hasKey: true }),
    });
    await page.getByRole("radio", { name: "RefVoice 2" }).click();
    await expect.element(page.getByText(/can't be used here.*PLAYGROUND_PUBLIC_URL/)).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Record or choose a file…" })).not.toBeInTheDocument();
  });

  it("say when one's own recording has ended, and that this browser lacks it", async () => {
    const recordings = "https://speak.example.com/references/";
    let asked = 0;
    const { playground } = await renderPage({
      config: async () => ({ service: "remote", version: "0.0.0", session: "none_needed", hasKey: true, recordings }),
      recordings: async () => {
        asked += 1;
        throw new Error("A recording whose hour is over isn't asked for.");
      },
    });
    await page.getByRole("radio", { name: "RefVoice 2" }).click();
    playground.settings.getState().setValue("refvoice-2", "voice", `${recordings}own-1000-${"a".repeat(32)}.wav`);
    await expect.element(page.getByText(/server doesn't have it any more.*doesn't have it either/)).toBeVisible();
    expect(asked).toBe(0);
  });

  it("offer no sample recordings to a service elsewhere", async () => {
    await renderPage({
      config: async () => ({ service: "remote", version: "0.0.0", session: "none_needed", hasKey: true }),
    });
    await page.getByRole("radio", { name: "RefVoice 2" }).click();
    await expect.element(page.getByRole("textbox", { name: "Reference recording" })).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Lower voice" })).not.toBeInTheDocument();
  });
});
