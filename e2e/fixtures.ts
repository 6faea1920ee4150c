import { test as base } from "@playwright/test";
import { freePort } from "../src/start/free-port.mjs";
import { elsewhere } from "./hosts.ts";
import { type Product, startProduct } from "./product.ts";
import { startTeam } from "./soak/team.ts";

export interface TestFixtures {
  /** Declares that the page may log errors or throw where the text matches; every other one fails the test. */
  expectPageErrors: (...patterns: RegExp[]) => void;
  /** Collects the page's errors for every test, asked for or not. */
  pageErrors: undefined;
}

export interface WorkerFixtures {
  /** The real product, started once per worker, with a data folder of its own. */
  product: Product;
}

/**
 * Playwright's test with the product running, pages opened relative to it, and errors in the page's console noticed.
 */
export const test = base.extend<TestFixtures & { declaredErrors: RegExp[] }, WorkerFixtures>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from a destructuring pattern
    async ({}, use) => {
      const settings = { LOG_LEVEL: "info", ALLOWED_HOSTS: elsewhere };
      if (process.env["E2E_SHARED"] !== "yes") {
        const product = await startProduct({ environment: settings });
        await use(product);
        await product.stop();
        return;
      }
      // Its tasks in PostgreSQL, their sound in S3, and two workers that fetch the recordings that it serves.
      const PORT = String(await freePort());
      const SERVICE_REFERENCE_PREFIX = `http://127.0.0.1:${PORT}/references/`;
      const team = await startTeam({ services: 0, workers: 2, environment: { SERVICE_REFERENCE_PREFIX } });
      const { DATA_DIR: _, ...shared } = team.environment;
      const product = await startProduct({ environment: { ...shared, ...settings, PORT } });
      await use(product);
      await product.stop();
      await team.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.address),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from a destructuring pattern
  declaredErrors: async ({}, use) => use([]),
  expectPageErrors: async ({ declaredErrors }, use) => use((...patterns) => void declaredErrors.push(...patterns)),
  pageErrors: [
    async ({ context, declaredErrors, product }, use, testInfo) => {
      const errors: string[] = [];
      context.on("console", (message) => {
        if (message.type() === "error") errors.push(`console.error: ${message.text()} (${message.location().url})`);
      });
      context.on("weberror", (error) => errors.push(`uncaught: ${error.error().stack ?? error.error().message}`));
      // The console hears of most violations, but not of each kind in each browser.
      await context.addInitScript(() => {
        addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile, sample }) => {
          console.error(`Policy violated: ${effectiveDirective} by ${blockedURI} in ${sourceFile}: ${sample}`);
        });
      });
      await use(undefined);
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach("output of the product", { body: product.output(), contentType: "text/plain" });
      }
      const undeclared = errors.filter((text) => !declaredErrors.some((pattern) => pattern.test(text)));
      if (undeclared.length > 0) throw new Error(`The page reported errors:\n${undeclared.join("\n")}`);
    },
    { auto: true },
  ],
});

export { expect } from "@playwright/test";
