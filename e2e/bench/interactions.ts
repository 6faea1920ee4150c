import { type Browser, chromium, type Page } from "@playwright/test";
import { sourceForPage } from "../browsers/driven.ts";
import { browserLaunchOptions } from "../browsers/find.ts";
import { allModels, player } from "../page.ts";
import { startProduct } from "../product.ts";
import type { Part } from "./requirement.ts";
import { percentile } from "./table.ts";

const rounds = 7;
/** No press and no key should take longer than this to be answered, in milliseconds. */
const limit = 100;
/** The browser's event timing tells of nothing shorter, in milliseconds. */
const shortest = 16;
/** Milliseconds between two keys: one comes just when the page counts what the one before has written. */
const pace = 160;
const sentence = "One small step, and the door is open.";
const lengths = [5_000, 100_000];
const longest = 500_000;
const tabs = ["Tasks", "Request", "Frames", "Compare", "Batch", "Checks", "Takes"];

/**
 * How long the page takes to answer what a person does, by the browser's own Event Timing: from the key or the press to
 * the next frame that is shown, the longest event of each interaction, as Interaction to Next Paint has it.
 */
export async function benchInteractions(): Promise<Part[]> {
  const product = await startProduct();
  const browser = await chromium.launch(browserLaunchOptions());
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(`(${sourceForPage(watchInteractions)})()`);
    await page.goto(product.address);
    await page.getByText(allModels).waitFor();
    const times = new Map<string, number[]>();
    const note: Note = async (what, act) => {
      const took = await answered(page, act);
      times.set(what, [...(times.get(what) ?? []), took]);
    };
    for (let round = 0; round < rounds; round += 1) {
      await write(page, note);
      await speakAndHear(page, note);
      await speakLong(page, note);
      for (const name of tabs) {
        await note(`opening ${name}`, () => page.getByRole("tab", { name: new RegExp(`^${name}`) }).click());
      }
      await choose(page, note);
      await lookAround(page, note);
    }
    return [judged(times), await presses(browser, product.address)];
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** Pages that are opened anew, and how often Speak is pressed on each. */
const [freshPages, pressesEach] = [7, 4];
/** How many times a later press's time the first one of a page may take from the press to the request. */
const mostFirst = 1.3;
/** How long a hand is over the button before it presses, in milliseconds: less than most take. */
const reaching = 200;
/** Longer than a press counts as meant for Stop, in milliseconds. */
const between = 1_000;

/** What came of a press of Speak, in milliseconds after it. */
interface Pressed {
  readonly request: number;
  readonly "first byte": number;
  readonly "first sound": number;
}

/**
 * The first press of Speak in a fresh page beside the later ones: to the request, the first byte and the first sound.
 */
async function presses(browser: Browser, address: string): Promise<Part> {
  const first: Pressed[] = [];
  const later: Pressed[] = [];
  for (let opened = 0; opened < freshPages; opened += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(address);
    await page.getByText(allModels).waitFor();
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => addEventListener("click", ({ timeStamp }) => (window.pressedAt = timeStamp), true));
    for (let number = 0; number < pressesEach; number += 1) (number === 0 ? first : later).push(await pressSpeak(page));
    await context.close();
  }
  const row = (name: string, all: readonly Pressed[]) => {
    const say = (what: keyof Pressed) => {
      const values = all.map((one) => one[what]);
      return `${percentile(values, 0.5).toFixed(0)} (${Math.max(...values).toFixed(0)})`;
    };
    return {
      "Speak, ms after the press, median (worst)": name,
      request: say("request"),
      "first byte": say("first byte"),
      "first sound": say("first sound"),
    };
  };
  const median = (all: readonly Pressed[]) =>
    percentile(
      all.map(({ request }) => request),
      0.5,
    );
  const value = median(first) / median(later);
  return {
    rows: [row("first press of a page", first), row("later presses", later)],
    requirements: [{ what: "first press to request, times the later ones", value, bound: { below: mostFirst } }],
  };
}

async function pressSpeak(page: Page): Promise<Pressed> {
  const speak = page.getByRole("button", { name: "Speak", exact: true });
  await page.waitForTimeout(between);
  await speak.hover();
  await page.waitForTimeout(reaching);
  await page.evaluate(() => performance.clearResourceTimings());
  await speak.click();
  await player(page).getByText("complete").first().waitFor();
  await speak.waitFor();
  const network = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/v1/audio/speech"));
    return entry instanceof PerformanceResourceTiming ? [entry.startTime, entry.responseStart] : [];
  });
  const [request = Number.NaN, byte = Number.NaN] = network;
  const pressed = await page.evaluate(() => window.pressedAt);
  const told = await player(page).getByText("first sound").locator("xpath=following-sibling::dd").textContent();
  const [, number, unit] = /^([\d.]+)\s(ms|s)$/.exec(told ?? "") ?? [];
  const sound = Number(number) * (unit === "s" ? 1_000 : 1);
  return { request: request - pressed, "first byte": byte - pressed, "first sound": sound };
}

type Note = (what: string, act: () => Promise<unknown>) => Promise<void>;

function judged(times: ReadonlyMap<string, readonly number[]>): Part {
  const say = (value: number) => (value < shortest ? `< ${shortest}` : value);
  const all = [...times].map(([what, values]) => ({ what, values, median: percentile(values, 0.5) }));
  return {
    rows: all.map(({ what, values, median }) => ({
      interaction: what,
      "median ms": say(median),
      "worst ms": say(Math.max(...values)),
      times: values.length,
    })),
    notes: [`Event Timing counts in steps of 8 ms, and doesn't tell of what takes less than ${shortest} ms.`],
    requirements: all.map(({ what, median }) => ({ what, value: median, bound: { below: limit }, unit: "ms" })),
  };
}

function textOf(length: number): string {
  return "The night train leaves at ten. ".repeat(length / 31 + 1).slice(0, length);
}

async function write(page: Page, note: Note): Promise<void> {
  const script = page.getByRole("textbox", { name: "Script" });
  for (const length of [...lengths, sentence.length]) {
    const text = length === sentence.length ? sentence : textOf(length);
    await script.fill(text);
    await script.press("Control+End");
    const where = length === sentence.length ? "a sentence" : `${length.toLocaleString("en")} characters`;
    for (const key of "now") {
      await page.waitForTimeout(pace);
      await note(`a key in ${where}`, () => page.keyboard.press(key));
    }
  }
}

async function speakAndHear(page: Page, note: Note): Promise<void> {
  const button = (name: string) => player(page).getByRole("button", { name, exact: true });
  await page.getByRole("textbox", { name: "Script" }).fill(sentence);
  await note("Speak", () => page.getByRole("button", { name: "Speak", exact: true }).click());
  await player(page).getByText("complete").first().waitFor();
  await button("Play").waitFor();
  await note("playing", () => button("Play").click());
  await note("pausing", () => button("Pause").click());
}

/**
 * A press with the longest text that is taken. The service refuses it at once: nobody waits until it has spoken that.
 */
async function speakLong(page: Page, note: Note): Promise<void> {
  const tasks = "**/v1/audio/speech/tasks";
  const refusal = JSON.stringify({ error: { message: "No.", type: "invalid_request_error", code: "no" } });
  await page.route(tasks, (route) => route.fulfill({ status: 400, contentType: "application/json", body: refusal }));
  await page.getByRole("textbox", { name: "Script" }).fill(textOf(longest));
  await note(`Speak, ${longest.toLocaleString("en")} characters`, () =>
    page.getByRole("button", { name: "Speak", exact: true }).click(),
  );
  const failure = page.getByRole("alert").filter({ hasText: "refused" });
  await failure.getByRole("button", { name: "Dismiss" }).click();
  await page.unroute(tasks);
}

async function choose(page: Page, note: Note): Promise<void> {
  const model = (name: string) => page.getByRole("radio", { name }).check();
  await note("choosing RefVoice 2", () => model("RefVoice 2"));
  await page.getByRole("radio", { name: "Mood" }).check();
  const fader = page.getByRole("slider", { name: /^happy/i });
  await fader.focus();
  await note("moving a fader by a key", () => page.keyboard.press("ArrowUp"));
  const place = await fader.boundingBox();
  if (place === null) throw new Error("There is no fader.");
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
  await note("moving a fader by the mouse", () => page.mouse.click(x, y));
  await note("choosing Cloud TTS", () => model("Cloud TTS"));
  const voice = page.getByRole("button", { name: /^Voice:/ });
  await note("opening the list of voices", () => voice.click());
  await page.getByRole("combobox", { name: "Search voices" }).waitFor();
  for (const key of "chi") await note("a key in the search for voices", () => page.keyboard.press(key));
  await page.keyboard.press("Escape");
  await note("choosing StreamSpeech v8", () => model("StreamSpeech v8"));
}

async function lookAround(page: Page, note: Note): Promise<void> {
  await note("opening a hint", () => page.getByRole("button", { name: "About Pitch" }).click());
  await page.keyboard.press("Escape");
  const header = page.getByRole("banner");
  await note("changing the colours", () => header.getByRole("button", { name: /Switch to:/ }).click());
  await note("changing the language", () => header.getByRole("button", { name: "简体中文" }).click());
  await header.getByRole("button", { name: "EN: English" }).click();
  await note("opening the presenter view", () => header.getByRole("button", { name: "Present" }).click());
  const stage = page.getByRole("dialog");
  await stage.waitFor();
  await note("leaving the presenter view", () => page.keyboard.press("Escape"));
  await stage.waitFor({ state: "detached" });
}

/**
 * How long the longest interaction of `act` took, in milliseconds; half of the shortest that is told where none was.
 */
async function answered(page: Page, act: () => Promise<unknown>): Promise<number> {
  const before = await page.evaluate(() => window.interactions.begin());
  await act();
  const { count, longest } = await page.evaluate(() => window.interactions.end());
  if (count === before) throw new Error("Nothing came of what was to be measured.");
  return longest ?? shortest / 2;
}

declare global {
  interface Window {
    /** When something was pressed last, on the page's clock. */
    pressedAt: number;
    interactions: {
      /** Waits for stillness, forgets what was, and gives how many keys and presses there have been. */
      begin(): Promise<number>;
      end(): Promise<{ readonly count: number; readonly longest: number | undefined }>;
    };
  }
  interface Performance {
    /** How many events of each name there have been. TypeScript's library lacks it. */
    readonly eventCounts: ReadonlyMap<string, number>;
  }
}

/** Runs in the page. */
function watchInteractions(): void {
  const durations: number[] = [];
  const observer = new PerformanceObserver((list) => read(list.getEntries()));
  function read(entries: PerformanceEntryList): void {
    for (const entry of entries) {
      if ("interactionId" in entry && Number(entry.interactionId) > 0) durations.push(entry.duration);
    }
  }
  const options: PerformanceObserverInit & { durationThreshold: number } = { type: "event", durationThreshold: 16 };
  observer.observe(options);
  /** An interaction is told of after the frame that answers it was shown. */
  async function stillness(): Promise<void> {
    for (let frames = 0; frames < 6; frames += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    await new Promise((idle) => requestIdleCallback(idle, { timeout: 1_000 }));
    read(observer.takeRecords());
  }
  const count = () => (performance.eventCounts.get("keydown") ?? 0) + (performance.eventCounts.get("pointerdown") ?? 0);
  window.interactions = {
    async begin() {
      await stillness();
      durations.length = 0;
      return count();
    },
    async end() {
      await stillness();
      return { count: count(), longest: durations.length === 0 ? undefined : Math.max(...durations) };
    },
  };
}
