import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Product, startProduct } from "../product.ts";
import { canaryText } from "./places.ts";

/** What the product leaves on the machine: files in DATA_DIR for its owner alone, and nothing anywhere else. */
const elsewhere = mkdtempSync(join(tmpdir(), "attacks-elsewhere-"));
let product: Product;
beforeAll(async () => {
  product = await startProduct({ environment: { TMPDIR: elsewhere, HOME: elsewhere, LOG_LEVEL: "trace" } });
}, 120_000);
afterAll(async () => {
  await product.stop();
  rmSync(elsewhere, { recursive: true, force: true });
});

const body = JSON.stringify({ model: "streamspeech-v8", input: `${canaryText}.`, voice: "Autumn" });
const post = (path: string): Promise<Response> =>
  fetch(product.address + path, { method: "POST", headers: { "content-type": "application/json" }, body });

function files(): string[] {
  return readdirSync(product.dataFolder, { recursive: true, withFileTypes: true }).map((entry) =>
    join(entry.parentPath, entry.name),
  );
}

test("a text that is spoken at once is in no file and no line of the log", async () => {
  const response = await post("/v1/audio/speech");
  expect([response.status, (await response.arrayBuffer()).byteLength > 1_000]).toEqual([200, true]);
  const holding = files().filter((file) => statSync(file).isFile() && readFileSync(file).includes(canaryText));
  expect(holding).toEqual([]);
  expect(product.output()).not.toContain(canaryText);
});

test("what is kept is for its owner alone, and nothing is written elsewhere", async () => {
  const task = await (await post("/v1/audio/speech/tasks")).text();
  const id = /"id":"(task_[^"]+)"/.exec(task)?.[1] ?? "";
  const status = async () => (await fetch(`${product.address}/v1/audio/speech/tasks/${id}`)).text();
  await expect.poll(status).toContain('"completed"');
  const kept = files();
  expect(kept.length).toBeGreaterThan(5);
  expect(kept.filter((file) => (statSync(file).mode & 0o077) !== 0)).toEqual([]);
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(product.output()).not.toContain(canaryText);
});
