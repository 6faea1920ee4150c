import { defineConfig } from "@playwright/test";
import { browserLaunchOptions } from "./browsers/find.ts";

export default defineConfig({
  testDir: "journeys",
  outputDir: "../test-results",
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: { launchOptions: browserLaunchOptions(), trace: "retain-on-failure" },
});
