import { test as base } from "@playwright/test";
import { type Display, startDisplay } from "./browsers/display.ts";
import { findCandidates } from "./browsers/drive.ts";
import { type BrowserName, canBeUsed, type DrivenBrowser, type DrivenPage } from "./browsers/driven.ts";
import { type PacedService, startPacedService } from "./paced-service.ts";
import { type Product, startProduct } from "./product.ts";
import { type SoundCard, startSoundCard } from "./sound-card/card.ts";

/** The playground in front of a service that sends prepared sound at a prepared pace. */
export interface PacedPlayground {
  readonly service: PacedService;
  readonly address: string;
}

interface TestFixtures {
  /** Opens a page in one of the browsers; what it reports as an error fails the test. */
  openIn: (name: BrowserName, address: string) => Promise<DrivenPage>;
}

interface WorkerFixtures {
  display: Display;
  card: SoundCard;
  product: Product;
  playground: PacedPlayground;
  /** Each browser, started when it is first asked for. */
  launched: (name: BrowserName) => Promise<DrivenBrowser>;
}

/** Playwright's test with the other browsers in place of its own: they have a window on a display and a sound card. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  display: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from a destructuring pattern
    async ({}, use) => {
      const display = await startDisplay();
      await use(display);
      await display.stop();
    },
    { scope: "worker" },
  ],
  card: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from a destructuring pattern
    async ({}, use) => {
      const card = await startSoundCard();
      await use(card);
      await card.stop();
    },
    { scope: "worker" },
  ],
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from a destructuring pattern
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  playground: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from a destructuring pattern
    async ({}, use) => {
      const service = await startPacedService();
      const product = await startProduct({
        environment: { SPEECH_BASE_URL: service.address, SPEECH_API_KEY: "paced" },
      });
      await use({ service, address: product.address });
      await product.stop();
      await service.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  launched: [
    async ({ display, card }, use) => {
      const running = new Map<BrowserName, Promise<DrivenBrowser>>();
      await use((name) => {
        const browser = running.get(name) ?? launch(name, { DISPLAY: display.name, ...card.environment });
        running.set(name, browser);
        return browser;
      });
      for (const browser of running.values()) await (await browser).close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  openIn: async ({ launched }, use) => {
    const pages: DrivenPage[] = [];
    await use(async (name, address) => {
      const page = await (await launched(name)).open(address);
      pages.push(page);
      await canBeUsed(page);
      return page;
    });
    const errors = (await Promise.all(pages.map((page) => page.errors()))).flat();
    for (const page of pages) await page.close();
    if (errors.length > 0) throw new Error(`The page reported errors:\n${errors.join("\n")}`);
  },
});

function launch(name: BrowserName, environment: Record<string, string>): Promise<DrivenBrowser> {
  const candidate = findCandidates().find((each) => each.name === name);
  if (candidate === undefined) throw new Error(`${name} is unknown.`);
  return candidate.launch(environment);
}

export { expect } from "@playwright/test";
