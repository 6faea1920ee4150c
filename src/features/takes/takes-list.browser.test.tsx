import { describe, expect, it, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderPage } from "../../app/render.fixture.ts";
import type { Playground } from "../../core/page/playground.ts";
import { programmeOf } from "../../core/programme/programme.ts";
import { takeDetails, takeRow } from "../../core/takes/library.fixture.ts";
import { compareChoiceOf } from "../compare/choice.ts";
import { board, keep, row, rows, undo } from "./history.fixture.ts";

/** The programme, emptied: the browser keeps one for all tests. */
async function emptyProgramme(playground: Playground) {
  const programme = programmeOf(playground);
  programme.getState().open();
  await expect.poll(() => programme.getState().loaded).toBe(true);
  const empty = (): void => {
    for (const { id } of programme.getState().items) programme.getState().remove(id);
  };
  empty();
  onTestFinished(empty);
  return programme;
}

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

  it("keeps what was written of a take that a search takes out of sight, and its keys work on", async () => {
    const { playground } = await renderPage({}, (prepared) => keep(prepared, [{ excerpt: "One" }, { excerpt: "Two" }]));
    await row("One").click();
    await userEvent.keyboard("e");
    await board().getByRole("textbox", { name: "Note" }).fill("calmer");
    const search = board().getByRole("searchbox", { name: "Search takes" });
    await search.fill("Two");
    await expect.element(row("One")).not.toBeInTheDocument();
    await expect.element(search).toHaveFocus();
    expect(playground.library.row("k00000")?.note).toBe("calmer");
    await row("Two").click();
    await userEvent.keyboard("s");
    await expect.poll(() => playground.library.row("k00001")?.starred).toBe(true);
  });
});

it("a button's hint doesn't lie over the menu that the button has opened", async () => {
  await renderPage({}, (prepared) => keep(prepared, [{ excerpt: "One" }]));
  const more = row("One").getByRole("button", { name: "More" });
  const press = (): void => {
    const button = more.element();
    if (!(button instanceof HTMLElement)) throw new Error("no button");
    button.click();
  };
  const hint = page.getByRole("tooltip").filter({ hasText: "More" });
  // The menu is there from the first press on.
  await more.click();
  await expect.element(page.getByRole("menuitem").first()).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  await row("One").hover({ position: { x: 200, y: 10 } });
  await more.hover();
  await expect.element(hint).toBeVisible();
  press();
  await expect.element(page.getByRole("menuitem", { name: "Delete" })).toBeVisible();
  await expect.element(hint).not.toBeInTheDocument();
});

it("takes of several days stand below their days, and one day can be looked at alone", async () => {
  const today = new Date();
  const at = (days: number, hours: number) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() - days, hours).getTime();
  await renderPage({}, (prepared) =>
    keep(prepared, [
      { excerpt: "Before", created: at(2, 12) },
      { excerpt: "Early", created: at(1, 12) },
      { excerpt: "Late", created: at(1, 13) },
    ]),
  );
  const texts = () => board().getByRole("rowgroup").element().textContent;
  await expect.element(row("Late")).toHaveTextContent("13:00");
  expect(texts()).toMatch(/^Yesterday.*Late.*Early.*, \w+ \d+.*Before/);
  await page.getByRole("combobox", { name: "Filter by day" }).selectOptions("Yesterday");
  await expect.element(row("Before")).not.toBeInTheDocument();
  expect(await rows()).toHaveLength(2);
});

it("the keyboard comes back from a take's menu, and is on the neighbour of a take that is deleted there", async () => {
  await renderPage({}, (prepared) => keep(prepared, [{ excerpt: "One" }, { excerpt: "Two" }]));
  const more = row("One").getByRole("button", { name: "More" });
  await expect.element(more).toBeVisible();
  const opened = async () => {
    (more.element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => document.activeElement?.closest("[role=menu]")).not.toBeNull();
  };
  await opened();
  await userEvent.keyboard("{Escape}");
  await expect.element(more).toHaveFocus();
  await opened();
  const remove = page.getByRole("menuitem", { name: "Delete" });
  await userEvent.keyboard("{End}{Enter}");
  await expect.element(remove).not.toBeInTheDocument();
  await expect.element(row("One")).not.toBeInTheDocument();
  await expect.element(row("Two")).toHaveFocus();
});

describe("takes and the programme", () => {
  const menuItem = async (title: string, item: string | RegExp) => {
    await row(title).getByRole("button", { name: "More" }).click();
    return page.getByRole("menuitem", { name: item });
  };

  it("a take says that it is in the programme, isn't added twice, and is missed there when it is deleted", async () => {
    const { playground } = await renderPage({}, (prepared) => keep(prepared, [{ excerpt: "One" }, { excerpt: "Two" }]));
    const programme = await emptyProgramme(playground);
    await row("One").click();
    await userEvent.keyboard("a");
    await expect.element(board().getByText("Added to the presentation as number 1.")).toBeVisible();
    await userEvent.keyboard("a");
    await expect.element(board().getByText("Already in the presentation, as number 1.")).toBeVisible();
    await expect.element(row("One")).toHaveTextContent("Presentation: 1");
    await expect.element(row("Two")).not.toHaveTextContent("Presentation");
    // Reached like all others, so that one learns why.
    const off = await menuItem("One", "Add to presentation (already number 1)");
    await userEvent.keyboard("{End}");
    for (let ups = 0; document.activeElement !== off.element() && ups < 20; ups += 1)
      await userEvent.keyboard("{ArrowUp}");
    await expect.element(off).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(off).toHaveAttribute("aria-disabled", "true");
    await userEvent.keyboard("{Escape}");
    await row("One").click();
    await userEvent.keyboard("{Delete}");
    await expect
      .element(board().getByText("1 take deleted. The presentation can't play number 1 any more."))
      .toBeVisible();
    await undo().click();
    await expect.element(row("One")).toBeVisible();
    expect(programme.getState().items).toHaveLength(1);
  });

  it("chosen takes are added together, the earliest first, each once; and taken back together", async () => {
    const { playground } = await renderPage({}, (prepared) =>
      keep(prepared, [{ excerpt: "One" }, { excerpt: "Two" }, { excerpt: "Three" }]),
    );
    const programme = await emptyProgramme(playground);
    const excerpts = () => programme.getState().items.map(({ excerpt }) => excerpt);
    await (await menuItem("Two", "Add to presentation")).click();
    await expect.poll(excerpts).toEqual(["Two"]);
    await (await menuItem("Two", "Select")).click();
    const bar = board().getByRole("toolbar", { name: "Select takes…" });
    await expect.element(bar.getByRole("button", { name: "Compare" })).toBeDisabled();
    await bar.getByRole("button", { name: "All 3 shown" }).click();
    await bar.getByRole("button", { name: "Add to presentation" }).click();
    await expect
      .element(
        board().getByText("Added to the presentation as number 2 and 3. Already in the presentation, as number 1."),
      )
      .toBeVisible();
    expect(excerpts()).toEqual(["Two", "One", "Three"]);
    await undo().click();
    await expect.poll(excerpts).toEqual(["Two"]);
    await bar.getByRole("button", { name: "Delete" }).click();
    await expect.poll(() => rows().elements().length).toBe(0);
    await undo().click();
    await expect.poll(() => rows().elements().length).toBe(3);
    await bar.getByRole("button", { name: "Compare" }).click();
    expect(compareChoiceOf(playground).getState().chosen).toHaveLength(3);
  });

  it("the list is narrowed as it was by whoever comes back to it", async () => {
    await renderPage({}, (prepared) => keep(prepared, [{ excerpt: "One" }, { excerpt: "Two" }]));
    await board().getByRole("searchbox", { name: "Search takes" }).fill("Two");
    await expect.poll(() => rows().elements().length).toBe(1);
    await board().getByRole("tab", { name: "Compare" }).click();
    await board().getByRole("tab", { name: "Takes" }).click();
    await expect.element(board().getByRole("searchbox", { name: "Search takes" })).toHaveValue("Two");
    await expect.poll(() => rows().elements().length).toBe(1);
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
    await expect.element(room).toHaveTextContent("The audio of 2 takes without a star is removed");
    await room.getByRole("button", { name: "Remove this audio" }).click();
    await expect.element(row("Two")).toHaveTextContent("audio removed");
    await expect.element(row("Two").getByRole("button", { name: "Hear" })).toBeDisabled();
    await expect.element(row("One").getByRole("button", { name: "Hear" })).toBeEnabled();
  });
});
