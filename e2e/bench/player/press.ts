import { canBeUsed, type DrivenBrowser, type DrivenPage } from "../../browsers/driven.ts";
import { within } from "../../browsers/within.ts";
import { startProduct } from "../../product.ts";
import { momentOf } from "../../sound-card/card.ts";
import { onsetOf } from "../../sound-card/measure.ts";
import type { Row } from "../table.ts";
import { momentsOf, noteMoments, type PageMoments, partsOf } from "./page-moments.ts";
import { hear, type Rig, reach } from "./rig.ts";

const presses = 4;

interface Press {
  readonly moments: PageMoments;
  readonly heardAt: number;
  /** What the page says of how often the sound stood still, and how long; nothing where it went on. */
  readonly stalls: string | null;
}

/**
 * Where the time goes from the press on Speak to the sound, with the embedded service and the sentence that a fresh
 * page has: the first press of each page, and the later ones. And which of these sounds stood still.
 */
export async function measurePresses(rig: Rig, browser: DrivenBrowser, pages: number): Promise<Row[]> {
  const product = await startProduct();
  const first: Press[] = [];
  const later: Press[] = [];
  try {
    for (let opened = 0; opened < pages; opened += 1) {
      const page = await within(30, "a page of the product", browser.open(product.address));
      try {
        await canBeUsed(page);
        await noteMoments(page);
        await reach(page);
        for (let press = 0; press < presses; press += 1) {
          rig.card.forget();
          const clickedAt = performance.now();
          await page.click("button", "Speak");
          const heard = await hear(rig.card, clickedAt, 1);
          const onset = heard && onsetOf(heard);
          if (heard === undefined || onset === undefined) continue;
          const told = { moments: await momentsOf(page), stalls: await stallsOf(page) };
          (press === 0 ? first : later).push({ ...told, heardAt: momentOf(heard, onset) });
        }
      } finally {
        await page.close();
      }
    }
  } finally {
    await product.stop();
  }
  const row = (which: string, all: readonly Press[]): Row => ({
    "medians, ms": `${browser.version}: embedded service, ${which}`,
    ...partsOf(all),
    heard: all.length,
    stalls: all.flatMap(({ stalls }) => stalls ?? []).join("; "),
  });
  return [row("first press of a page", first), row("later presses", later)];
}

/** The figure below the player, such as "4 · 309 ms". */
function stallsOf(page: DrivenPage): Promise<string | null> {
  return page.evaluate(() => document.body.innerText.match(/^stalls\n(.*)/m)?.[1] ?? null);
}
