import { readdir, readFile } from "node:fs/promises";
import { routes, taskPath } from "../../src/contract/routes.ts";
import { expect, test } from "../fixtures.ts";
import { player, speak } from "../page.ts";
import { type Product, startProduct } from "../product.ts";

const pause = "It is started again in 8 s; the playground stays up.";

/** Kills the embedded speech service of a product as `kill -9` does, if it is there. */
async function killService({ dataFolder }: Product): Promise<void> {
  const read = (pid: string, file: string) => readFile(`/proc/${pid}/${file}`, "latin1").catch(() => "");
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const isService = (await read(pid, "cmdline")).includes("programs/service.js");
    if (!isService || !(await read(pid, "environ")).split("\0").includes(`DATA_DIR=${dataFolder}`)) continue;
    process.kill(Number(pid), "SIGKILL");
    return;
  }
}

test("the playground's service is killed: the page says that it starts again, it speaks, and a task goes on", async ({
  page,
  expectPageErrors,
}) => {
  expectPageErrors(/Failed to load resource/);
  const product = await startProduct();
  try {
    await page.goto(product.address);
    await speak(page, "First it is there.");
    await expect(player(page)).toContainText("complete");

    const body = { model: "streamspeech-v8", input: "A long task that is spoken. ".repeat(400), voice: "Autumn" };
    const task = await (await page.request.post(product.address + routes.tasks.path, { data: body })).json();
    const statusOf = async () =>
      (await (await page.request.get(product.address + taskPath("task", task.id))).json()).status;
    await expect.poll(statusOf).toBe("in_progress");

    // Whichever is started in its place is killed as well: each time the pause is twice as long, and then there is time
    // to look.
    await expect(async () => {
      await killService(product);
      expect(product.output()).toContain(pause);
    }).toPass({ intervals: [50], timeout: 60_000 });
    const since = () => product.output().split(pause).at(-1);
    expect(since()).not.toContain("is back");
    await speak(page, "Then it is gone.");
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("The playground's own speech service is restarting");
    await expect(alert).toContainText("Speak again in a moment.");
    await expect(alert).toContainText("no charge expected");
    await expect(page.getByRole("textbox", { name: "Script" })).toHaveValue("Then it is gone.");

    await expect.poll(since, { timeout: 30_000 }).toContain("The embedded speech service is back.\n");
    await page.getByRole("button", { name: "Speak", exact: true }).click();
    await expect(player(page)).toContainText("complete");
    await expect(alert).toBeEmpty();
    await expect.poll(statusOf, { timeout: 120_000 }).toBe("completed");
  } finally {
    await product.stop();
  }
});
