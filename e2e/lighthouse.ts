import lighthouse, { desktopConfig } from "lighthouse";
import puppeteer from "puppeteer-core";
import { browserLaunchOptions } from "./browsers/find.ts";

/** What Lighthouse says of a page. */
export interface Verdict {
  /** From 0 to 1, by category. */
  readonly scores: Readonly<Record<string, number | null>>;
  /** The audits that count and aren't wholly passed, as `category: title`. */
  readonly flaws: readonly string[];
  /** The figure of an audit, in its own unit; undefined where it has none. */
  readonly figure: (audit: string) => number | undefined;
}

/**
 * Visits a page once as a new visitor does, in a browser of its own, with Lighthouse's preset for such a device: a
 * phone's has a slow network and a quarter of the processor. Rejects when there is no browser or Lighthouse can't look
 * at the page.
 */
export async function auditPage(
  address: string,
  categories: readonly string[],
  device: "phone" | "desktop" = "desktop",
): Promise<Verdict> {
  const { executablePath, args } = browserLaunchOptions();
  if (executablePath === undefined) throw new Error("There is no Chromium for Lighthouse.");
  const browser = await puppeteer.launch({ executablePath, args });
  try {
    const flags = { logLevel: "error" as const, onlyCategories: [...categories] };
    const preset = device === "desktop" ? desktopConfig : undefined;
    const result = await lighthouse(address, flags, preset, await browser.newPage());
    if (result === undefined) throw new Error("Lighthouse gave no result.");
    const { audits, categories: judged, runtimeError } = result.lhr;
    if (runtimeError !== undefined) throw new Error(runtimeError.message);
    return {
      scores: Object.fromEntries(Object.entries(judged).map(([name, { score }]) => [name, score])),
      flaws: Object.entries(judged).flatMap(([name, { auditRefs }]) =>
        auditRefs.flatMap(({ id, weight }) => {
          const audit = audits[id];
          return weight > 0 && audit !== undefined && audit.score !== null && audit.score < 1
            ? [`${name}: ${audit.title}`]
            : [];
        }),
      ),
      figure: (audit) => audits[audit]?.numericValue,
    };
  } finally {
    await browser.close();
  }
}
