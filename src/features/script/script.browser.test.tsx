import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderPage } from "../../app/render.fixture.ts";

const script = () => page.getByRole("textbox", { name: "Script" });
const mode = (name: string) => page.getByRole("radio", { name, exact: true });

const page7 =
  "The night train leaves at ten, and who wants to come has to be there before the introduc-\n" +
  "tion of the lamps.\f12\nNobody waits.";

describe("a text from a page", () => {
  it("is offered to be joined, and the way back is there", async () => {
    await renderPage();
    const join = page.getByRole("button", { name: "Join lines and words" });
    await expect.element(script()).toBeVisible();
    await expect.element(join).not.toBeInTheDocument();
    await script().fill(page7);
    await expect.element(page.getByText("The lines are broken as on a page.")).toBeVisible();
    await join.click();
    const joined =
      "The night train leaves at ten, and who wants to come has to be there before the introduction of the lamps.\n\n" +
      "Nobody waits.";
    await expect.element(script()).toHaveValue(joined);
    await expect.element(join).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.element(script()).toHaveValue(page7);
    await expect.element(join).toBeVisible();
  });
});

it("offers a file for a link that would be too long as long as the script is the one that was shared", async () => {
  await renderPage();
  const script = page.getByRole("textbox", { name: "Script" });
  const save = page.getByRole("button", { name: "Save as a file" });
  // What can't be compressed.
  const long = Array.from({ length: 1_500 }, () => Math.random().toString(36)).join(" ");
  await script.fill(long);
  // What is said of its length has moved the button by then.
  await expect.element(page.getByText(/so async is used/).first()).toBeVisible();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect.element(save).toBeVisible();
  await script.fill(`${long} And a correction.`);
  await expect.element(save).not.toBeInTheDocument();
});

describe("the script", () => {
  it("that is typed while a file is read comes back by undo", async () => {
    await renderPage();
    await script().fill("First words");
    const file = new File(["Words of the file"], "words.txt");
    let read = (_bytes: ArrayBuffer) => {};
    file.arrayBuffer = () =>
      new Promise((resolve) => {
        read = resolve;
      });
    const asked = vi.spyOn(file, "arrayBuffer");
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(file);
    vi.spyOn(dataTransfer, "files", "get").mockReturnValue([file] as unknown as FileList);
    window.dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
    await expect.poll(() => asked.mock.calls.length).toBe(1);
    await script().fill("Words typed meanwhile");
    read(await new Blob(["Words of the file"]).arrayBuffer());
    await expect.element(script()).toHaveValue("Words of the file");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.element(script()).toHaveValue("Words typed meanwhile");
  });

  it("stays when several files are dropped at once, and says that one is taken at a time", async () => {
    await renderPage();
    await script().fill("First words");
    const dataTransfer = new DataTransfer();
    for (const name of ["one.txt", "two.txt"]) dataTransfer.items.add(new File([name], name));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
    await expect.element(page.getByText("Nothing was opened: drop one file at a time.")).toBeVisible();
    await expect.element(script()).toHaveValue("First words");
  });

  it("holds a sentence on a first visit, and another one when the language changes", async () => {
    await renderPage();
    await expect.element(script()).toHaveValue(expect.stringContaining("night train"));
    await page.getByRole("button", { name: "简体中文" }).click();
    await expect.element(page.getByRole("textbox", { name: "文本" })).toHaveValue(expect.stringContaining("夜车"));
    await expect.element(page.getByRole("button", { name: /^音色：\s?Mei/ })).toBeVisible();
    expect(document.documentElement.lang).toBe("zh-CN");
  });

  it("keeps what a person wrote when the language changes", async () => {
    await renderPage();
    await script().fill("My own words");
    await page.getByRole("button", { name: "简体中文" }).click();
    await expect.element(page.getByRole("textbox", { name: "文本" })).toHaveValue("My own words");
  });

  it.each([
    [999, "Stream", "999 / 1,000 · stream"],
    [1_000, "Stream", "1,000 / 1,000 · stream"],
    [1_001, "Speech", "1,001 / 5,000 · speech"],
    [5_000, "Speech", "5,000 / 5,000 · speech"],
    [5_001, "Async", "5,001 / 500,000 · async"],
    [500_001, "Async", "500,001 / 500,000 · async"],
  ])("of %i characters goes as %s", async (length, chosen, ruler) => {
    await renderPage();
    await script().fill("字".repeat(length));
    await expect.element(page.getByText(ruler)).toBeVisible();
    await expect.element(mode(chosen)).toBeChecked();
  });

  it("counts emoji and combining marks as the document does, and gives the choice back", async () => {
    await renderPage();
    await script().fill("🚂".repeat(1_000));
    await expect.element(mode("Stream")).toBeChecked();
    await script().fill("e\u0301".repeat(501));
    await expect.element(mode("Speech")).toBeChecked();
    await expect
      .element(page.getByText("Stream takes up to 1,000 characters, so speech is used.").first())
      .toBeVisible();
    await script().fill("Short again");
    await expect.element(mode("Stream")).toBeChecked();
    await expect.element(page.getByRole("status").filter({ hasText: "Back in Stream mode." })).toBeInTheDocument();
  });

  it("doesn't hold up the typing to count half a million characters", async () => {
    const { playground } = await renderPage();
    await expect.element(script()).toBeVisible();
    const area = script().element();
    if (!(area instanceof HTMLTextAreaElement)) throw new Error("not a text area");
    const long = "The night train leaves at ten. ".repeat(16_129);
    area.value = long;
    area.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
    expect(playground.settings.getState().script).toBeUndefined();
    await expect.poll(() => playground.settings.getState().script?.length).toBe(long.length);
    area.setRangeText("!", 0, 0);
    area.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
    // The key's own event counts and copies nothing: that comes behind it.
    expect(playground.settings.getState().script).toBe(long);
    await expect.poll(() => playground.settings.getState().script?.length).toBe(long.length + 1);
  });

  it("sends what was typed last, even before it was counted, behind a text that no mode takes", async () => {
    const { bodies } = await renderPage({}, ({ settings }) => {
      settings.setState({ model: "streamspeech-v8" });
      settings.getState().setMode("streamspeech-v8", "speech");
    });
    await script().fill("x".repeat(500_001));
    await expect.element(mode("Async")).toHaveAttribute("aria-disabled", "true");
    await script().fill("Now short");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.poll(() => bodies.at(-1)?.["input"]).toBe("Now short");
  });

  it("sends what was typed last, even before it was counted, behind a text that goes in parts", async () => {
    const { bodies } = await renderPage({}, ({ settings }) => settings.setState({ model: "cloud-tts" }));
    await script().fill("x".repeat(20_000));
    await expect.element(page.getByText(/sent as 4 requests/)).toBeVisible();
    await script().fill("Now short");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.poll(() => bodies.at(-1)?.["input"]).toBe("Now short");
    expect(bodies).toHaveLength(1);
  });
});
