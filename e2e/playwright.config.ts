import { defineConfig } from "@playwright/test";
import { browserLaunchOptions } from "./browsers/find.ts";
import { elsewhereRule } from "./hosts.ts";
import { microphoneArguments } from "./microphone.ts";

const launchOptions = browserLaunchOptions();

export default defineConfig({
  testDir: "journeys",
  outputDir: "../test-results",
  // Once, before the workers: each of them starts the product, and two builds at the same time would meet in one
  // folder.
  globalSetup: ["./build-programs.ts", "./microphone.ts"],
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    // A control that never lets itself be pressed fails here, where it is, and not at the end of a long walk.
    actionTimeout: 90_000,
    // Requests that pass through one are hidden from the tests that answer them. The journey without a connection
    // allows it.
    serviceWorkers: "block",
    launchOptions: { ...launchOptions, args: [...launchOptions.args, elsewhereRule, ...microphoneArguments] },
    // A failed journey leaves the page as text; what led there is recorded by `--trace retain-on-failure`, which slows
    // all of them.
    trace: "off",
  },
});
