import { expect, it } from "vitest";
import { form, openWithTwoTakes, present, press, stage, watchFullScreen, words } from "./present.fixture.ts";

/** A show of a blind test of two takes, then a script. */
async function openWithBlindTest() {
  const { programme, takes } = await openWithTwoTakes();
  const [one = "", two = ""] = takes;
  for (const { id } of programme.getState().items) programme.getState().remove(id);
  programme.getState().add({ kind: "blind", excerpt: "", takes: [one, two], question: "ab" });
  programme.getState().addScript(form("The next one."));
  await present();
  await expect.element(begin()).toBeVisible();
}

const begin = () => stage().getByRole("button", { name: "Begin" });
const again = () => stage().getByRole("button", { name: "New test" });
const black = () => stage().getByRole("button", { name: /The screen is black/ });
const hands = (place: string) => stage().getByRole("spinbutton", { name: `Hands for ${place}` });
const toHear = (places: string) => stage().getByText(`Still to hear: ${places}.`, { exact: false });

/** Hears both places of a round. */
async function hearBoth() {
  await press("{PageDown}");
  await expect.element(toHear("B")).toBeVisible();
  await press("{PageDown}");
  await expect.element(stage().getByText(/Still to hear/)).not.toBeInTheDocument();
}

it("once hands are counted the keys are the clicker's again; also before, all but digits and editing are", async () => {
  await openWithBlindTest();
  await hearBoth();
  await hands("A").fill("7");
  await press("b");
  await expect.element(black()).toBeVisible();
  await press("{PageDown}");
  await expect.element(black()).not.toBeInTheDocument();
  // Escape brings the picture back first, also from within the field, which it leaves then, and only then the stage.
  await hands("A").click();
  await press("b");
  await expect.element(black()).toBeVisible();
  await press("{Escape}");
  await expect.element(black()).not.toBeInTheDocument();
  await hands("A").click();
  await press("{Escape}");
  await expect.element(stage()).toHaveFocus();
  await hands("B").fill("");
  await press("3{Enter}");
  await expect.element(stage().getByText("1 round counted")).toBeVisible();
  await expect.element(stage()).toHaveFocus();
  await hearBoth();
  // In the field, too, a clicker goes on: everything was heard, so that the test ends.
  await hands("A").click();
  await press("{PageDown}");
  await expect.element(stage().getByRole("region", { name: "Tally" })).toHaveTextContent(/hands (7 : 3|3 : 7)/);
});

it("with Shift and F5 a test that isn't revealed keeps its counted rounds, and is heard anew", async () => {
  watchFullScreen();
  await openWithBlindTest();
  await hearBoth();
  await hands("A").fill("7");
  await hands("B").fill("0");
  await press("{Enter}");
  await expect.element(stage().getByText("1 round counted")).toBeVisible();
  await hearBoth();
  await press("{Shift>}{F5}{/Shift}");
  await expect.element(toHear("A, B")).toBeVisible();
  await hearBoth();
  await expect.element(hands("A")).toBeVisible();
  await expect.element(stage().getByText("1 round counted")).toBeVisible();
  await press("0");
  await expect.element(stage().getByRole("region", { name: "Tally" })).toHaveTextContent(/hands (7 : 0|0 : 7)/);
});

it("a test that was revealed is another one with Shift and F5, and in the next show", async () => {
  watchFullScreen();
  await openWithBlindTest();
  for (const next of ["anew", "show"] as const) {
    await hearBoth();
    await press("{PageDown}");
    await expect.element(again()).toBeVisible();
    // Behind it, and back again, the same show has the same result.
    await press("{PageDown}");
    await expect.element(words()).toHaveTextContent("The next one.");
    await press("{PageUp}");
    await expect.element(again()).toBeVisible();
    if (next === "anew") await press("{Shift>}{F5}{/Shift}");
    else {
      await press("{Escape}");
      await present();
    }
    await expect.element(begin()).toBeVisible();
    expect(stage().getByRole("region", { name: "Tally" }).elements()).toEqual([]);
  }
  await hearBoth();
});
