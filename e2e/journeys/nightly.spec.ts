import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test as base, expect } from "../fixtures.ts";
import { startProduct } from "../product.ts";

const root = resolve(import.meta.dirname, "../..");
/** What the differing service wants, which runs in a process of its own. */
const differingKey = "key-of-another-service";

/** Staging is the embedded service, production one that does otherwise what it may, and three things that it may not. */
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
