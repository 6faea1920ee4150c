import { describe, expect, it, onTestFinished, vi } from "vitest";
import { page } from "vitest/browser";
import { soundOf } from "../../core/page/fake-service.fixture.ts";
import { takesOf } from "../../core/programme/programme-item.ts";
import { form, openPage, pause, present, press, speak, stage, words } from "./present.fixture.ts";

const line = () => stage().getByRole("textbox", { name: "A sentence from the audience" });

/** Writes what somebody in the audience asks for, and has it spoken. */
async function ask(sentence: string): Promise<void> {
  await press("s");
  // It comes a moment after the key.
  await expect.element(line()).toHaveFocus();
  await press(`${sentence}{Enter}`);
}

describe("the programme in the presentation", () => {
  const list = () => stage().getByRole("region", { name: "Programme" });
  const titles = () =>
    list()
      .getByRole("listitem")
      .elements()
      .map((item) => item.querySelector("[dir=auto]")?.textContent);

  async function choose(title: string, command: string | RegExp): Promise<void> {
    await list()
      .getByRole("button", { name: `More: ${title}` })
      .click();
    await stage().getByRole("menuitem", { name: command }).click();
    // Else it would stand beside the next one on its way out.
    await expect.element(stage().getByRole("menuitem", { name: command })).not.toBeInTheDocument();
  }

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

    const face = list().getByRole("button", { name: /^3 ?From/ });
    face.element().focus();
    await press("{Alt>}{ArrowUp}{ArrowUp}{/Alt}");
    await expect.poll(titles).toEqual(["From the page.", "First.", "Second."]);
    await expect.element(list().getByRole("button", { name: /^1 ?From/ })).toHaveFocus();
    await expect.element(list().getByRole("status")).toHaveTextContent("From the page. now 1 of 3");

    await choose("Second.", "Rename…");
    await expect.element(list().getByRole("textbox", { name: "Name" })).toHaveFocus();
    await press("The end{Enter}");
    await expect.poll(titles).toEqual(["From the page.", "First.", "The end"]);
    await expect.element(list().getByRole("status")).toHaveTextContent("The end renamed");
    await choose("First.", "Remove");
    await expect.poll(titles).toEqual(["From the page.", "The end"]);
    // What was shown is gone: what stood behind it is shown.
    await expect.element(words()).toHaveTextContent("Second.");
    const undo = () => list().getByRole("button", { name: "Undo" });
    await undo().click();
    await expect.poll(titles).toEqual(["From the page.", "First.", "The end"]);
    // Each change has its own way back, and only the latest one.
    expect(undo().elements()).toEqual([]);
    await choose("First.", "Remove");
    await choose("The end", "Move up");
    await expect.element(list().getByRole("button", { name: "More: The end" })).toHaveFocus();
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
    list()
      .getByRole("button", { name: /^2 ?A name/ })
      .element()
      .focus();
    await press("{Alt>}{ArrowUp}{/Alt}");
    const said = list().getByText("now 1 of 2");
    await expect.element(said).toBeVisible();
    const { right, width } = said.element().getBoundingClientRect();
    expect(right).toBeLessThanOrEqual(list().element().getBoundingClientRect().right);
    expect(width).toBeGreaterThan(40);
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
    const correct = () => choose("A tpyo.", "Correct it on the page");
    await correct();
    expect(playground.settings.getState().script).toBe("A tpyo.");
    await list().getByRole("button", { name: "Undo" }).click();
    expect(playground.settings.getState().script).toBe("What is on the page.");
    await correct();
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
    // Held sideways, the words need the height.
    await page.viewport(800, 360);
    const heightOf = (name: string) =>
      stage().getByRole("button", { name, exact: true }).element().getBoundingClientRect().height;
    expect(["Speak", "Next"].map(heightOf)).toEqual([44, 44]);
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
    await expect.poll(() => bodies.map(({ input }) => input)).toEqual(["Spontaneously.", "First."]);
    // As long as its first sound is awaited, a press changes nothing.
    await expect.poll(() => playground.takes.getState().current?.session.position() ?? 0).toBeGreaterThan(0.1);
    await press("{PageDown}");
    await expect.element(words()).toHaveTextContent("Second.");
  });

  it("takes a slide with a title, lines and a picture, and shows it; a number and Enter go to an item", async () => {
    const { programme } = await openPage();
    programme.getState().addScript(form("First."));
    await present();
    await press("l");
    await list().getByRole("button", { name: "Add a slide…" }).click();
    const slide = list().getByRole("form", { name: "Slide" });
    await slide.getByRole("textbox", { name: "Title" }).fill("Welcome");
    await slide.getByRole("textbox", { name: "A few lines" }).fill("Three voices\nand one sentence");
    await slide.getByRole("button", { name: "Save the slide" }).click();
    await expect.poll(titles).toEqual(["First.", "Welcome"]);
    await press("{Escape}2");
    await expect.element(stage().getByText("Enter: to 2")).toBeVisible();
    await press("{Enter}");
    await expect.element(stage().getByRole("heading", { name: "Welcome" })).toBeVisible();
    await expect.element(stage().getByText("and one sentence")).toBeVisible();
    // It has one step; the item before has its words first.
    await press("{PageUp}");
    await expect.element(words()).toHaveTextContent("First.");
    await press("9{Enter}");
    await expect.element(words()).toHaveTextContent("First.");
    await press("l");
    await choose("Welcome", "Edit the slide…");
    await slide.getByRole("textbox", { name: "Title" }).fill("Hello");
    await press("{Escape}");
    await expect.poll(titles).toEqual(["First.", "Welcome"]);
    // Escape closes a menu alone.
    await list().getByRole("button", { name: "More: First." }).click();
    // The menu has the keyboard, although its first item is off.
    await expect.element(stage().getByRole("menuitem", { name: "Move up" })).toHaveFocus();
    await press("{Escape}");
    await expect.poll(() => stage().getByRole("menuitem").elements()).toEqual([]);
    await choose("First.", "Show its name on the stage");
    await expect.element(stage().getByRole("heading", { name: "First." })).toBeVisible();
  });

  it("marks a comparison and a blind test whose take was deleted, before a room sees them", async () => {
    const { programme, playground } = await openPage({ speech: () => soundOf(1) });
    await speak("One.");
    await speak("Two.");
    const [one = "", two = ""] = playground.library.getSnapshot().rows.map(({ id }) => id);
    programme.getState().add({ kind: "comparison", name: "Both", excerpt: "", takes: [one, two] });
    programme.getState().add({ kind: "blind", name: "Blind", excerpt: "", takes: [one, two], question: "ab" });
    await present();
    await press("l");
    const rows = () => list().getByRole("listitem").elements();
    await expect.poll(() => rows().length).toBe(2);
    expect(list().getByText("1 take was deleted").elements()).toEqual([]);
    await playground.library.update(one, { deleted: playground.wallClock() });
    await expect.poll(() => list().getByText("1 take was deleted").elements().length).toBe(2);
    // The comparison still has one to hear; the blind test can't be held.
    expect(rows().map((row) => row.hasAttribute("data-lost"))).toEqual([false, true]);
  });

  it("holds no blind test of a take without audio, and says so in the programme and on the stage", async () => {
    const { programme, playground } = await openPage({ speech: () => soundOf(1) });
    await speak("One.");
    await speak("Two.");
    const rows = () => playground.library.getSnapshot().rows;
    // What isn't kept yet would be kept behind the erasing.
    await expect.poll(() => rows().map(({ sound }) => sound)).toEqual(["whole", "whole"]);
    const [one = "", two = ""] = rows().map(({ id }) => id);
    programme.getState().add({ kind: "blind", name: "Blind", excerpt: "", takes: [one, two], question: "ab" });
    programme.getState().add({ kind: "comparison", name: "Both", excerpt: "", takes: [one, two] });
    programme.getState().addScript(form("The next one."));
    await playground.library.eraseSounds([one]);
    await present();
    await expect.element(words()).toHaveTextContent("1 take has no audio here");
    await press("l");
    await expect.poll(() => list().getByText("1 take has no audio here").elements().length).toBe(2);
    const lost = list().getByRole("listitem").elements();
    expect(lost.map((row) => row.hasAttribute("data-lost"))).toEqual([true, false, false]);
    await press("{Escape}{PageDown}");
    await expect.element(stage().getByRole("radiogroup", { name: "Heard" })).toBeVisible();
  });

  it("says that a comparison is kept, or what of it isn't whole, in the programme and on the stage", async () => {
    const { programme, playground } = await openPage({ speech: () => soundOf(1) });
    await speak("One.");
    await speak("Two.");
    const [one = "", two = ""] = playground.library.getSnapshot().rows.map(({ id }) => id);
    programme.getState().add({ kind: "comparison", name: "Both", excerpt: "", takes: [one, two] });
    await present();
    await press("l");
    const row = () => list().getByRole("listitem");
    await expect.element(row()).toHaveTextContent("Comparison · kept");
    await playground.library.update(one, { sound: "partial", status: "interrupted" });
    await expect.element(row()).toHaveTextContent("Comparison · only a part of 1 take");
    await press("{Escape}");
    await expect.element(stage().getByText("only a part of 1 take")).toBeVisible();
  });

  it("is ordered by dragging", async () => {
    const { programme } = await openPage();
    for (const text of ["First.", "Second.", "Third."]) programme.getState().addScript(form(text));
    await present();
    await press("l");
    await expect.poll(titles).toHaveLength(3);
    const [handle] = list().getByTitle("Drag it to another place").elements();
    const [, , third] = list().getByRole("listitem").elements();
    const { left, bottom } = third?.getBoundingClientRect() ?? new DOMRect();
    const pointer = (type: string, clientY: number, pointerId = 1) =>
      new PointerEvent(type, { clientX: left, clientY, pointerId, bubbles: true });
    handle?.dispatchEvent(pointer("pointerdown", handle.getBoundingClientRect().top + 1));
    window.dispatchEvent(pointer("pointermove", bottom - 2));
    await expect.poll(() => third?.getAttribute("data-drag")).toBe("below");
    // Another finger moves and drops nothing.
    window.dispatchEvent(pointer("pointermove", 0, 2));
    window.dispatchEvent(pointer("pointerup", 0, 2));
    window.dispatchEvent(pointer("pointerup", bottom - 2));
    await expect.poll(titles).toEqual(["Second.", "Third.", "First."]);
    await list().getByRole("button", { name: "Undo" }).click();
    await expect.poll(titles).toEqual(["First.", "Second.", "Third."]);
  });

  it("scrolls where a row is dragged to its edge, and drops none where it isn't seen", async () => {
    const { programme } = await openPage();
    for (let count = 1; count <= 20; count++) programme.getState().addScript(form(`Number ${count}.`));
    await present();
    await press("l");
    await expect.poll(titles).toHaveLength(20);
    const [handle] = list().getByTitle("Drag it to another place").elements();
    const rows = list().getByRole("listitem").elements();
    const isSeen = (row: Element | undefined) =>
      (row?.getBoundingClientRect().bottom ?? 0) <= (row?.parentElement?.getBoundingClientRect().bottom ?? 0);
    expect(isSeen(rows[19])).toBe(false);
    const drag = (type: string, target: EventTarget = window, clientY = 5_000) =>
      target.dispatchEvent(new PointerEvent(type, { clientY, pointerId: 1, bubbles: true }));
    const lift = () => drag("pointerdown", handle, handle?.getBoundingClientRect().top);
    lift();
    drag("pointermove");
    drag("pointerup");
    await expect.poll(() => titles()[0]).toBe("Number 2.");
    expect(titles()[19]).toBe("Number 20.");
    await list().getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => titles()[0]).toBe("Number 1.");

    lift();
    drag("pointermove");
    await expect.poll(() => rows[19]?.getAttribute("data-drag")).toBe("below");
    expect(isSeen(rows[19])).toBe(true);
    drag("pointerup");
    await expect.poll(() => titles()[19]).toBe("Number 1.");
  });

  it("doesn't move a row whose handle is pressed at the list's edge, and not dragged", async () => {
    const { programme } = await openPage();
    for (let count = 1; count <= 20; count++) programme.getState().addScript(form(`Number ${count}.`));
    await present();
    await press("l");
    await expect.poll(titles).toHaveLength(20);
    const rows = list().getByRole("listitem").elements();
    const within = rows[0]?.parentElement;
    const clientY = Math.min(innerHeight, within?.getBoundingClientRect().bottom ?? 0) - 6;
    const at = rows.findIndex((row) => clientY < row.getBoundingClientRect().bottom);
    const handle = list().getByTitle("Drag it to another place").elements()[at];
    const pointer = (type: string, y: number) => new PointerEvent(type, { clientY: y, pointerId: 1, bubbles: true });
    const before = titles();
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    handle?.dispatchEvent(pointer("pointerdown", clientY));
    window.dispatchEvent(pointer("pointermove", clientY + 2));
    vi.advanceTimersByTime(200);
    expect(within?.scrollTop).toBe(0);
    window.dispatchEvent(pointer("pointerup", clientY + 2));
    expect(titles()).toEqual(before);
    // Moved further, it drags.
    handle?.dispatchEvent(pointer("pointerdown", clientY));
    window.dispatchEvent(pointer("pointermove", clientY + 5));
    vi.advanceTimersByTime(200);
    expect(within?.scrollTop).toBeGreaterThan(0);
    window.dispatchEvent(pointer("pointercancel", clientY + 5));
    expect(titles()).toEqual(before);
  });

  it("speaks the page's script through all models that can, as one item with its figures", async () => {
    const { programme, bodies, playground } = await openPage({ speech: () => soundOf(1) });
    await page.getByRole("textbox", { name: "Script" }).fill("One sentence.");
    await present();
    await press("l");
    await expect.element(list().getByText("StreamSpeech v8: 13 tokens")).toBeVisible();
    await list()
      .getByRole("button", { name: /The page's script through \d models/ })
      .click();
    const [item] = programme.getState().items;
    expect(item).toMatchObject({ kind: "comparison", figures: true });
    const takes = item === undefined ? [] : takesOf(item);
    expect(takes.length).toBeGreaterThan(1);
    const rows = () => takes.map((id) => playground.library.row(id));
    await expect.poll(() => rows().map((row) => row?.sound)).toEqual(takes.map(() => "whole"));
    expect(new Set(rows().map((row) => row?.model)).size).toBe(takes.length);
    expect(bodies.map(({ input }) => input)).toEqual(takes.map(() => "One sentence."));
    await press("{Escape}");
    await expect.element(stage().getByRole("radiogroup", { name: "Heard" })).toBeVisible();
    await expect.element(stage().getByText(/^Cloud TTS · first sound /)).toBeVisible();
    await expect.element(stage().getByText(/^StreamSpeech v8 · first sound .* · 13 tokens$/)).toBeVisible();
    // What a comparison's keys would do is over with it.
    await ask("From the audience.");
    await expect.poll(() => bodies.at(-1)?.["input"]).toBe("From the audience.");
  });

  it("asks once before a run uses models that the service doesn't list", async () => {
    const { programme, bodies } = await openPage({
      models: async () => ({ kind: "listed", ids: ["streamspeech-v8"] }),
      speech: () => soundOf(1),
    });
    await page.getByRole("textbox", { name: "Script" }).fill("One sentence.");
    await present();
    await press("l");
    const question = page.getByRole("dialog", { name: /Cloud TTS.* in the service's list$/ });
    await list().getByRole("button", { name: "The page's script by several voices…" }).click();
    await list().getByRole("button", { name: "Speak them" }).click();
    await expect.element(question).toBeVisible();
    await press("{Escape}");
    await expect.element(question).not.toBeInTheDocument();
    // The form and the stage stay.
    await list().getByRole("button", { name: "Cancel" }).click();
    const run = list().getByRole("button", { name: /The page's script through \d models/ });
    await run.click();
    await question.getByRole("button", { name: "Not now" }).click();
    expect(programme.getState().items).toEqual([]);
    expect(bodies).toEqual([]);
    await run.click();
    await question.getByRole("button", { name: "Speak anyway" }).click();
    await expect.poll(() => bodies.map(({ model }) => model)).toContain("cloud-tts");
    await expect.element(question).not.toBeInTheDocument();
  });

  it("sends such a run once however often it is pressed, and nothing more of it once it is taken back", async () => {
    let free = () => {};
    const freed = new Promise<void>((resolve) => {
      free = resolve;
    });
    const { programme, bodies, playground } = await openPage({
      async *speech() {
        await freed;
        yield* soundOf(1);
      },
    });
    await page.getByRole("textbox", { name: "Script" }).fill("One sentence.");
    await present();
    await press("l");
    const run = list().getByRole("button", { name: /The page's script through \d models/ });
    await run.click();
    await expect.poll(() => bodies).toHaveLength(1);
    await expect.element(run).toHaveAttribute("aria-disabled", "true");
    (run.element() as HTMLElement).click();
    const { items } = programme.getState();
    expect(items).toHaveLength(1);
    await list().getByRole("button", { name: "Undo" }).click();
    free();
    const [item] = items;
    const statuses = () => (item === undefined ? [] : takesOf(item)).map((id) => playground.library.row(id)?.status);
    await expect.poll(() => statuses()[0]).toBe("complete");
    expect(new Set(statuses().slice(1))).toEqual(new Set(["stopped"]));
    expect(bodies).toHaveLength(1);
  });

  it("takes a sentence from the audience behind what is shown, and speaks it with its voice", async () => {
    const { programme, bodies } = await openPage({ speech: () => soundOf(60) });
    programme.getState().addScript(form("First."));
    programme.getState().addScript(form("Second."));
    await present();
    await press("s");
    await expect.element(line()).toHaveFocus();
    await press("{Escape}");
    expect(line().elements()).toEqual([]);
    await ask("From row three, b.");
    await expect.element(words()).toHaveTextContent("From row three, b.");
    await expect.element(pause()).toBeVisible();
    await expect
      .poll(() => bodies.map(({ input, voice }) => [input, voice]))
      .toEqual([["From row three, b.", "Autumn"]]);
    expect(programme.getState().items.map(({ excerpt }) => excerpt)).toEqual([
      "First.",
      "From row three, b.",
      "Second.",
    ]);
  });

  it("speaks such a sentence like the shown take, never as a task, and keeps the page's script before it", async () => {
    const { programme, bodies, playground } = await openPage({ speech: () => soundOf(60) });
    const { applyForm } = playground.settings.getState();
    const mei = { ...form(""), values: { voice: "Mei" } };
    applyForm(mei);
    await speak("Kept.");
    const [row] = playground.library.getSnapshot().rows;
    if (row === undefined) throw new Error("Nothing was spoken.");
    applyForm(form(""));
    await page.getByRole("textbox", { name: "Script" }).fill("The page's own.");
    const titlesNow = () => programme.getState().items.map(({ excerpt }) => excerpt);
    const sent = () => bodies.slice(1).map(({ input, voice }) => [input, voice]);
    await present();
    await ask("One.");
    await expect.poll(sent).toEqual([["One.", "Autumn"]]);
    expect(titlesNow()).toEqual(["The page's own.", "One."]);
    programme.getState().addTake(row);
    programme.getState().addScript({ ...mei, text: "A task.", mode: "async" });
    await press("{End}");
    await ask("Two.");
    await expect.poll(sent).toHaveLength(2);
    await press("p");
    await expect.element(words()).toHaveTextContent("A task.");
    await press("p");
    await expect.element(words()).toHaveTextContent("Kept.");
    await ask("Three.");
    await expect.poll(sent).toEqual([
      ["One.", "Autumn"],
      ["Two.", "Mei"],
      ["Three.", "Mei"],
    ]);
    expect(titlesNow()).toEqual(["The page's own.", "One.", "Kept.", "Three.", "A task.", "Two."]);
  });
});
