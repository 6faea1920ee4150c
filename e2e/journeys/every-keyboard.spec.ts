import { findCandidates } from "../browsers/drive.ts";
import { type DrivenPage, untilGiven } from "../browsers/driven.ts";
import { expect, test } from "../heard.ts";
import { paced } from "../paced-service.ts";
import { onsetOf } from "../sound-card/measure.ts";
import { murmur, toMp3 } from "../sound-card/signal.ts";

// Starting a browser and a session counts here too, and nothing is judged by it.
test.describe.configure({ timeout: 180_000 });

/** What has the focus, by its name for assistive technology; empty on the page itself. */
const focused = (page: DrivenPage): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return "";
    const label = element.getAttribute("aria-label");
    if (label !== null) return label;
    const words = (element instanceof HTMLInputElement ? (element.labels?.[0] ?? element) : element).cloneNode(true);
    if (!(words instanceof Element)) return "";
    for (const hidden of words.querySelectorAll("[aria-hidden=true]")) hidden.remove();
    return words.textContent.trim();
  });

/** Presses `key` until the focus is on what is named so. */
async function moveTo(page: DrivenPage, name: string | RegExp, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const passed: string[] = [];
  while (passed.length < 90) {
    await page.press(key);
    const now = await focused(page);
    if (typeof name === "string" ? now === name : name.test(now)) return;
    passed.push(now);
  }
  throw new Error(`${key} never came to ${name}, but to: ${passed.join(", ")}`);
}

const position = (page: DrivenPage): Promise<number> =>
  page.evaluate(() => {
    const slider = document.querySelector("input[type=range][aria-label=Position], [role=slider][aria-label=Position]");
    return Number(slider instanceof HTMLInputElement ? slider.value : slider?.getAttribute("aria-valuenow"));
  });

// Chromium goes further by the keyboard in a journey of its own.
for (const { name } of findCandidates().filter(({ name, missing }) => name !== "chromium" && missing.length === 0)) {
  test(`${name}, by the keyboard alone: the help, another model; written, spoken, heard, paused, sought`, async ({
    openIn,
    playground,
    card,
  }) => {
    const mp3 = await toMp3(murmur(20, 44_100));
    const page = await openIn(name, playground.address);
    await page.until(() => document.querySelector("button[aria-label='Help'], [role=tab]")?.tagName ?? null);
    await moveTo(page, "Help");
    await page.press("Enter");
    await page.until(() => document.querySelector("dialog[open]")?.tagName ?? null);
    await page.press("Escape");
    await page.until(() => (document.querySelector("dialog[open]") === null ? "closed" : null));
    expect(await focused(page)).toBe("Help");

    await moveTo(page, /^StreamSpeech v8/);
    await page.press("ArrowDown");
    await page.until(() => document.querySelector("input[value=refvoice-2]:checked")?.tagName ?? null);
    expect(await focused(page)).toMatch(/^RefVoice 2/);
    await page.press("ArrowUp");
    await page.until(() => document.querySelector("input[value=streamspeech-v8]:checked")?.tagName ?? null);

    await moveTo(page, "Script", "Shift+Tab");
    await page.press("Control+a", ..."Hi all.");
    expect(await page.evaluate(() => document.querySelector("textarea")?.value ?? "")).toBe("Hi all.");

    const { ended } = playground.service.next({ contentType: "audio/mpeg", steps: paced(mp3, 20, 20) });
    await moveTo(page, "Speak");
    const pressed = performance.now();
    await page.press("Enter");
    await untilGiven("the first sound", async () => onsetOf(card.heardSince(pressed)) ?? null);
    await ended;
    await moveTo(page, "Pause");
    await page.press(" ");
    await page.until(
      () => document.querySelector("section[aria-label=Player] button[aria-label=Play]")?.tagName ?? null,
    );

    await moveTo(page, "Position");
    await page.press("Home");
    await untilGiven("the beginning", async () => ((await position(page)) === 0 ? true : null));
    await page.press("ArrowRight", "ArrowRight");
    await untilGiven("a later place", async () => ((await position(page)) > 0 ? true : null));
  });
}
