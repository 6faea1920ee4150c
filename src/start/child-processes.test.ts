import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { startFakeService } from "../http/fake-service.fixture.ts";
import { ChildProcesses } from "./child-processes.mjs";

test("a program whose exit code is wanted is told to stop, and may take as long as it needs for that", async () => {
  const folder = mkdtempSync(join(tmpdir(), "child-"));
  const file = join(folder, "asks.mjs");
  writeFileSync(
    file,
    'process.on("SIGTERM", () => {}); process.exitCode = (await fetch(process.argv[2])).status - 200;',
  );
  const children = new ChildProcesses();
  const service = await startFakeService();
  onTestFinished(async () => {
    vi.useRealTimers();
    children.killAll();
    await service.close();
    rmSync(folder, { recursive: true });
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  service.answer = (_request, response) => {
    children.stopAll();
    vi.advanceTimersByTime(86_400_000);
    response.writeHead(203).end();
  };
  expect(await children.finish("npm run check", file, {}, [service.url])).toBe(3);
});
