import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { SpeechRequestError } from "../../api/errors.ts";
import { renderPage } from "../../app/render.fixture.ts";
import type { PlaygroundConfig } from "../../contract/playground.ts";
import { soundOf } from "../../core/page/fake-service.fixture.ts";
import { galleryOf } from "./gallery.ts";

const trigger = () => page.getByRole("button", { name: /^Voice: / });
const search = () => page.getByRole("combobox", { name: "Search voices" });
const voiceOptions = () => page.getByRole("listbox", { name: "Voices" }).getByRole("option");
const activeOption = () =>
  document.getElementById(search().element().getAttribute("aria-activedescendant") ?? "")?.textContent ?? "";

const remote = { service: "remote", version: "0.0.0", session: "none_needed", hasKey: true } as const;

async function openCloudVoices(config?: () => Promise<PlaygroundConfig>) {
  const answers = { speech: () => soundOf(60), ...(config === undefined ? {} : { config }) };
  const rendered = await renderPage(answers, ({ settings }) => settings.setState({ model: "cloud-tts" }));
  await trigger().click();
  await expect.element(search()).toHaveFocus();
  return rendered;
}

describe("the voice picker", () => {
  it("opens on the chosen voice and draws only what is in sight", async () => {
    await openCloudVoices();
    await expect.element(page.getByText("322 voices").first()).toBeVisible();
    await expect.poll(activeOption).toContain("Aria");
    expect(voiceOptions().elements().length).toBeLessThan(60);
  });

  it("is used by keyboard alone: search, move, choose, and the focus comes back", async () => {
    const { playground } = await openCloudVoices();
    await userEvent.keyboard("german female");
    await expect.element(voiceOptions().first()).toHaveTextContent("German");
    const first = activeOption();
    await userEvent.keyboard("{ArrowDown}");
    await expect.poll(activeOption).not.toBe(first);
    await userEvent.keyboard("{ArrowUp}{Enter}");
    await expect.element(search()).not.toBeInTheDocument();
    await expect.element(trigger()).toHaveFocus();
    expect(playground.settings.getState().values["cloud-tts"]?.["voice"]).toMatch(/^de-/);
  });

  it("lists the voices, and one can be chosen, where what lets them be heard doesn't come; a try says so", async () => {
    const rendered = await renderPage({}, (playground) => {
      playground.settings.setState({ model: "cloud-tts" });
      vi.spyOn(playground, "samples").mockImplementation(() => Promise.reject(new TypeError("The part is missing.")));
    });
    await trigger().click();
    await search().fill("katja");
    await expect.element(voiceOptions().first()).toHaveTextContent("German · Germany · female");
    await page.getByRole("button", { name: "Hear Katja" }).click();
    await expect.element(voiceOptions().first()).toHaveTextContent("The playground's server can't be reached");
    await search().click();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("button", { name: "Voice: Katja" })).toBeVisible();
    expect(rendered.bodies).toEqual([]);
  });

  it("moves by pages and wraps around, with the active voice always drawn", async () => {
    await openCloudVoices();
    await userEvent.keyboard("{PageDown}{PageDown}{PageDown}{PageDown}{PageDown}{PageDown}{PageDown}");
    await expect.poll(activeOption).not.toBe("");
    await userEvent.keyboard("{Control>}{End}{/Control}");
    await expect.poll(activeOption).toContain("Zulu");
    await userEvent.keyboard("{ArrowDown}");
    await expect.poll(activeOption).toContain("English");
  });

  it("closes without a change by Escape", async () => {
    const { playground } = await openCloudVoices();
    await userEvent.keyboard("xiaoxiao{Escape}");
    await expect.element(search()).not.toBeInTheDocument();
    expect(playground.settings.getState().values["cloud-tts"]).toBeUndefined();
  });

  it("takes a name of one's own, for voices that the document doesn't name", async () => {
    await openCloudVoices();
    await search().fill("xx-XX-NobodyNeural");
    await expect.element(page.getByText("No voice matches.")).toBeVisible();
    await userEvent.keyboard("{ArrowDown}{Enter}");
    await expect.element(page.getByRole("button", { name: "Voice: xx-XX-NobodyNeural" })).toBeVisible();
  });

  it("takes a name that a word of the catalogue begins with, behind what is found", async () => {
    const { playground } = await openCloudVoices();
    await search().fill("Dan");
    await expect.poll(activeOption).toContain("Danish");
    await expect.element(voiceOptions().last()).toHaveTextContent("Dan");
    await userEvent.keyboard("{ArrowUp}{Enter}");
    await expect.element(search()).not.toBeInTheDocument();
    expect(playground.settings.getState().values["cloud-tts"]?.["voice"]).toBe("Dan");
  });

  it("takes no word for a name by itself: what finds nothing says what can be searched for", async () => {
    const { playground } = await openCloudVoices();
    await search().fill("news");
    await expect.element(page.getByText("nothing tells how old they sound or what they suit")).toBeVisible();
    await expect.element(voiceOptions().first()).toHaveTextContent("Send “news” as it is");
    expect(activeOption()).toBe("");
    await userEvent.keyboard("{Enter}");
    await expect.element(search()).toBeVisible();
    expect(playground.settings.getState().values["cloud-tts"]).toBeUndefined();
    // Where there are voices, the first of them is chosen, and the word itself comes last.
    await search().fill("kat");
    await expect.poll(activeOption).toContain("Kat");
    expect(activeOption()).not.toContain("as it is");
    await search().fill("katz");
    await expect.element(voiceOptions().last()).toHaveTextContent("Send “katz” as it is");
    // A word that the catalogue goes by is a search.
    await search().fill("serbian");
    await expect.element(voiceOptions().first()).toHaveTextContent("Serbian");
    await expect.element(page.getByText(/^Send “/)).not.toBeInTheDocument();
  });

  it("finds a warm voice where it is known how voices sound", async () => {
    await openCloudVoices();
    await search().fill("warm");
    await expect.element(voiceOptions().first()).toHaveTextContent("dark");
  });

  it("finds no voice by its sound at a service that doesn't tell it, and says so", async () => {
    await openCloudVoices(async () => remote);
    await search().fill("bright");
    await expect.element(page.getByText("the service doesn't tell how they sound")).toBeVisible();
  });

  it("leaves out words that match nothing, says so, and offers no sentence as a name", async () => {
    await openCloudVoices();
    await search().fill("mandarin news female");
    await expect.element(page.getByText("No voice goes by news: these match the rest.")).toBeVisible();
    await expect.element(voiceOptions().first()).toHaveTextContent("Chinese");
    await expect.element(page.getByText(/^Send “/)).not.toBeInTheDocument();
    await search().fill("mandarin female");
    await expect.element(page.getByText(/No voice goes by/)).not.toBeInTheDocument();
  });

  it("says of a voice what its name doesn't: other languages, and what the embedded service can't speak", async () => {
    await openCloudVoices();
    await search().fill("ava multilingual");
    await expect.element(voiceOptions().first()).toHaveTextContent("English and others · United States · female");
    await search().fill("khmer");
    await expect.element(voiceOptions().first()).toHaveTextContent("not spoken by the embedded service · Khmer");
    await search().fill("katja");
    await expect.element(voiceOptions().first()).toHaveTextContent("German · Germany · female");
    await expect.element(page.getByText(/^Send “/)).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Hear Katja" }).click();
    await expect.poll(() => page.getByText(/^(Fetching|Hearing) Katja/).elements().length).toBeGreaterThan(1);
  });

  it("leads to another model's voices where those match", async () => {
    await openCloudVoices();
    await search().fill("Kaitlyn");
    await page.getByRole("button", { name: "StreamSpeech v8 has 1 voice like that" }).click();
    await expect.element(search()).not.toBeInTheDocument();
    await expect.element(page.getByRole("radio", { name: "StreamSpeech v8" })).toBeChecked();
  });

  it("draws no more than what is in sight, whatever is searched for", async () => {
    await openCloudVoices();
    for (const query of ["c", "chin", "chinese f", "中文", "deutsch", "e"]) {
      await search().fill(query);
      await expect.poll(() => voiceOptions().elements().length).toBeGreaterThan(0);
      expect(voiceOptions().elements().length).toBeLessThan(60);
    }
  });
});

describe("room for voices", () => {
  /** Voices that are wholly within the window. */
  const inSight = () =>
    voiceOptions()
      .elements()
      .filter((option) => {
        const { top, bottom, left, right, width, height } = option.getBoundingClientRect();
        const middle = document.elementFromPoint(left + width / 2, top + height / 2);
        return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && option.contains(middle);
      }).length;

  it.each([
    { width: 844, height: 390, least: 4 },
    { width: 667, height: 375, least: 4 },
    { width: 390, height: 844, least: 10 },
    { width: 768, height: 1024, least: 12 },
    { width: 1440, height: 900, least: 8 },
  ])("at $width × $height at least $least voices are in sight", async ({ width, height, least }) => {
    await renderPage({}, ({ settings }) => settings.setState({ model: "cloud-tts" }));
    await page.viewport(width, height);
    await trigger().click();
    await expect.element(search()).toHaveFocus();
    await expect.poll(inSight).toBeGreaterThanOrEqual(least);
    await expect.element(page.getByRole("button", { name: "Close" }).last()).toBeInViewport({ ratio: 1 });
  });

  it("stays where it is while voices are starred; the next time they stand above the others", async () => {
    const { playground } = await openCloudVoices();
    const place = () => voiceOptions().all().at(2)?.element().getBoundingClientRect().top;
    await search().fill("jenny");
    await search().fill("");
    await userEvent.keyboard("{Control>}{Home}{/Control}");
    const [before, first] = [place(), activeOption()];
    await userEvent.keyboard("{Alt>}{Enter}{/Alt}");
    expect(Object.values(playground.settings.getState().favourites).flat()).toHaveLength(1);
    await expect.element(page.getByRole("button", { name: /^Remove .* from favourites$/ })).toBeVisible();
    expect(place()).toBe(before);
    expect(activeOption()).toBe(first);
    // The filter leaves them alone, also those that were starred just now; they stay while stars come and go.
    const filter = page.getByRole("button", { name: "Favourites", exact: true });
    await filter.click();
    await expect.poll(() => voiceOptions().elements().length).toBe(1);
    await page.getByRole("button", { name: /^Remove .* from favourites$/ }).click();
    await page.getByRole("button", { name: /^Add .* to favourites$/ }).click();
    await expect.poll(() => voiceOptions().elements().length).toBe(1);
    await userEvent.keyboard("{Escape}");
    await trigger().click();
    await userEvent.keyboard("{Control>}{Home}{/Control}");
    await expect.element(page.getByRole("listbox").getByText("Favourites", { exact: true })).toBeVisible();
    // One that is starred beside older ones is found with them.
    await search().fill("katja");
    await page.getByRole("button", { name: "Add Katja to favourites" }).click();
    await search().fill("");
    await filter.click();
    await expect.poll(() => voiceOptions().elements().length).toBe(2);
  });
});

describe("the list of voices", () => {
  it("says what each voice is, and why one can't be heard, also from the line of a folded form", async () => {
    const refusal = new SpeechRequestError({
      ...{ refusal: "status", status: 400, headers: [], truncated: false },
      error: { message: "No voice today.", code: "language_not_supported", raw: "" },
    });
    await renderPage({
      // biome-ignore lint/correctness/useYield: nothing comes
      async *speech() {
        throw refusal;
      },
    });
    await page.getByRole("tab", { name: "Compare" }).click();
    await trigger().click();
    const first = voiceOptions().first();
    await expect.element(first.getByText("English · female")).toBeVisible();
    await page.getByRole("dialog", { name: "Voices" }).getByRole("button", { name: "Hear Autumn" }).click();
    await expect.element(first.getByText("The service refused the request: No voice today.")).toBeVisible();
  });
});

it("says when as many voices are ticked as go side by side; one more changes nothing", async () => {
  const { playground } = await openCloudVoices();
  const ticked = ["Katja", "Guy", "Ana", "Jenny", "Michelle", "Roger"];
  galleryOf(playground).getState().tick("cloud-tts", ticked);
  await expect.element(page.getByText("6 ticked, no more at once")).toBeVisible();
  voiceOptions().first().element().querySelector<HTMLElement>("[data-action=tick]")?.click();
  expect(galleryOf(playground).getState().ticked["cloud-tts"]).toEqual(ticked);
});

it("counts and prices what is spoken side by side as it is sent, with the list of pronunciations", async () => {
  const { playground } = await renderPage({ config: async () => remote }, ({ settings }) =>
    settings.setState({ script: "SQL.", pronunciations: [{ word: "SQL", spoken: "structured query language" }] }),
  );
  await trigger().click();
  await expect.element(search()).toHaveFocus();
  await expect.element(page.getByText("26 tokens, once for each voice")).toBeVisible();
  galleryOf(playground).getState().tick("streamspeech-v8", ["Autumn", "Mei"]);
  await expect.element(page.getByText(/52 characters · 52 tokens/)).toBeVisible();
});

it("asks what Speak asks before a model is used that the service doesn't list, and asks once", async () => {
  const { playground, bodies } = await renderPage({ models: async () => ({ kind: "listed", ids: ["other"] }) });
  const speak = page.getByRole("button", { name: "Speak with these, side by side" });
  const question = page.getByRole("dialog", { name: "StreamSpeech v8 isn't in the service's list" });
  const tickTwo = async () => {
    await trigger().click();
    await expect.element(search()).toHaveFocus();
    galleryOf(playground).getState().tick("streamspeech-v8", ["Autumn", "Mei"]);
  };
  await tickTwo();
  await speak.click();
  await question.getByRole("button", { name: "Not now" }).click();
  expect(playground.library.getSnapshot().rows).toEqual([]);
  await speak.click();
  await question.getByRole("button", { name: "Speak anyway" }).click();
  await expect.poll(() => bodies).toHaveLength(2);
  await expect.element(search()).not.toBeInTheDocument();
  await tickTwo();
  await speak.click();
  await expect.poll(() => bodies).toHaveLength(4);
});

describe("the chosen voice", () => {
  const hear = () => page.getByRole("button", { name: "Hear Autumn" });

  it("is heard without opening the list, with one request, and ended by the same button", async () => {
    const { bodies } = await renderPage({ speech: () => soundOf(60) });
    await hear().click();
    const stop = page.getByRole("button", { name: "Stop Autumn" });
    await expect.element(stop).toBeVisible();
    await expect.element(search()).not.toBeInTheDocument();
    await expect.poll(() => bodies).toMatchObject([{ voice: "Autumn" }]);
    await stop.click();
    await expect.element(hear()).toBeVisible();
    await hear().click();
    await expect.element(stop).toBeVisible();
    expect(bodies).toHaveLength(1);
  });

  it("says what it costs at a service elsewhere, and asks once; declined, nothing is sent", async () => {
    const { bodies } = await renderPage({ config: async () => remote, speech: () => soundOf(60) });
    await hear().click();
    await expect.element(page.getByText(/a short sentence is sent to the service/)).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Hear it" })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(hear()).toHaveFocus();
    expect(bodies).toEqual([]);
    await userEvent.keyboard("{Enter}{Enter}");
    await expect.element(page.getByRole("button", { name: "Stop Autumn" })).toHaveFocus();
    await expect.poll(() => bodies).toMatchObject([{ voice: "Autumn" }]);
  });

  it("pressed before the page knows its service waits for that, and is heard unasked where it is free", async () => {
    let know: (config: PlaygroundConfig) => void = () => undefined;
    const known = new Promise<PlaygroundConfig>((resolve) => {
      know = resolve;
    });
    const { bodies } = await renderPage({ config: () => known, speech: () => soundOf(60) });
    await hear().click();
    await expect.element(page.getByText(/a short sentence is sent to the service/)).not.toBeInTheDocument();
    expect(bodies).toEqual([]);
    know({ service: "embedded", version: "0.0.0", session: "none_needed", hasKey: true });
    await expect.element(page.getByRole("button", { name: "Stop Autumn" })).toBeVisible();
    await expect.poll(() => bodies).toMatchObject([{ voice: "Autumn" }]);
  });

  it("that can't be heard says why below", async () => {
    await renderPage({
      // biome-ignore lint/correctness/useYield: nothing comes
      async *speech() {
        throw new Error("No voice today.");
      },
    });
    await hear().click();
    await expect.element(page.getByText("It didn't work: No voice today.")).toBeVisible();
  });
});
