import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { takeDetails, takeRow } from "../../state/library/library.fixture.ts";
import { renderPage } from "../render.fixture.ts";
import { board, keep, row, rows, undo } from "./history.fixture.ts";

describe("by keyboard", () => {
  it("rows are one tab stop: arrows move, letters act, and the focus is never lost", async () => {
    const { playground } = await renderPage({}, (prepared) =>
      keep(prepared, [{ excerpt: "One" }, { excerpt: "Two" }, { excerpt: "Three" }]),
    );
    await row("Three").click();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(row("Two")).toHaveFocus();
    await userEvent.keyboard("s");
    await expect.poll(() => playground.library.row("k00001")?.starred).toBe(true);
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(row("Two").getByRole("button", { name: "Hear" })).toHaveFocus();
    await userEvent.keyboard("{ArrowLeft}{End}");
    await expect.element(row("One")).toHaveFocus();
    await userEvent.keyboard("{Home}{ArrowDown}{Delete}");
    await expect.element(row("Two")).not.toBeInTheDocument();
    await expect.element(row("One")).toHaveFocus();
    await userEvent.keyboard("e");
    await expect.element(board().getByRole("textbox", { name: "Name" })).toHaveFocus();
    await userEvent.keyboard("Nope{Escape}");
    await expect.element(row("One")).toHaveFocus();
    expect(playground.library.row("k00000")?.name).toBe("");
  });
});

describe("many takes", () => {
  const many = Array.from({ length: 10_000 }, (_, at) => ({
    excerpt: `Sentence number ${at} of a long day of listening to voices.`,
    starred: at % 100 === 0,
    model: at % 2 === 0 ? "cloud-tts" : "streamspeech-v8",
  }));

  it("only what is in sight is drawn, and searching ten thousand finds it", { timeout: 180_000 }, async () => {
    const { playground } = await renderPage();
    await expect.poll(() => playground.library.getSnapshot().loaded).toBe(true);
    for (const [at, changes] of many.entries()) {
      const id = `k${String(at).padStart(5, "0")}`;
      playground.library.begin(takeRow(id, { status: "complete", created: at, ...changes }), takeDetails(id));
      if (at % 500 === 0) await playground.library.update(id, {});
    }
    await expect.poll(() => playground.library.getSnapshot().rows.length).toBe(10_000);
    await expect.element(row(/number 9999/)).toBeVisible();
    expect(rows().elements().length).toBeLessThan(40);
    const search = board().getByRole("searchbox", { name: "Search takes" });
    await search.fill("number 4321");
    await expect.element(row(/number 4321/)).toBeVisible();
    expect(rows().elements()).toHaveLength(1);
    await search.fill("");
    await board().getByRole("button", { name: "Only starred" }).click();
    await board().getByRole("combobox", { name: "Filter by model" }).selectOptions("cloud-tts");
    await expect.element(board().getByText("100 of 10,000").first()).toBeVisible();
  });
});

describe("clearing", () => {
  it("asks, keeps starred takes unless told otherwise, and can be undone", async () => {
    const { playground } = await renderPage({}, (prepared) =>
      keep(prepared, [{ excerpt: "One", starred: true }, { excerpt: "Two" }, { excerpt: "Three" }]),
    );
    const manage = async (item: string) => {
      await board().getByRole("button", { name: "Manage takes" }).click();
      await page.getByRole("menuitem", { name: item }).click();
    };
    await manage("Delete all without a star…");
    const dialog = page.getByRole("dialog", { name: "Delete 2 takes?" });
    await expect.element(dialog).toHaveTextContent("1 starred take is kept.");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect.poll(() => rows().elements().length).toBe(1);
    await undo().click();
    await expect.poll(() => rows().elements().length).toBe(3);
    await manage("Delete all…");
    await expect
      .element(page.getByRole("dialog", { name: "Delete 3 takes?" }))
      .toHaveTextContent("1 starred take is among");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    expect(playground.library.getSnapshot().rows).toHaveLength(3);
    await manage("Make room…");
    const room = page.getByRole("dialog", { name: "Make room?" });
    await expect.element(room).toHaveTextContent("The sound of 2 takes without a star is removed");
    await room.getByRole("button", { name: "Remove these sounds" }).click();
    await expect.element(row("Two")).toHaveTextContent("sound removed");
    await expect.element(row("Two").getByRole("button", { name: "Hear" })).toBeDisabled();
    await expect.element(row("One").getByRole("button", { name: "Hear" })).toBeEnabled();
  });
});
