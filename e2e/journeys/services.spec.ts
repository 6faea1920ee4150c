import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { findings, findingsInBothColours } from "../axe.ts";
import { test as base, expect } from "../fixtures.ts";
import { areKept, isKept } from "../kept.ts";
import { history, speak, task } from "../page.ts";
import { startProduct } from "../product.ts";
import { letterKey, type SpecFake, startSpecFake } from "../spec-fake/service.ts";
import { twoFrames, whatStays } from "../walk/settled.ts";
import { smallTargets } from "../walk/touch.ts";

/** Two services behind one page: staging is the embedded one, production differs where the document is silent. */
const test = base.extend<{ production: SpecFake }, { differing: SpecFake }>({
  differing: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from a destructuring pattern
    async ({}, use) => {
      const service = await startSpecFake();
      await use(service);
      await service.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  product: [
    async ({ differing }, use) => {
      const folder = await mkdtemp(join(tmpdir(), "playground-services-"));
      const file = join(folder, "services.json");
      const production = {
        name: "production",
        baseUrl: differing.address,
        keyEnv: "PRODUCTION_KEY",
        colour: "#c02020",
      };
      await writeFile(file, JSON.stringify([{ name: "staging", colour: "#2060c0" }, production]));
      const product = await startProduct({
        environment: { SPEECH_SERVICES: file, PRODUCTION_KEY: letterKey, LOG_LEVEL: "trace" },
      });
      await use(product);
      await product.stop();
      await rm(folder, { recursive: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],
  production: async ({ differing }, use) => {
    differing.reset();
    await use(differing);
  },
});

// By one worker: each that takes part starts both services.
test.describe.configure({ mode: "default" });

/** The row of the latest take that went to a service. */
const rowAt = (page: Page, service: string) => history(page).getByRole("row").filter({ hasText: service }).first();
const taskAt = (page: Page, service: string) => task(page).filter({ hasText: `· ${service}` });
const badge = (page: Page) => page.getByRole("button", { name: /^Connection/ });

/** Chooses a service in the page's head, by the keyboard alone. */
async function choose(page: Page, name: string): Promise<void> {
  await badge(page).press("Enter");
  const service = page.getByRole("radiogroup", { name: "Service" }).getByRole("radio", { name });
  // The panel takes the keyboard, and once more a moment later.
  await expect(page.getByRole("dialog", { name: "Connection" }).getByRole("button", { name: "Close" })).toBeFocused();
  await page.evaluate(twoFrames);
  await service.focus();
  await page.keyboard.press("Space");
  await expect(service).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(badge(page)).toContainText(name);
}

const spokenAt = ({ seen }: SpecFake) =>
  seen.filter(({ method, target }) => method === "POST" && target.endsWith("/speech"));

test("each take goes where the head says, which outlives a reload, and Compare names both", async ({
  page,
  production,
  product,
}) => {
  await page.goto("/");
  await expect(badge(page)).toContainText("staging");
  await speak(page, "One small step.");
  await expect(rowAt(page, "staging")).toContainText("One small step.");
  expect(spokenAt(production)).toEqual([]);

  await choose(page, "production");
  await speak(page, "One giant leap.");
  await expect(rowAt(page, "production")).toContainText("One giant leap.");
  await expect.poll(() => spokenAt(production)).toHaveLength(1);
  await areKept(page, 2);
  await page.reload();
  await expect(badge(page)).toContainText("production");
  await expect(rowAt(page, "staging")).toContainText("One small step.");

  // The same request at the other one, by one press; it may cost there, so that it asks.
  await rowAt(page, "staging").getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Speak on production, too, and compare…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Speak again" }).click();
  const compared = page.getByRole("region", { name: "History" }).getByRole("tabpanel", { name: "Compare" });
  await expect(compared).toContainText("staging");
  await expect(compared).toContainText("production");
  await expect
    .poll(() => spokenAt(production).map(({ body }) => JSON.parse(body).input))
    .toEqual(["One giant leap.", "One small step."]);

  // Each service has heard its own key alone, and nobody else any.
  expect(new Set(production.seen.map(({ headers }) => headers.authorization))).toEqual(
    new Set([`Bearer ${letterKey}`]),
  );
  const config = await page.evaluate(async () => (await fetch("/playground/config")).text());
  for (const text of [config, await page.content(), product.output()]) expect(text).not.toContain(letterKey);
});

test("a task is asked for at the service that has it, whichever is chosen, and after a reload", async ({
  page,
  production,
}) => {
  await page.goto("/");
  await page.getByRole("radio", { name: "Async" }).check();
  await choose(page, "production");
  await speak(page, "Sent to production.");
  await expect(taskAt(page, "production")).toContainText("Sent to production.");
  await choose(page, "staging");
  await speak(page, "Sent to staging.");
  await expect(taskAt(page, "staging")).toContainText("Sent to staging.");
  // Both were taken: what is reloaded before the answer can't be known again.
  for (const service of ["production", "staging"]) await isKept(page, `Sent to ${service}.`, "waiting", "complete");
  await page.reload();
  await page.getByRole("tab", { name: "Tasks" }).click();
  for (const text of ["Sent to production.", "Sent to staging."]) {
    await expect(task(page).filter({ hasText: text })).toContainText("completed", { timeout: 60_000 });
  }
  const looks = production.seen.filter(({ method, target }) => method === "GET" && /\/tasks\/[^/]+$/.test(target));
  expect(looks.length).toBeGreaterThan(0);
  await page.getByRole("tab", { name: "Takes" }).click();
  await expect(history(page).getByRole("row")).toHaveCount(2);
});

test("a name that is gone from the file holds nobody up: the usual service takes its place", async ({
  page,
  expectPageErrors,
}) => {
  // Asked before the page has heard which services there are.
  expectPageErrors(/services\/gone\/v1\/models/);
  await page.goto("/");
  await choose(page, "production");
  const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  await expect.poll(stored).toContain("production");
  await page.addInitScript(() => {
    for (const storage of [localStorage, sessionStorage]) {
      for (const [key, value] of Object.entries(storage)) storage.setItem(key, value.replaceAll("production", "gone"));
    }
  });
  // Wanted before the page has heard of its services, too.
  let tell = () => {};
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  await page.route("**/playground/config", async (route) => {
    await told;
    await route.continue();
  });
  await page.reload();
  await speak(page, "Still here.");
  await expect(history(page).getByRole("row")).toContainText("Still here.");
  tell();
  await expect(badge(page)).toContainText("staging");
  await expect(rowAt(page, "staging")).toContainText("Still here.");
  await isKept(page, "Still here.", "complete");
});

test.describe("on a phone, to axe", () => {
  // axe is run as a script of the page, which the page's own policy forbids.
  test.use({ bypassCSP: true, isMobile: true, hasTouch: true, viewport: { width: 390, height: 844 } });

  test("what several services add has names, contrast, and room for a finger", async ({ page }) => {
    await page.goto("/");
    await speak(page, "One small step.");
    await expect(rowAt(page, "staging")).toContainText("One small step.");
    const found: string[] = [];
    const look = async (state: string) => {
      const faults = [...(await whatStays(page, () => smallTargets(page))), ...(await findingsInBothColours(page))];
      found.push(...faults.map((fault) => `${state}: ${fault}`));
    };
    await look("a take of one of them");
    await badge(page).tap();
    await expect(page.getByRole("radiogroup", { name: "Service" })).toBeVisible();
    await look("the choice");
    await badge(page).tap();
    await expect(page.getByRole("radiogroup", { name: "Service" })).toHaveCount(0);
    await rowAt(page, "staging").getByRole("button", { name: "More" }).tap();
    await expect(page.getByRole("menuitem", { name: /^Speak on production, too/ })).toBeVisible();
    await look("a take's menu");
    // Of what an open menu covers, axe measures the strip that is left; its own places are as large as fingers need.
    expect(found.filter((fault) => !fault.startsWith("a take's menu: target-size: "))).toEqual([]);
    expect(await findings(page, "[role=menu]")).toEqual([]);
  });
});
