import type { DrivenBrowser } from "../../browsers/driven.ts";
import { within } from "../../browsers/within.ts";
import type { Step } from "../../paced-service.ts";
import { prepare } from "../../sound-card/rungs.ts";
import type { Rig } from "./rig.ts";

/** How much a browser grew while it took sound. In bytes. */
export interface MemoryReport {
  /** How much sound was sent. */
  readonly sent: number;
  /** Growth of all processes of the browser, at most. */
  readonly growth: number;
  /** The page's JavaScript heap at its largest; undefined where the browser doesn't tell. */
  readonly heap: number | undefined;
  /** Seconds that the service needed to be rid of it. */
  readonly seconds: number;
}

/** Has our page take so many seconds of streamed MP3 as fast as it will, and watches the browser meanwhile. */
export async function measureMemory(rig: Rig, browser: DrivenBrowser, seconds: number): Promise<MemoryReport> {
  const piece = await prepare("MP3", 10);
  const count = Math.ceil(seconds / 10);
  function* steps(): Iterable<Step> {
    for (let index = 0; index < count; index += 1) yield { at: 0, bytes: piece.bytes };
  }
  const page = await rig.openOurs(browser, "MP3");
  try {
    const before = await browser.memory();
    const begin = performance.now();
    const served = rig.service.next({ contentType: piece.contentType, steps: steps() });
    await page.click("button", "Speak");
    let highest = before;
    let heap: number | undefined;
    let ended: number | undefined;
    await served.firstByteAt;
    void served.ended.then(() => {
      ended = performance.now();
    });
    // What is decoded ahead grows on for a while when everything is there.
    while (ended === undefined || performance.now() - ended < 20_000) {
      highest = Math.max(highest, await browser.memory());
      const asked = page.evaluate(() => {
        const memory: unknown = Reflect.get(performance, "memory");
        const used: unknown =
          typeof memory === "object" && memory !== null ? Reflect.get(memory, "usedJSHeapSize") : null;
        return typeof used === "number" ? used : null;
      });
      const now = await within(60, "the page's memory", asked);
      if (now !== null) heap = Math.max(heap ?? 0, now);
      await new Promise((wait) => setTimeout(wait, 250));
    }
    return { sent: count * piece.bytes.length, growth: highest - before, heap, seconds: (ended - begin) / 1_000 };
  } finally {
    await page.close();
  }
}
