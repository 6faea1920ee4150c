import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { offers } from "../../app/features.ts";
import { renderPage } from "../../app/render.fixture.ts";
import { soundOf } from "../../core/page/fake-service.fixture.ts";
import { lateStop } from "../speak/stop-guard.ts";

it.each([
  { width: 1280, height: 720, sentences: 4 },
  { width: 1920, height: 1080, sentences: 1 },
  { width: 820, height: 1180, sentences: 4 },
])("six takes, the whole sentence and the player are in sight at $width × $height", async ({ sentences, ...size }) => {
  let passed = 0;
  const { playground } = await renderPage({ speech: () => soundOf(1) }, undefined, () => performance.now() + passed);
  const { library } = playground;
  const text = "Six takes of the same words are before a room, and all of it is read. ".repeat(sentences).trim();
  await page.getByRole("textbox", { name: "Script" }).fill(text);
  const isKept = (count: number) =>
    expect.poll(() => library.getSnapshot().rows.filter(({ sound }) => sound === "whole").length).toBe(count);
  for (let count = 1; count <= 6; count++) {
    await page.getByRole("button", { name: "Speak", exact: true }).click();
    await isKept(count);
    // A press at once would have been meant for Stop.
    passed += lateStop;
  }
  await page.viewport(size.width, size.height);
  offers.compare?.choose(
    playground,
    library.getSnapshot().rows.map(({ id }) => id),
  );
  await page.getByRole("button", { name: "On the stage" }).click();
  const stage = page.getByRole("dialog", { name: "Presentation" });
  await expect.element(stage.getByRole("radiogroup", { name: "Heard" })).toBeVisible();
  // The words are fitted once the page has its size.
  await vi.waitFor(
    () => {
      const sentence = stage.getByText(text, { exact: true }).element();
      expect(sentence.scrollHeight).toBeLessThanOrEqual(sentence.clientHeight + 1);
      const lanes = stage
        .getByRole("radio")
        .elements()
        .map((radio) => radio.closest("label")?.parentElement ?? radio);
      const seen = [sentence, ...lanes.slice(-6), stage.getByRole("button", { name: "Play" }).element()];
      expect(seen).toHaveLength(8);
      for (const element of seen) {
        const { top, bottom, left, right } = element.getBoundingClientRect();
        expect(Math.min(top, left)).toBeGreaterThanOrEqual(0);
        expect(bottom).toBeLessThanOrEqual(size.height);
        expect(right).toBeLessThanOrEqual(size.width);
      }
      // Names stay inside of their lanes.
      for (const lane of lanes.slice(-6)) expect(lane.scrollHeight).toBeLessThanOrEqual(lane.clientHeight + 2);
    },
    { timeout: 60_000 },
  );
});
