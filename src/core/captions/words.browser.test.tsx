import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openTechnical, renderPage } from "../../app/render.fixture.ts";
import type { AudioPart } from "../../audio/base/source.ts";
import { soundOf } from "../page/fake-service.fixture.ts";

const player = () => page.getByRole("region", { name: "Player" });
const lit = () => document.querySelector("[data-lit]")?.textContent;

/** `seconds` of sound, and what the service says about the words. */
async function* soundWith(seconds: number, ...progress: readonly unknown[]): AsyncGenerator<AudioPart> {
  for await (const part of soundOf(seconds)) {
    if (part.type === "end") yield* progress.map((data) => ({ type: "progress" as const, data }));
    yield part;
  }
}

function times(words: readonly string[], seconds: number) {
  return {
    message: words.map((word, index) => ({
      word,
      start: (index * seconds) / words.length,
      end: ((index + 0.8) * seconds) / words.length,
    })),
  };
}

/** Speaks `script` on a service that times its words, and pauses at once. */
async function speakTimed(script: string, seconds: number, ...progress: readonly unknown[]) {
  const rendered = await renderPage({ speech: () => soundWith(seconds, ...progress) });
  await page.getByRole("textbox", { name: "Script" }).fill(script);
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  return rendered;
}

it("what is spoken says its language, on a page in another one", async () => {
  await speakTimed("夜车十点出发。", 1);
  const languageOf = (element: Element | null) => element?.closest("[lang]")?.getAttribute("lang");
  await expect.poll(() => languageOf(page.getByRole("textbox", { name: "Script" }).element())).toBe("zh");
  const shown = [player(), page.getByRole("grid", { name: "Takes" })];
  for (const place of shown) {
    await expect.poll(() => languageOf(place.getByText("夜车十点出发。").first().element())).toMatch(/^zh/);
  }
  expect(document.documentElement.lang).toBe("en");
});

describe("words in the player's line", () => {
  it("light up with what is heard, and are heard when they are clicked", async () => {
    await speakTimed("One two three four.", 60, times(["one", "two", "three", "four"], 60));
    await expect.poll(lit).toBe("One");
    await player().getByText("three", { exact: true }).click();
    await expect.poll(lit).toBe("three");
    await player().getByRole("button", { name: "Pause" }).click();
    await player().getByText("two", { exact: true }).click();
    await expect.poll(lit).toBe("two");
    expect(document.querySelectorAll("[data-lit]")).toHaveLength(1);
    // Also where it stood still.
    await expect.element(player().getByRole("button", { name: "Pause" })).toBeVisible();
  });

  it("are reached by the keyboard with one stop", async () => {
    const { playground } = await speakTimed("One two three four.", 60, times(["one", "two", "three", "four"], 60));
    const slider = player().getByRole("slider", { name: "Word" });
    await expect.element(slider).toBeInTheDocument();
    await player().getByRole("button", { name: "Pause" }).click();
    slider.element().focus();
    await userEvent.keyboard("{End}{ArrowLeft}");
    await expect.element(slider).toHaveAttribute("aria-valuetext", "three, 3 of 4");
    expect(document.querySelector("[data-cursor]")?.textContent).toBe("three");
    await userEvent.keyboard("{Enter}");
    await expect.poll(lit).toBe("three");
    const session = playground.takes.getState().current?.session;
    expect(session?.position()).toBeGreaterThanOrEqual(30);
    await expect.poll(() => session?.getSnapshot().state.playback.status).toBe("playing");
  });

  it("are read in milliseconds where the sound's length says so", async () => {
    await speakTimed("One two.", 60, {
      words: [
        { word: "One", start: 0, end: 29_000 },
        { word: "two", start: 30_000, end: 59_000 },
      ],
    });
    await player().getByRole("button", { name: "Pause" }).click();
    await player().getByText("two", { exact: true }).click();
    await expect.poll(lit).toBe("two");
  });

  it("aren't there without times", async () => {
    await speakTimed("One two.", 1);
    await expect.element(page.getByRole("link", { name: /^Download/ })).toBeVisible();
    await expect.element(player().getByText("One two.")).toBeVisible();
    expect(page.getByRole("slider", { name: "Word" }).elements()).toEqual([]);
    expect(page.getByRole("button", { name: "Captions" }).elements()).toEqual([]);
  });
});

describe("reading along", () => {
  it("stands in the place of the script, and what was typed stays", async () => {
    await speakTimed("One two three.", 6, times(["One", "two", "three"], 6));
    await page.getByRole("button", { name: "Read along" }).click();
    const region = page.getByRole("region", { name: "Read along" });
    await expect.element(region.getByText("three", { exact: true })).toBeVisible();
    expect(page.getByRole("textbox", { name: "Script" }).elements()).toEqual([]);
    const back = page.getByRole("button", { name: "Back to the script" }).first();
    // Its name says the state: pressed, it would say the opposite.
    await expect.element(back).not.toHaveAttribute("aria-pressed");
    await back.click();
    await expect.element(page.getByRole("textbox", { name: "Script" })).toHaveValue("One two three.");
    await expect.element(page.getByRole("textbox", { name: "Script" })).toHaveFocus();
  });

  it("of half a million characters draws only what is seen, and follows the sound", { timeout: 60_000 }, async () => {
    const sentence = "The night train leaves at ten. ";
    const script = sentence.repeat(16_129);
    const words = script.match(/\w+/g) ?? [];
    const { playground } = await renderPage({ speech: () => soundWith(10) }, ({ settings }) =>
      settings.setState({ script: "Short." }),
    );
    await page.getByRole("button", { name: "Speak", exact: true }).click();
    await expect.poll(() => playground.takes.getState().current?.session.getSnapshot().state.status).toBe("complete");
    const { current } = playground.takes.getState();
    if (current === undefined) throw new Error("There is no take.");
    current.session.pause();
    playground.takes.setState({ current: { ...current, text: script } });
    current.timestamps.set([times(words, 10)]);
    await page.getByRole("button", { name: "Read along" }).click();
    const region = page.getByRole("region", { name: "Read along" });
    await expect.element(region).toBeVisible();
    await expect.poll(() => document.querySelectorAll("[data-span]").length).toBeGreaterThan(20);
    expect(document.querySelectorAll("[data-span]").length).toBeLessThan(10_000);
    current.session.seek(8);
    const far = Math.floor(words.length * 0.8);
    await expect
      .poll(() => Number(document.querySelector("[data-lit]")?.getAttribute("data-span")))
      .toBeGreaterThan(far - 100);
    await expect
      .poll(() => {
        const frame = region.element().getBoundingClientRect();
        const word = document.querySelector("[data-lit]")?.getBoundingClientRect();
        return word !== undefined && word.top >= frame.top && word.bottom <= frame.bottom;
      })
      .toBe(true);
  });

  it("reads Arabic from the right", async () => {
    await speakTimed("يغادر القطار الليلي.", 6, times(["يغادر", "القطار", "الليلي"], 6));
    await page.getByRole("button", { name: "Read along" }).click();
    const region = page.getByRole("region", { name: "Read along" });
    const [first, last] = ["يغادر", "الليلي"].map((word) => region.getByText(word, { exact: true }));
    await expect.element(last ?? region).toBeVisible();
    expect(first?.element().getBoundingClientRect().left).toBeGreaterThan(
      last?.element().getBoundingClientRect().left ?? Number.NaN,
    );
  });
});

it.each([
  ["word", "each word with its times"],
  ["sentence", "each sentence with its times"],
])("captions of %s times say so, and their menu closes behind a press", async (granularity, about) => {
  await speakTimed("One two.", 1, { granularity, timestamps: [{ text: "One two.", start: 0, end: 0.9 }] });
  await page.getByRole("button", { name: "Captions" }).click();
  const dialog = page.getByRole("dialog", { name: "Captions" });
  const file = dialog.getByRole("link", { name: "JSON" });
  await expect.element(file).toHaveTextContent(about);
  file.element().addEventListener("click", (event) => event.preventDefault());
  await file.click();
  await expect.element(dialog).not.toBeInTheDocument();
});

it("why a stream over HTTP has no captions stands among its figures, and how to get them at the switch", async () => {
  await speakTimed("One two.", 1);
  await expect.element(page.getByRole("link", { name: /^Download/ })).toBeVisible();
  await player().getByRole("button", { name: "Figures" }).click();
  await expect.element(page.getByText(/^No word times came/)).toBeVisible();
  // The figures stand over the form.
  await userEvent.keyboard("{Escape}");
  await openTechnical();
  const transport = (name: string) => page.getByRole("radio", { name, exact: true });
  await expect.element(transport("WebSocket")).toHaveAccessibleDescription(/each word's time.*captions/);
  await expect.element(transport("HTTP")).toHaveAccessibleDescription(/no captions/);
});

it("what came in a unknown format is shown and offered as it came", async () => {
  await speakTimed("One two.", 1, { cues: "00:01 <script>" });
  await page.getByRole("button", { name: "Captions" }).click();
  const dialog = page.getByRole("dialog", { name: "Captions" });
  await expect.element(dialog.getByText('"cues": "00:01 <script>"')).toBeVisible();
  expect(
    dialog
      .getByRole("link")
      .elements()
      .map((link) => link.getAttribute("download")),
  ).toEqual(["Autumn One two.json"]);
  expect(page.getByRole("button", { name: "Read along" }).elements()).toEqual([]);
});

it("captions of times that run backwards are offered with the remark that they will be put in order", async () => {
  const backwards = [
    { word: "two", start: 0.5, end: 0.9 },
    { word: "One", start: 0, end: 0.4 },
  ];
  await speakTimed("One two.", 1, { message: backwards });
  await page.getByRole("button", { name: "Captions" }).click();
  const dialog = page.getByRole("dialog", { name: "Captions" });
  await expect.element(dialog).toHaveTextContent("Captions sort them.");
  await expect.element(dialog.getByRole("link", { name: "SRT" })).toBeVisible();
});

it("captions are saved under the name that a person gave their take, as its sound is", async () => {
  const { playground } = await speakTimed("One two.", 1, times(["one", "two"], 1));
  const [row] = playground.library.getSnapshot().rows;
  await playground.library.update(row?.id ?? "", { name: "Episode 1" });
  const sound = player().getByRole("link", { name: /^Download/ });
  await expect.element(sound).toHaveAttribute("download", expect.stringMatching(/^Autumn Episode 1\./));
  await player().getByRole("button", { name: "Captions" }).click();
  await expect.element(page.getByRole("link", { name: /SRT/ })).toHaveAttribute("download", "Autumn Episode 1.srt");
});
