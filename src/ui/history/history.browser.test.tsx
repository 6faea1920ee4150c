import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { SpeechRequestError } from "../../api/errors.ts";
import { parseErrorBody } from "../../contract/errors.ts";
import { parseTask } from "../../contract/tasks.ts";
import { type FakeAnswers, soundOf } from "../../state/fake-service.fixture.ts";
import { takeDetails, takeRow, takeSound } from "../../state/library/library.fixture.ts";
import type { TakeRow } from "../../state/library/take.ts";
import type { Playground } from "../../state/playground.ts";
import { renderPage } from "../render.fixture.ts";

const script = () => page.getByRole("textbox", { name: "Script" });
const speak = () => page.getByRole("button", { name: "Speak" });
const board = () => page.getByRole("region", { name: "History" });
const rows = () => board().getByRole("row");
const row = (name: string | RegExp) => board().getByRole("row", { name });
const undo = () => board().getByRole("button", { name: "Undo" });
const say = async (text: string) => {
  await script().fill(text);
  await speak().click();
  await expect.element(row(text)).toHaveTextContent(/kB/);
};
const choose = async (name: string, item: string) => {
  await row(name).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: item }).click();
};

const remote: FakeAnswers["config"] = async () => ({
  service: "remote",
  version: "0",
  session: "none_needed",
  hasKey: true,
  baseUrl: "https://speech.example/api",
});

/** Puts takes into the library before the page is shown. */
function keep(playground: Playground, kept: readonly Partial<TakeRow>[]): void {
  kept.forEach((changes, at) => {
    const id = `k${String(at).padStart(5, "0")}`;
    const facts = { bytes: 1_000_000, duration: 1 };
    playground.library.begin(
      takeRow(id, { status: "complete", created: Date.now(), sound: "whole", facts, ...changes }),
      takeDetails(id),
    );
    playground.library.keepSound(takeSound(id, 1_000));
  });
}

describe("the board", () => {
  it("says what will be there, and shows only tabs that work", async () => {
    await renderPage();
    await expect.element(board().getByText("Nothing spoken yet")).toBeVisible();
    await expect.element(board().getByRole("tab", { name: "Takes" })).toHaveAttribute("aria-selected", "true");
    expect(
      board()
        .getByRole("tab")
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(["Takes", "Tasks", "Request", "Frames"]);
  });
});

describe("a take", () => {
  it("stands there with all that is known of it, newest first", async () => {
    await renderPage({ speech: () => soundOf(2) });
    await say("Good evening");
    await say("Good night");
    expect(
      rows()
        .elements()
        .map((element) => element.getAttribute("aria-label")),
    ).toEqual(["Good night", "Good evening"]);
    for (const text of ["Autumn", "StreamSpeech v8", "stream", "0:02.0 · 32 kB", "10 tokens", "now"]) {
      await expect.element(row("Good night")).toHaveTextContent(text);
    }
  });

  it("is heard again without another request", async () => {
    const { bodies } = await renderPage({ speech: () => soundOf(2) });
    await say("Good evening");
    await say("Good night");
    await row("Good evening").getByRole("button", { name: "Hear" }).click();
    const player = page.getByRole("region", { name: "Player" });
    await expect.element(player).toHaveTextContent("Good evening");
    await expect
      .element(row("Good evening").getByRole("button", { name: "Hear" }))
      .toHaveAttribute("aria-pressed", "true");
    await expect.element(player.getByRole("link", { name: "Download Autumn Good evening.wav" })).toBeVisible();
    await row("Good evening").getByRole("button", { name: "Hear" }).click();
    await expect.element(player.getByRole("button", { name: "Play" })).toBeVisible();
    expect(bodies).toHaveLength(2);
  });

  it("that failed says what failed, and shows it again when it is opened", async () => {
    const error = new SpeechRequestError({
      refusal: "status",
      status: 400,
      headers: [["x-request-id", "req_7"]],
      error: parseErrorBody(JSON.stringify({ error: { message: "Too fast <b>", code: "out_of_range" } })),
      truncated: false,
    });
    let refuses = true;
    await renderPage({
      async *speech() {
        if (refuses) throw error;
        yield* soundOf(1);
      },
    });
    await script().fill("Hasty");
    await speak().click();
    await expect.element(row("Hasty")).toHaveTextContent(/400 out_of_range/);
    await expect.element(row("Hasty")).toHaveTextContent("Too fast <b>");
    await expect.element(row("Hasty").getByRole("button", { name: "Hear" })).toBeDisabled();
    refuses = false;
    await say("Calm");
    await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  });

  it("is put into the player by a press on its row, without being heard", async () => {
    await renderPage({ speech: () => soundOf(2) });
    await say("Good evening");
    await say("Good night");
    await row("Good evening").getByText("Good evening").click();
    const player = page.getByRole("region", { name: "Player" });
    await expect.element(player).toHaveTextContent("Good evening");
    await expect.element(player.getByRole("button", { name: "Play" })).toBeVisible();
    await expect
      .element(row("Good evening").getByRole("button", { name: "Hear" }))
      .toHaveAttribute("aria-pressed", "false");
  });

  it("has room for its title, or takes two lines", async () => {
    const excerpt = "A sentence that is long enough to be cut off wherever there is little room for a title.";
    await renderPage({}, (prepared) =>
      keep(prepared, [{ excerpt, model: "cloud-tts", voice: "en-AU-NatashaNeural", times: { firstSound: 178 } }]),
    );
    await expect.element(row(/A sentence/)).toBeVisible();
    for (const width of [390, 768, 1024, 1280, 1440, 2560]) {
      await page.viewport(width, 900);
      const title = row(/A sentence/).getByText(excerpt);
      await expect.poll(() => title.element().clientWidth, { message: `${width}` }).toBeGreaterThan(180);
      const pace = row(/A sentence/)
        .getByText("first sound 178 ms")
        .element();
      expect([width, pace.scrollWidth]).toEqual([width, pace.clientWidth]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    }
  });

  it("is brought back into the form with all its settings, and that can be undone", async () => {
    const { playground, bodies } = await renderPage();
    playground.settings.getState().setValue("streamspeech-v8", "speed", 0.5);
    await say("Good evening");
    playground.settings.getState().setModel("cloud-tts");
    await script().fill("Something else");
    await row("Good evening").getByRole("button", { name: "Bring back into the form" }).click();
    await expect.element(script()).toHaveValue("Good evening");
    await expect.element(page.getByRole("radio", { name: "StreamSpeech v8" })).toBeChecked();
    await undo().click();
    await expect.element(script()).toHaveValue("Something else");
    await expect.element(page.getByRole("radio", { name: "Cloud TTS" })).toBeChecked();
    await row("Good evening").getByRole("button", { name: "Bring back into the form" }).click();
    await speak().click();
    await expect.poll(() => bodies).toHaveLength(2);
    expect(bodies[1]).toEqual(bodies[0]);
  });

  it("is sent again byte for byte; where that costs, only after it was asked", async () => {
    const { bodies } = await renderPage({ config: remote });
    await expect.element(page.getByText("speech.example")).toBeVisible();
    await say("Good evening");
    await choose("Good evening", "Speak again…");
    const dialog = page.getByRole("dialog", { name: "Send it once more?" });
    await expect.element(dialog).toHaveTextContent("12 tokens");
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    expect(bodies).toHaveLength(1);
    await choose("Good evening", "Speak again…");
    await dialog.getByRole("button", { name: "Speak again" }).click();
    await expect.poll(() => rows().elements().length).toBe(2);
    await expect.poll(() => bodies).toHaveLength(2);
    expect(bodies[1]).toEqual(bodies[0]);
  });

  it("gets a name and a note, which are found", async () => {
    await renderPage();
    await say("Good evening");
    await choose("Good evening", "Name and note…");
    const name = board().getByRole("textbox", { name: "Name" });
    await expect.element(name).toHaveFocus();
    await userEvent.keyboard("Best one");
    await board().getByRole("textbox", { name: "Note" }).fill("calmer");
    await userEvent.keyboard("{Enter}");
    await expect.element(row("Best one")).toHaveTextContent("Good evening · calmer");
    await expect.element(row("Best one")).toHaveFocus();
    await board().getByRole("searchbox", { name: "Search takes" }).fill("calmer");
    await expect.element(row("Best one")).toBeVisible();
    await board().getByRole("searchbox", { name: "Search takes" }).fill("louder");
    await expect.element(board().getByText("No take matches.")).toBeVisible();
    await board().getByRole("button", { name: "Show all" }).click();
    await expect.element(row("Best one")).toBeVisible();
  });

  it("is deleted while it sounds: the sound ends, and it can be brought back", async () => {
    const { playground } = await renderPage({ speech: () => soundOf(2) });
    await say("Good evening");
    await choose("Good evening", "Delete");
    await expect.element(row("Good evening")).not.toBeInTheDocument();
    await expect
      .element(page.getByRole("region", { name: "Player" }))
      .toHaveTextContent("What you speak is heard here.");
    await undo().click();
    await expect.element(row("Good evening")).toBeVisible();
    await choose("Good evening", "Delete");
    await board().getByRole("button", { name: "Close" }).click();
    await expect.poll(() => playground.library.getSnapshot().rows).toEqual([]);
    await expect.element(board().getByText("Nothing spoken yet")).toBeVisible();
  });
});

it("a task that was under way when the page was opened is announced when it is done, with its length", async () => {
  const done = parseTask({ id: "task_1", status: "completed" });
  if (done === undefined) throw new Error("That is no task.");
  const tasks: FakeAnswers["tasks"] = async () => ({
    create: () => Promise.reject(new Error("Nothing is sent here.")),
    read: async () => done,
    timestamps: async () => [],
    contentLength: async () => undefined,
    content: () => () => soundOf(2),
  });
  const { playground } = await renderPage({ tasks }, ({ library }) => {
    const task = { id: "task_1", status: "queued", nextPoll: Date.now() };
    const changes = { status: "waiting", mode: "async", service: "embedded", excerpt: "Under way", task } as const;
    library.begin(takeRow("k1", changes), takeDetails("k1"));
  });
  await expect.poll(() => playground.library.getSnapshot().loaded).toBe(true);
  await (await playground.tasks()).getState().look("k1");
  await expect.element(board().getByText("Task done: Under way").last()).toBeVisible();
  await expect.element(row("Under way")).toHaveTextContent("0:02.0 · 32 kB");
});

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

  it("only what is in sight is drawn, and searching ten thousand is quick", { timeout: 60_000 }, async () => {
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
    await expect.element(board().getByText("100 of 10,000")).toBeVisible();
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
