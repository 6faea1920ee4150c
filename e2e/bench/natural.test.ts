import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeTinyModel } from "../../src/service/engines/neural/tiny-models.fixture.ts";
import { catalogue } from "../../src/service/voices/catalogue.ts";
import { benchNatural } from "./natural.ts";

test("every kind of model may be installed: those that speak are measured", async () => {
  const folder = await mkdtemp(join(tmpdir(), "bench-natural-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  vi.stubEnv("SERVICE_VOICES_DIR", folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const installed = catalogue.filter(({ family }) => ["pocket", "zipvoice", "paraformer"].includes(family));
  for (const { name, family } of installed) await makeTinyModel(join(folder, name), family);
  const [part] = await benchNatural(1);
  const speaking = installed.filter(({ family }) => family !== "paraformer").map(({ name }) => name);
  expect(part?.rows.map((row) => row["natural voices"])).toEqual(["tiny-kokoro", ...speaking]);
  for (const row of part?.rows ?? []) expect(Number(row["first byte ms"])).toBeGreaterThan(0);
});
