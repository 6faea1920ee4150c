import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { soundOf } from "../../core/page/fake-service.fixture.ts";
import { form, openPage, pause, present, press, speak, stage, words } from "./present.fixture.ts";

describe("the programme in the presentation", () => {
  const list = () => stage().getByRole("region", { name: "Programme" });
  const titles = () =>
    list()
      .getByRole("listitem")
      .elements()
      .map((item) => item.querySelector("[dir=auto]")?.textContent);

  it("is shown by L, filled, ordered, named and emptied by the keyboard, each of it said and undone", async () => {
    const { programme } = await openPage();
    programme.getState().addScript(form("First."));
    programme.getState().addScript(form("Second."));
    await page.getByRole("textbox", { name: "Script" }).fill("From the page.");
    await present();
    await press("l");
    await expect.element(list().getByRole("button", { name: /^1 ?First/ })).toHaveFocus();
    await list().getByRole("button", { name: "Add the page's script" }).click();
    await expect.poll(titles).toEqual(["First.", "Second.", "From the page."]);
    await expect
      .element(list().getByRole("button", { name: "Add the page's script" }))
      .toHaveAttribute("aria-disabled", "true");

    const up = list().getByRole("button", { name: "Move up: From the page." });
    up.element().focus();
    await press("{Enter}{Enter}");
    await expect.poll(titles).toEqual(["From the page.", "First.", "Second."]);
    await expect.element(up).toHaveFocus();
    await expect.element(list().getByRole("status")).toHaveTextContent("From the page. now 1 of 3");

    await list().getByRole("button", { name: "Rename: Second." }).click();
    await press("The end{Enter}");
    await expect.poll(titles).toEqual(["From the page.", "First.", "The end"]);
    await expect.element(list().getByRole("status")).toHaveTextContent("The end renamed");
    await list().getByRole("button", { name: "Remove: First." }).click();
    await expect.poll(titles).toEqual(["From the page.", "The end"]);
    // What was shown is gone: what stood behind it is shown.
    await expect.element(words()).toHaveTextContent("Second.");
    const undo = () => list().getByRole("button", { name: "Undo" });
    await undo().click();
    await expect.poll(titles).toEqual(["From the page.", "First.", "The end"]);
    // Each change has its own way back, and only the latest one.
    expect(undo().elements()).toEqual([]);
    await list().getByRole("button", { name: "Remove: First." }).click();
    await list().getByRole("button", { name: "Move up: The end" }).click();
    await expect.poll(titles).toEqual(["The end", "From the page."]);
    await undo().click();
    await expect.poll(titles).toEqual(["From the page.", "The end"]);
    await press("{Escape}");
    expect(list().elements()).toEqual([]);
    await expect.element(stage()).toBeVisible();
  });

  it("says where an item with a long name stands now", async () => {
    const { programme } = await openPage();
    programme.getState().addScript(form("A first one."));
    programme.getState().addScript(form("A name that is much too long for one line of the programme. ".repeat(3)));
    await present();
    await press("l");
    await list().getByRole("button", { name: "Move up: A name" }).click();
    const said = list().getByText("now 1 of 2").element().getBoundingClientRect();
    const edge = list().element().getBoundingClientRect();
    expect(said.right).toBeLessThanOrEqual(edge.right);
    expect(said.width).toBeGreaterThan(40);
  });

  it("marks a script whose voice doesn't speak what is written, and none whose voice does", async () => {
    const { programme } = await openPage();
    programme.getState().addScript(form("مرحبا بكم في هذا المساء."));
    programme.getState().addScript(form("Good evening."));
    await present();
    await press("l");
    const rows = () => list().getByRole("listitem").elements();
    await expect.poll(() => rows().length).toBe(2);
    const [arabic, english] = rows();
    expect(arabic).toHaveTextContent(/written in Arabic letters, which no voice of StreamSpeech v8 speaks/);
    expect(arabic?.querySelector("[data-warns]")).not.toBeNull();
    expect(english?.querySelector("[data-warns]")).toBeNull();
    expect(english).toHaveTextContent("live");
  });

  it("says of a script that it can't be spoken before a room sees it, and has it corrected in its place", async () => {
    const { programme, playground } = await openPage();
    programme.getState().addScript(form("A tpyo."));
    programme.getState().addScript({ ...form("No recording.", "refvoice-2"), values: {} });
    await page.getByRole("textbox", { name: "Script" }).fill("What is on the page.");
    await present();
    await press("l");
    await expect.element(list().getByText(/Still missing/)).toBeVisible();
    const correct = list().getByRole("button", { name: "Correct it on the page: A tpyo." });
    await correct.click();
    expect(playground.settings.getState().script).toBe("A tpyo.");
    await list().getByRole("button", { name: "Undo" }).click();
    expect(playground.settings.getState().script).toBe("What is on the page.");
    await correct.click();
    await press("{Escape}{Escape}");
    await page.getByRole("textbox", { name: "Script" }).fill("A typo.");
    await present();
    await press("l");
    await list().getByRole("button", { name: "Replace number 1 with the page's script" }).click();
    await expect.poll(titles).toEqual(["A typo.", "No recording."]);
    await list().getByRole("button", { name: "Undo" }).click();
    await expect.poll(titles).toEqual(["A tpyo.", "No recording."]);
  });

  it("on a phone, where it covers the stage, ends with a choice", async () => {
    const { programme } = await openPage();
    programme.getState().addScript(form("First."));
    programme.getState().addScript(form("Second."));
    await present();
    await press("l");
    await page.viewport(390, 844);
    await list()
      .getByRole("button", { name: /^2 ?Second/ })
      .click();
    await expect.element(words()).toHaveTextContent("Second.");
    expect(list().elements()).toEqual([]);
  });

  it("shows the page's script at once, behind the shown item, and as it was spoken", async () => {
    const { programme, bodies, playground } = await openPage({ speech: () => soundOf(60) });
    programme.getState().addScript(form("First."));
    programme.getState().addScript(form("Second."));
    await present();
    await press("{Escape}");
    await speak("Spontaneously.");
    await present();
    await expect.element(words()).toHaveTextContent("First.");
    // The stage puts something else into the player.
    await press("{PageDown}");
    await expect.element(pause()).toBeVisible();
    await press("l");
    await list().getByRole("button", { name: "Show it now" }).click();
    await expect.element(words()).toHaveTextContent("Spontaneously.");
    await expect.element(stage().getByText("2 of 3", { exact: true })).toBeVisible();
    await press("{PageDown}");
    await expect.element(pause()).toBeVisible();
    expect(bodies.map(({ input }) => input)).toEqual(["Spontaneously.", "First."]);
    // As long as its first sound is awaited, a press changes nothing.
    await expect.poll(() => playground.takes.getState().current?.session.position() ?? 0).toBeGreaterThan(0.1);
    await press("{PageDown}");
    await expect.element(words()).toHaveTextContent("Second.");
  });
});
