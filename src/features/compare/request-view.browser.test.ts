import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { offers } from "../../app/features.ts";
import { renderPage } from "../../app/render.fixture.ts";
import { takeDetails, takeRow } from "../../core/takes/library.fixture.ts";

it("what was asked of two takes changes places with them, though only their endpoints differ", async () => {
  const { playground } = await renderPage();
  const body = JSON.stringify({ model: "streamspeech-v8", input: "The night train leaves at ten.", stream: true });
  for (const [id, endpoint] of [
    ["spoken", "speech"],
    ["task", "tasks"],
  ] as const)
    await playground.library.begin(takeRow(id), takeDetails(id, { request: { endpoint, path: "", body } }));
  const compare = (...ids: readonly string[]) => offers.compare?.choose(playground, ids);
  compare("spoken", "task");
  await page.getByRole("radio", { name: "Requests" }).click();
  const row = page.getByRole("row", { name: "Temperature" });
  await expect.element(row).toHaveTextContent("0.25not sent");
  compare("task", "spoken");
  await expect.element(row).toHaveTextContent("not sent0.25");
});
