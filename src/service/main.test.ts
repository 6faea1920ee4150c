import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const program = fileURLToPath(new URL("../../dist/programs/service.js", import.meta.url));

test("a service whose launcher ends while it starts ends, too, and says nothing", async () => {
  const child = spawn(process.execPath, [program], {
    env: { SERVICE_API_KEYS: "some-key", SERVICE_PORT: "0" },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const said = child.stderr === null ? "" : text(child.stderr);
  const ended = once(child, "exit");
  child.disconnect();
  expect(await ended).toEqual([0, null]);
  expect(await said).toBe("");
});
