import { expect, it } from "vitest";
import { type Locator, page } from "vitest/browser";
import { SpeechRequestError } from "../api/errors.ts";
import { soundOf } from "../core/page/fake-service.fixture.ts";
import { pressByKey, renderPage } from "./render.fixture.ts";

const button = (name: string | RegExp) => page.getByRole("button", { name });

/** Presses what goes away by that, and looks that the keyboard is somewhere else then. */
async function leads(from: Locator, to: Locator): Promise<void> {
  await pressByKey(from);
  await expect.element(to).toHaveFocus();
}

it("where what was pressed goes away, the keyboard goes on to the next, never to the page's beginning", async () => {
  const refusal = new SpeechRequestError({
    ...{ refusal: "status", status: 400, headers: [], truncated: false },
    error: { message: "No.", code: "bad", raw: "" },
  });
  let fails = true;
  const { playground } = await renderPage({
    async *speech() {
      if (fails) throw refusal;
      yield* soundOf(1);
    },
  });
  const script = page.getByRole("textbox", { name: "Script" });
  const speak = page.getByRole("button", { name: "Speak", exact: true });
  await script.fill("Refused");
  await speak.click();
  await leads(button("Dismiss"), speak);

  fails = false;
  const texts = ["One", "Two", "Three", "Four", "Five", "Six"];
  for (const text of texts) {
    await script.fill(text);
    await speak.click();
    await expect.poll(() => playground.library.getSnapshot().rows[0]).toMatchObject({ excerpt: text, sound: "whole" });
  }
  await page.getByRole("tab", { name: "Compare" }).click();
  await button("Compare the latest two").click();
  await button("Add a take").click();
  const option = (text: string) => button(new RegExp(`^Add “.*: ${text}`));
  await leads(option("Three"), option("Two"));
  await leads(option("Two"), option("One"));
  await leads(option("Four"), option("One"));
  // A sixth one is the last, and the list can still be closed.
  await leads(option("One"), button("Done"));
  await leads(button("Done"), page.getByRole("radio", { name: "Listen" }));
  const first = page.getByRole("radiogroup", { name: "Heard" }).getByRole("radio", { name: /^1/ });
  await leads(button(/^Compare the others with/).first(), first);
  await leads(button(/^Remove “/).first(), first);
});

it("the same where something is taken out of a case", async () => {
  await renderPage();
  await page.getByRole("tab", { name: "Checks" }).click();
  await button("New case…").click();
  await leads(button("Remove: HTTP status"), page.getByRole("combobox", { name: "Add an expectation" }));
});
