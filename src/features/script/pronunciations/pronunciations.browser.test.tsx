import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderPage } from "../../../app/render.fixture.ts";
import { soundOf } from "../../../core/page/fake-service.fixture.ts";

const script = () => page.getByRole("textbox", { name: "Script" });
const tool = () => page.getByRole("button", { name: /^Pronunciation/ });
const dialog = () => page.getByRole("dialog", { name: "Pronunciation" });
const word = (at: number) => dialog().getByRole("textbox", { name: "Word" }).nth(at);
const spoken = (at: number) =>
  dialog()
    .getByRole("textbox", { name: /spoken as/i })
    .nth(at);

it("isn't there on a first visit, and comes with a script of one's own", async () => {
  await renderPage();
  await expect.element(page.getByRole("button", { name: "Samples" })).toBeVisible();
  await expect.element(tool()).not.toBeInTheDocument();
  await script().fill("The GPU is warm.");
  await expect.element(tool()).toBeVisible();
});

it("a word is heard by one press with the voice of the form, and sent as it is spelled there", async () => {
  const { bodies } = await renderPage({ speech: () => soundOf(1) });
  await script().fill("The GPU is warm.");
  await tool().click();
  await word(0).fill("GPU");
  await spoken(0).fill("G P U");
  await expect.element(dialog().getByText("You hear Autumn.")).toBeVisible();
  await dialog().getByRole("button", { name: "Hear “G P U”" }).click();
  await expect.poll(() => bodies.at(-1)).toMatchObject({ input: "G P U", voice: "Autumn" });
  await dialog().getByRole("button", { name: "Done" }).click();
  await expect.element(tool()).toHaveTextContent("1");
  await expect.element(page.getByText("18 / 1,000 · stream")).toBeVisible();
  await expect.poll(() => document.querySelector("mark")?.textContent).toBe("GPU");
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  await expect.poll(() => bodies.at(-1)).toMatchObject({ input: "The G P U is warm." });
  await expect.element(page.getByRole("row", { name: /The GPU is warm/ })).toBeVisible();
  await expect.element(script()).toHaveValue("The GPU is warm.");
});

it("says at the line what is wrong with it, uses the others, and keeps what was written", async () => {
  await renderPage({}, ({ settings }) => settings.setState({ script: "The GPU and the CPU." }));
  await tool().click();
  for (const [at, [written, as]] of [
    ["GPU", "G P U"],
    ["GPU", "gee"],
    ["[CPU]", "C P U"],
    ["Hapax", ""],
  ].entries()) {
    await word(at).fill(written ?? "");
    await spoken(at).fill(as ?? "");
  }
  await userEvent.keyboard("{Shift>}{Tab}{/Shift}{Shift>}{Tab}{/Shift}{Shift>}{Tab}{/Shift}");
  for (const problem of [
    "“GPU” is in the list already. Remove one of the two.",
    "Take the brackets out: they make pauses and change voices.",
    "Write how “Hapax” is spoken.",
  ])
    await expect.element(dialog().getByText(problem)).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(tool()).toHaveTextContent("1");
  await tool().click();
  await expect.element(word(2)).toHaveValue("[CPU]");
  await dialog().getByRole("button", { name: "Remove “GPU”" }).first().click();
  await expect.element(word(0)).toHaveValue("GPU");
  await expect.element(spoken(0)).toHaveValue("gee");
  await expect.element(dialog().getByText("in the list already")).not.toBeInTheDocument();
});

it("says of a word from elsewhere that it is too long to be used", async () => {
  await renderPage({}, ({ settings }) => {
    settings.setState({ script: "The GPU." });
    settings.setState({ pronunciations: [{ word: "GPU", spoken: "G".repeat(101) }] });
  });
  await expect.element(tool()).not.toHaveTextContent("1");
  await tool().click();
  await expect.element(dialog().getByText(/may have 100 characters at most. Shorten it/)).toBeVisible();
  await expect.element(word(0)).toHaveAttribute("aria-invalid", "false");
  await expect.element(spoken(0)).toHaveAttribute("aria-invalid", "true");
});

it("says beforehand what hearing costs, where it does", async () => {
  await renderPage(
    {
      config: async () => ({
        ...{ service: "remote", version: "0", session: "none_needed", hasKey: true, baseUrl: "https://x.example" },
      }),
    },
    ({ settings }) => {
      settings.setState({ script: "The GPU." });
      settings.setState({ pronunciations: [{ word: "GPU", spoken: "G P U" }] });
    },
  );
  await tool().click();
  await expect.element(dialog().getByText(/What you haven't heard yet is a request: .*5/)).toBeVisible();
});

it("holds a thousand words, says how many a file has beyond them, and keeps a longer list of before", async () => {
  const words = Array.from({ length: 1_003 }, (_, at) => ({ word: `word${at}`, spoken: `w ${at}` }));
  const { playground } = await renderPage({}, ({ settings }) => {
    settings.setState({ script: "word1 and word1001", pronunciations: words });
  });
  await tool().click();
  await expect.element(dialog().getByText("What is beyond them was left out: 3.")).toBeVisible();
  await expect.poll(() => document.querySelectorAll("dialog li").length).toBe(1_000);
  await word(1).fill("other");
  await dialog().getByRole("button", { name: "Done" }).click();
  expect(playground.settings.getState().pronunciations).toHaveLength(1_003);
});

it("what it finds is marked where it stands, whichever way the script runs now", async () => {
  await renderPage({}, ({ settings }) => {
    settings.setState({ script: "The GPU is warm.", pronunciations: [{ word: "GPU", spoken: "G P U" }] });
  });
  await expect.poll(() => document.querySelector("mark")?.textContent).toBe("GPU");
  await script().fill("שלום GPU עולם");
  const area = document.querySelector("textarea")?.getBoundingClientRect();
  const middle = (area?.x ?? 0) + (area?.width ?? 0) / 2;
  await expect.poll(() => document.querySelector("mark")?.getBoundingClientRect().left).toBeGreaterThan(middle);
  expect(document.querySelector("mark")?.getBoundingClientRect().right).toBeLessThan(area?.right ?? 0);
});
