import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ownScript } from "./own-script.ts";

beforeEach(() => {
  vi.stubEnv("DEV", false);
  vi.stubGlobal("location", new URL("https://speak.example.com/?a=b"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test.each(["/assets/worker-BVwrWjlv.js", "https://speak.example.com/assets/worker_a.js", "/offline.js"])(
  "%s is a script of the page",
  (address) => {
    expect(ownScript(address)).toBe(address);
  },
);

test.each([
  "/v1/audio/speech/tasks/task_1/content",
  "/assets/../v1/models",
  "/assets/%2e%2e/v1/models",
  "/assets/v1/a.js",
  "/assets/a.mp3",
  "/references/lower.mp3",
  "/offline.js/x",
  "https://evil.example/assets/worker.js",
  "//evil.example/assets/worker.js",
  "http://speak.example.com/offline.js",
  "data:text/javascript,run()",
  "blob:https://speak.example.com/0b0f2f9c-0000-4000-8000-000000000000",
  "",
])("%s isn't, and is refused", (address) => {
  expect(() => ownScript(address)).toThrow(TypeError);
});
