import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { test as base, expect } from "../fixtures.ts";
import { startProduct } from "../product.ts";
import { knownDifferences } from "../suite/differing/known-differences.ts";

const root = resolve(import.meta.dirname, "../..");
/** What the differing service wants, which runs in a process of its own. */
const differingKey = "key-of-another-service";

/** Staging is the embedded service, production one that differs where it may, and in three things where it may not. */
const test = base.extend<{ reports: string }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from a destructuring pattern
    async ({}, use) => {
      const production = spawn(process.execPath, ["--import", "tsx", "e2e/suite/differing/main.ts"], {
        cwd: root,
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      });
      const [{ address }] = (await once(production, "message")) as [{ readonly address: string }];
      const folder = await mkdtemp(join(tmpdir(), "playground-nightly-"));
      const file = join(folder, "services.json");
      const entry = { name: "production", baseUrl: address, keyEnv: "PRODUCTION_KEY" };
      await writeFile(file, JSON.stringify([{ name: "staging" }, entry]));
      const product = await startProduct({ environment: { SPEECH_SERVICES: file, PRODUCTION_KEY: differingKey } });
      await use(product);
      await product.stop();
      production.disconnect();
      await rm(folder, { recursive: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: see above
  reports: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "playground-reports-"));
    await use(folder);
    await rm(folder, { recursive: true });
  },
});

// By one worker: each that takes part starts both services.
test.describe.configure({ mode: "default" });

const main = join(root, "src/start/main.mjs");

/** `npm run check`, as a nightly job runs it. */
async function check(...args: readonly string[]) {
  const program = spawn(process.execPath, [main, "--check", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [program.stdout, program.stderr])
    stream.on("data", (bytes: Buffer) => (said += bytes.toString()));
  const [status] = await once(program, "close");
  return { status, said };
}

interface Row {
  readonly id: string;
  readonly outcome: string;
  readonly rule: { readonly en: string };
  readonly sound?: string;
}

async function rowsOf(folder: string): Promise<readonly Row[]> {
  return JSON.parse(await readFile(join(folder, "report.json"), "utf8")).checks;
}

const report = (page: Page) => page.getByRole("list", { name: "Report" });

test("a nightly run finds production's known differences; the page shows each with request, answer, sound", async ({
  page,
  product,
  reports,
}) => {
  const run = (service: string, section: string) =>
    check(
      ...["--base-url", product.address, "--service", service, "--section", section, "--budget", "20000"],
      ...["--report", join(reports, `${service} ${section}`)],
    );
  const sections = ["2.6", "2.7", "6"];
  const known: readonly string[] = knownDifferences.flatMap(({ fails }) => fails);
  for (const section of sections) {
    const { status, said } = await run("production", section);
    expect(status, said).toBe(1);
    const rows = await rowsOf(join(reports, `production ${section}`));
    const failed = rows.filter(({ outcome }) => outcome === "failed");
    expect(failed.map(({ id }) => id).sort()).toEqual(known.filter((id) => id.startsWith(`${section}/`)).sort());
    for (const { id } of failed) expect(said).toContain(id);
  }

  await page.goto("/");
  await page.getByRole("tab", { name: "Checks" }).click();
  await page.getByRole("radio", { name: "Report", exact: true }).check();
  const input = (name: RegExp) => page.getByLabel(name).and(page.locator("input"));
  for (const section of sections) {
    const folder = join(reports, `production ${section}`);
    await input(/^Open a report…$/).setInputFiles(join(folder, "report.json"));
    const run = page.getByRole("combobox", { name: "Run" }).locator("option:checked");
    await expect(run).toHaveText(new RegExp(`^Opened: Built-in suite, section ${section}`));
    for (const { id, rule, outcome, sound } of await rowsOf(folder)) {
      if (outcome !== "failed") continue;
      const row = report(page).getByRole("listitem").filter({ hasText: rule.en }).first();
      await expect(row).toContainText("failed");
      await row.locator("summary").first().click();
      await expect(row.getByRole("region", { name: new RegExp(`^Request: ${id} `) }).first()).toContainText("/v1/");
      await expect(row.getByRole("region", { name: new RegExp(`^Answer: ${id} `) }).first()).not.toHaveText("–");
      await expect(row).toContainText("production");
      if (sound === undefined) continue;
      await input(/^Add its sound/).setInputFiles(join(folder, sound));
      await expect(row.getByLabel("Sound of this check")).toHaveJSProperty("readyState", 4);
    }
  }
});

test("a batch is spoken by both services, compared, and becomes checks that the command line runs at either", async ({
  page,
  product,
  reports,
}) => {
  await page.goto("/");
  await page.getByRole("tab", { name: "Batch" }).click();
  await page.getByRole("textbox", { name: "Texts" }).fill("One small step.\nOne giant leap.");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  const progress = page.getByRole("status").filter({ hasText: /of 2/ });
  await expect(progress).toContainText("2 of 2");
  await page.getByRole("button", { name: "Speak on production, too" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Speak on production, too" }).click();
  await expect(page.getByRole("combobox", { name: "Batch" }).locator("option:checked")).toContainText("production");
  await expect(progress).toContainText("2 of 2");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as checks" }).click(),
  ]);
  await page.getByRole("button", { name: "Compare both services" }).click();
  const compared = page.getByRole("region", { name: "History" }).getByRole("tabpanel", { name: "Compare" });
  await expect(compared).toContainText("staging");
  await expect(compared).toContainText("production");

  const file = join(reports, "batch.json");
  await download.saveAs(file);
  for (const service of ["staging", "production"]) {
    const { status, said } = await check(
      ...["--base-url", product.address, "--service", service, "--suite", file, "--budget", "1000"],
      ...["--report", join(reports, service)],
    );
    expect(status, said).toBe(0);
    expect(said).toContain("2 passed, 0 failed, 0 not judged.");
  }
});
