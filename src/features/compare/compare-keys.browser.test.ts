import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderPage } from "../../app/render.fixture.ts";
import { soundOf } from "../../core/page/fake-service.fixture.ts";

it("the keys that Compare names work as soon as it has come up", async () => {
  const { playground } = await renderPage({ speech: () => soundOf(60) });
  await page.getByRole("button", { name: /^Voice: / }).click();
  const voices = page.getByRole("listbox", { name: "Voices" });
  const noah = voices.getByRole("option", { name: "Noah" });
  await expect.element(noah).toBeVisible();
  const box = noah.element().querySelector("[data-action=tick]");
  if (box === null) throw new Error("Noah has no box to tick.");
  await page.elementLocator(box).click();
  await page.getByRole("button", { name: "Speak with these, side by side" }).click();
  const compare = page.getByRole("tabpanel", { name: "Compare" });
  await expect.poll(() => playground.library.getSnapshot().rows.map(({ sound }) => sound)).toEqual(["whole", "whole"]);
  await expect.element(page.getByRole("tab", { name: "Compare" })).toHaveFocus();
  await expect.element(compare.getByRole("button", { name: "Play" })).toBeEnabled();
  // Whether its sound has been read yet shows nowhere.
  await userEvent.keyboard("2");
  await expect.element(compare.getByText("2 · Noah")).toBeVisible();
  await userEvent.keyboard(" ");
  await expect.element(compare.getByRole("button", { name: "Pause" })).toBeVisible();
  await userEvent.keyboard("k");
  await expect.element(compare.getByRole("button", { name: "Play" })).toBeVisible();
  // What is pressed between two keys needn't be able to have the focus; in Safari no button is.
  await compare
    .getByRole("img", { name: /Waveform/ })
    .first()
    .click();
  await userEvent.keyboard(" ");
  await expect.element(compare.getByRole("button", { name: "Pause" })).toBeVisible();
  await userEvent.keyboard(" ");

  // The radios stand elsewhere in each view, and the one that is chosen keeps the focus.
  await compare.getByRole("radio", { name: "Listen" }).click({ force: true });
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(compare.getByRole("radio", { name: "Blind test" })).toHaveFocus();
  await compare.getByRole("button", { name: "Begin" }).click();
  await expect.element(compare.getByRole("heading", { name: "Round 1" })).toBeVisible();
  await compare.getByRole("heading", { name: "Round 1" }).click();
  await userEvent.keyboard("b");
  await expect.element(compare.getByRole("radio", { name: "B", exact: true })).toBeChecked();
});
