import { expect, it, onTestFinished, vi } from "vitest";
import { page } from "vitest/browser";
import { pressByKey } from "../../app/render.fixture.ts";
import { soundOf } from "../../core/page/fake-service.fixture.ts";
import { takesOf } from "../../core/programme/programme-item.ts";
import { openPage, press, speak, stage, words } from "./present.fixture.ts";

const dialog = () => page.getByRole("dialog", { name: "Programme" });
const titles = () =>
  dialog()
    .getByRole("listitem")
    .elements()
    .map((item) => item.querySelector("[dir=auto]")?.textContent);

async function open(): Promise<void> {
  await page.getByRole("button", { name: "Manage takes" }).click();
  await page.getByRole("menuitem", { name: "Programme…" }).click();
  await expect.element(dialog()).toBeVisible();
}

async function addTakes(how: string, ...ticks: readonly RegExp[]): Promise<void> {
  await dialog().getByRole("button", { name: "Add takes, a comparison, a blind test…" }).click();
  await dialog().getByRole("combobox", { name: "Add them as" }).selectOptions(how);
  for (const name of ticks) await dialog().getByRole("checkbox", { name }).click();
  await dialog().getByRole("button", { name: "Add", exact: true }).click();
}

it("makes each kind of item above the page, orders them, and opens the stage at the chosen one", async () => {
  const { programme, playground, bodies } = await openPage({ speech: () => soundOf(1) });
  await speak("One.");
  await speak("Two.");
  const inPlayer = playground.takes.getState().current?.id;
  await open();
  await dialog().getByRole("button", { name: "Add the page's script" }).click();
  await dialog().getByRole("button", { name: "Add a slide…" }).click();
  await dialog().getByRole("textbox", { name: "Title" }).fill("Welcome");
  await dialog().getByRole("button", { name: "Save the slide" }).click();
  await addTakes("one comparison", /^Two\./, /^One\./);
  await addTakes("a blind test: which is better", /^One\./, /^Two\./);
  await addTakes("one item each", /^One\./);
  await expect.poll(titles).toEqual(["Two.", "Welcome", "Two.", "One.", "One."]);
  const [two, one] = playground.library.getSnapshot().rows.map(({ id }) => id);
  expect(programme.getState().items).toMatchObject([
    { kind: "script", take: two },
    { kind: "slide" },
    { kind: "comparison", takes: [two, one] },
    { kind: "blind", takes: [one, two], question: "ab" },
    { kind: "take", take: one },
  ]);

  dialog()
    .getByRole("button", { name: /^2 ?Welcome/ })
    .element()
    .focus();
  await press("{Alt>}{ArrowUp}{/Alt}");
  await expect.poll(titles).toEqual(["Welcome", "Two.", "Two.", "One.", "One."]);
  await dialog().getByRole("button", { name: "More: Welcome" }).click();
  await page.getByRole("menuitem", { name: "Notes…" }).click();
  await expect.element(dialog().getByRole("form", { name: "Notes" }).getByRole("textbox")).toHaveFocus();
  await press("Greet the guests.");
  await dialog().getByRole("button", { name: "Save the notes" }).click();
  await expect.poll(() => programme.getState().items[0]?.notes).toBe("Greet the guests.");

  // What the page's player holds stays there, and nothing was sent for it.
  await dialog()
    .getByRole("button", { name: /^5 ?One/ })
    .click();
  expect(playground.takes.getState().current?.id).toBe(inPlayer);
  expect(bodies).toHaveLength(2);
  await dialog().getByRole("button", { name: "Present from number 5" }).click();
  await expect.element(stage()).toBeVisible();
  await expect.element(stage().getByText("5 of 5", { exact: true })).toBeVisible();
  await expect.element(words()).toHaveTextContent("One.");
});

it("speaks the page's script by several voices of a model, as one comparison with its figures", async () => {
  const { programme, playground, bodies } = await openPage({ speech: () => soundOf(1) });
  await speak("One.");
  await open();
  await dialog().getByRole("button", { name: "The page's script by several voices…" }).click();
  await dialog()
    .getByRole("checkbox", { name: /Cloud TTS/ })
    .click();
  await expect.element(dialog().getByText("1 ticked. A comparison takes two to six")).toHaveAttribute("data-wrong");
  await dialog().getByRole("button", { name: "Voices of StreamSpeech v8…" }).click();
  const voices = page.getByRole("option", { name: /^Daisy|^Ivy|^Clara|^Mei/ });
  await voices.first().click();
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await dialog().getByRole("button", { name: "Speak them" }).click();
  await expect.poll(() => bodies.length).toBe(3);
  const [item] = programme.getState().items;
  const takes = item === undefined ? [] : takesOf(item);
  expect(item).toMatchObject({ kind: "comparison", figures: true });
  const spoken = takes.map((id) => playground.library.row(id));
  expect(spoken.map((row) => row?.model)).toEqual(["streamspeech-v8", "streamspeech-v8"]);
  expect(new Set(spoken.map((row) => row?.voice)).size).toBe(2);
});

it("says how many takes a comparison and a blind test take, and adds none until they fit", async () => {
  const { programme } = await openPage({ speech: () => soundOf(1) });
  await speak("One.");
  await speak("Two.");
  await open();
  await addTakes("one comparison", /^One\./);
  const said = dialog().getByText("1 ticked. A comparison takes two to six, in the order of the ticks.");
  await expect.element(said).toHaveAttribute("data-wrong");
  expect(programme.getState().items).toEqual([]);
  await dialog().getByRole("searchbox", { name: "Search the takes" }).fill("two");
  await expect.element(dialog().getByRole("checkbox", { name: /^One\./ })).not.toBeInTheDocument();
  await press("{Escape}");
  await expect.element(dialog().getByRole("searchbox")).not.toBeInTheDocument();
  await expect.element(dialog()).toBeVisible();
  await press("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
});

it("what goes when it is pressed leaves the keyboard beside it", async () => {
  await openPage({ speech: () => soundOf(1) });
  await speak("One.");
  await open();
  await dialog().getByRole("button", { name: "Add the page's script" }).click();
  await pressByKey(dialog().getByRole("button", { name: "Speak all live again" }));
  await expect.element(dialog().getByRole("button", { name: "Undo" })).toHaveFocus();
});

/** Has the next press of a button that asks for a file choose this one. */
function chooseNext(file: File): void {
  const chosen = new DataTransfer();
  chosen.items.add(file);
  vi.spyOn(HTMLInputElement.prototype, "click").mockImplementation(function (this: HTMLInputElement) {
    this.files = chosen.files;
    this.dispatchEvent(new Event("change"));
  });
}

it("a slide that is saved while its picture is read has the picture", async () => {
  const { programme } = await openPage();
  await speak("One.");
  await open();
  await dialog().getByRole("button", { name: "Add a slide…" }).click();
  await dialog().getByRole("textbox", { name: "Title" }).fill("Welcome");
  const canvas = new OffscreenCanvas(8, 8);
  canvas.getContext("2d")?.fillRect(0, 0, 4, 4);
  chooseNext(new File([await canvas.convertToBlob()], "large.png", { type: "image/png" }));
  let read = (): void => {};
  const reading = new Promise<void>((resolve) => {
    read = resolve;
  });
  const readByBrowser = createImageBitmap;
  vi.stubGlobal("createImageBitmap", (file: Blob) => reading.then(() => readByBrowser(file)));
  await dialog().getByRole("button", { name: "Choose a picture…" }).click();
  const save = dialog().getByRole("button", { name: "Save the slide" });
  await save.click();
  await save.click();
  read();
  await expect.element(save).not.toBeInTheDocument();
  await expect
    .poll(() => programme.getState().items)
    .toMatchObject([{ name: "Welcome", picture: expect.stringMatching(/^data:image/) }]);
  expect(programme.getState().items).toHaveLength(1);
});

it("takes a photograph where the browser makes no WebP, as Safari", async () => {
  const { programme } = await openPage();
  await speak("One.");
  await open();
  await dialog().getByRole("button", { name: "Add a slide…" }).click();
  await dialog().getByRole("textbox", { name: "Title" }).fill("Welcome");
  const canvas = new OffscreenCanvas(1_200, 900);
  const context = canvas.getContext("2d");
  const grain = new ImageData(1_200, 900);
  for (let at = 0; at < grain.data.length; at += 65_536) crypto.getRandomValues(grain.data.subarray(at, at + 65_536));
  context?.putImageData(grain, 0, 0);
  chooseNext(new File([await canvas.convertToBlob()], "photograph.png", { type: "image/png" }));
  const { toDataURL } = HTMLCanvasElement.prototype;
  vi.spyOn(HTMLCanvasElement.prototype, "toDataURL").mockImplementation(function (
    this: HTMLCanvasElement,
    type?: string,
    quality?: number,
  ) {
    return toDataURL.call(this, type === "image/webp" ? "image/png" : type, quality);
  });
  await dialog().getByRole("button", { name: "Choose a picture…" }).click();
  await dialog().getByRole("button", { name: "Save the slide" }).click();
  await expect
    .poll(() => programme.getState().items)
    .toMatchObject([{ name: "Welcome", picture: expect.stringMatching(/^data:image\/jpeg/) }]);
});

it("says that a file is being made for as long as that takes, and why there is none", async () => {
  const { programme, playground } = await openPage({ speech: () => soundOf(1) });
  await speak("One.");
  const [row] = playground.library.getSnapshot().rows;
  if (row === undefined) throw new Error("It wasn't spoken.");
  programme.getState().addTake(row);
  let fail = (_: Error): void => {};
  const reading = vi.spyOn(playground.library, "sound").mockReturnValue(
    new Promise((_, reject) => {
      fail = reject;
    }),
  );
  onTestFinished(() => reading.mockRestore());
  await open();
  await dialog().getByRole("button", { name: "Save the report" }).click();
  const making = dialog().getByText("The file is being made");
  await expect.element(making).toBeVisible();
  await expect.poll(() => reading.mock.calls.length).toBe(1);
  fail(new Error("It can't be read."));
  await expect.element(dialog().getByText("The file couldn't be made.")).toBeVisible();
  expect(making.elements()).toEqual([]);
});
