import { expect, it } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { SpeechRequestError } from "../api/errors.ts";
import { answer } from "../conformance/run/run-check.fixture.ts";
import { soundOf } from "../core/page/fake-service.fixture.ts";
import { pressByKey, renderPage } from "./render.fixture.ts";

const button = (name: string | RegExp) => page.getByRole("button", { name });

/** Presses what goes away by that, and looks that the keyboard is somewhere else then. */
async function leads(from: Locator, to: Locator): Promise<void> {
  await pressByKey(from);
  await expect.element(to).toHaveFocus();
}

/** Presses what is off by that, and looks that the keyboard is still there. */
async function stays(on: Locator): Promise<void> {
  await pressByKey(on);
  await expect.element(on).toHaveAttribute("aria-disabled", "true");
  await expect.element(on).toHaveFocus();
}

const view = (name: string) => page.getByRole("radio", { name, exact: true });
const form = page.getByRole("form", { name: "Case" });

/** Writes a case that reads the list of models; whoever keeps it drops it again, since it stays on disk. */
async function writeCase(name: string): Promise<void> {
  await form.getByLabelText("Name", { exact: true }).fill(name);
  await form.getByRole("combobox", { name: "Method" }).selectOptions("GET");
  await form.getByLabelText("Path").fill("/v1/models");
}

/** Drops a case once its run is over. */
async function dropCase(name: string): Promise<void> {
  await expect.element(page.getByText("1 check run.")).toBeVisible();
  await view("Cases").click();
  await page.getByRole("checkbox", { name: `Select ${name}` }).click();
  await pressByKey(button("Delete…"));
  await page.getByRole("dialog", { name: "Delete 1 case?" }).getByRole("button", { name: "Delete" }).click();
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

it("where one view takes the place of another, the keyboard is on the name of the one that came", async () => {
  const { playground } = await renderPage({
    exchange: async () => answer(200, { data: [] }),
    speech: () => soundOf(1),
  });
  await page.getByRole("tab", { name: "Checks" }).click();
  await leads(button("New case…"), view("Cases"));
  await writeCase("Kept here");
  await leads(form.getByRole("button", { name: "Keep" }), view("Cases"));
  await leads(button("Edit Kept here"), view("Cases"));
  await leads(form.getByRole("button", { name: "Cancel" }), view("Cases"));
  await leads(button("Run Kept here"), view("Report"));
  await dropCase("Kept here");

  for (const text of ["One", "Two"]) {
    await page.getByRole("textbox", { name: "Script" }).fill(text);
    await page.getByRole("button", { name: "Speak", exact: true }).click();
    await expect.poll(() => playground.library.getSnapshot().rows[0]).toMatchObject({ excerpt: text, sound: "whole" });
  }
  await page.getByRole("tab", { name: "Compare" }).click();
  await leads(button("Compare the latest two"), view("Listen"));
  await view("Blind test").click();
  const play = page.getByRole("tabpanel").getByRole("button", { name: "Play" });
  await leads(button("Begin"), play);
  await pressByKey(play);
  // What isn't heard yet can't be judged.
  await expect.element(page.getByRole("tabpanel").getByRole("button", { name: "Pause" })).toBeVisible();
  await userEvent.keyboard("b");
  await expect.element(button("No difference")).not.toHaveAttribute("aria-disabled");
  await pressByKey(button("No difference"));
  await leads(button("End and show"), view("Blind test"));
});

it("a button that its own press turns off keeps the keyboard", async () => {
  const failed = answer(500, {});
  let waited: Promise<unknown> = Promise.resolve();
  await renderPage({ exchange: () => waited.then(() => failed), speech: () => soundOf(1) });
  await page.getByRole("textbox", { name: "Script" }).fill("One");
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  await page.getByRole("tab", { name: "Checks" }).click();
  await button("New case…").click();
  await writeCase("Refused");
  await form.getByRole("button", { name: "Keep" }).click();
  await button("Run Refused").click();
  const again = button("Run again: 1 failed");
  // What is asked from here on has to wait; the first answer has come.
  await expect.element(again).toBeVisible();
  let free = () => {};
  waited = new Promise<void>((resolve) => {
    free = resolve;
  });
  await pressByKey(again);
  // It goes: nothing counts as failed while it is run again.
  await expect.element(again).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement).not.toBe(document.body);
  free();
  await dropCase("Refused");

  await page.getByRole("tab", { name: "Takes" }).click();
  await button("More").first().click();
  await page.getByRole("menuitem", { name: "Select", exact: true }).click();
  await stays(page.getByRole("toolbar", { name: "Select takes…" }).getByRole("button", { name: "None" }));

  await page.getByRole("tab", { name: "Compare" }).click();
  await button("Add a take").click();
  await button(/^Add “.*: One/).click();
  await button("Done").click();
  await pressByKey(button("Closer"));
  await stays(button("All of it"));
});

it("a press that takes its own button away leaves the keyboard beside it", async () => {
  let free = () => {};
  const freed = new Promise<void>((resolve) => {
    free = resolve;
  });
  await renderPage({ exchange: () => freed.then(() => answer(200, {})), speech: () => soundOf(2) });
  const script = page.getByRole("textbox", { name: "Script" });
  const speak = page.getByRole("button", { name: "Speak", exact: true });
  await script.fill("[pause 99s] One");
  await leads(button("Speak the brackets"), button("Follow the brackets"));
  await leads(button("Follow the brackets"), button("Speak the brackets"));
  await script.fill("夜车十点出发。");
  await leads(button("Stay with Autumn"), speak);
  await script.fill("One");
  await speak.click();

  const row = page.getByRole("row", { name: "One" });
  const panel = page.getByRole("tabpanel");
  await expect.element(row).toBeVisible();
  await panel.getByRole("searchbox").fill("Nothing");
  await leads(button("Show all"), row);
  await row.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Select", exact: true }).click();
  await leads(panel.getByRole("button", { name: "Done" }), row);

  await page.getByRole("tab", { name: "Compare" }).click();
  await panel.getByRole("button", { name: "Add a take" }).click();
  await button(/^Add “.*: One/).click();
  await panel.getByRole("button", { name: "Done" }).click();
  await button("Loop from here").click();
  await leads(button("No loop"), panel.getByRole("button", { name: "Play" }));

  await page.getByRole("tab", { name: "Checks" }).click();
  await button("New case…").click();
  await writeCase("Stopped");
  await form.getByRole("button", { name: "Keep" }).click();
  await button("Run Stopped").click();
  await leads(panel.getByRole("button", { name: "Stop", exact: true }), view("Report"));
  free();
  await dropCase("Stopped");
  // Other files may have left cases: Delete is still there then.
  await expect.poll(() => document.activeElement?.textContent).toMatch(/^(New case|Delete)…$/);
});
