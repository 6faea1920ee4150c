import { describe, expect, it, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { SpeechRequestError } from "../../api/errors.ts";
import { pressByKey, renderPage } from "../../app/render.fixture.ts";
import { parseErrorBody } from "../../contract/errors.ts";
import type { PlaygroundConfig } from "../../contract/playground.ts";
import { parseTask } from "../../contract/tasks.ts";
import { type FakeAnswers, soundOf } from "../../core/page/fake-service.fixture.ts";
import { parseSettings } from "../../core/page/settings.ts";
import { derivePlan, measureText } from "../../core/submit/derive.ts";
import { sendInTurn } from "../../core/submit/send-in-turn.ts";
import { submissionOf } from "../../core/submit/submission.ts";
import { takeDetails, takeRow } from "../../core/takes/library.fixture.ts";
import { board, keep, row, rows, undo } from "./history.fixture.ts";

const script = () => page.getByRole("textbox", { name: "Script" });
const speak = () => page.getByRole("button", { name: "Speak", exact: true });
const say = async (text: string) => {
  await script().fill(text);
  await speak().click();
  await expect.element(row(text)).toHaveTextContent(/kB/);
};
const choose = async (name: string, item: string) => {
  await row(name).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: item }).click();
};

const embedded = async () =>
  ({ service: "embedded", version: "0", session: "none_needed", hasKey: true }) satisfies PlaygroundConfig;
const remote = async (): Promise<PlaygroundConfig> => ({
  service: "remote",
  version: "0",
  session: "none_needed",
  hasKey: true,
  baseUrl: "https://speech.example/api",
});

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
    ).toEqual(["Takes", "Tasks", "Compare", "Batch", "Request", "Frames", "Checks"]);
  });

  it("never says that nothing was spoken to who comes back to kept takes", async () => {
    const keeping = { kind: "disk" } as const;
    const kept = { rows: [takeRow("k1", { excerpt: "Kept" })], loaded: true, keeping, unsaved: 0 };
    let isSaid = false;
    const look = new MutationObserver(() => {
      isSaid ||= document.body.textContent.includes("Nothing spoken yet");
    });
    look.observe(document.body, { childList: true, subtree: true });
    onTestFinished(() => look.disconnect());
    await renderPage({}, ({ library }) => vi.spyOn(library, "getSnapshot").mockReturnValue(kept));
    await expect.element(row("Kept")).toBeVisible();
    expect(isSaid).toBe(false);
  });

  it("says why kept takes aren't shown, and never that there are none", async () => {
    const keeping = { kind: "memory", reason: "newer" } as const;
    const kept = { rows: [], loaded: true, keeping, unsaved: 0 };
    await renderPage({}, ({ library }) => vi.spyOn(library, "getSnapshot").mockReturnValue(kept));
    await expect.element(board().getByText(/newer version of the playground has taken over/)).toBeVisible();
    await expect.element(board().getByText("Nothing spoken yet")).not.toBeInTheDocument();
  });
});

it("Enter and Escape that end what an input method writes do nothing else, wherever they mean something", async () => {
  await renderPage({ speech: () => soundOf(1) });
  await say("Good evening");
  const field = (name: string) => page.getByLabelText(name, { exact: true });
  const end = (name: string, key: string) =>
    field(name)
      .element()
      .dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, isComposing: true }));
  await field("Search takes").fill("Good");
  end("Search takes", "Escape");
  await choose("Good evening", "Rename…");
  end("Name", "Escape");
  await expect.element(field("Name")).toBeVisible();
  await expect.element(field("Search takes")).toHaveValue("Good");
  await page.getByRole("tab", { name: "Compare" }).click();
  await page.getByRole("button", { name: "Add a take" }).click();
  end("Find a take", "Escape");
  await expect.element(field("Find a take")).toBeVisible();
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
    for (const text of ["Autumn", "StreamSpeech v8", "stream", "0:02.0 · 32 kB", "10 tokens", /\d\d:\d\d$/]) {
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
    await expect.element(page.getByRole("alert")).toBeEmptyDOMElement();
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
    playground.settings.setState({ model: "cloud-tts" });
    await script().fill("Something else");
    await row("Good evening").getByRole("button", { name: "Reuse text and settings" }).click();
    await expect.element(script()).toHaveValue("Good evening");
    await expect.element(page.getByRole("radio", { name: "StreamSpeech v8" })).toBeChecked();
    await undo().click();
    await expect.element(script()).toHaveValue("Something else");
    await expect.element(page.getByRole("radio", { name: "Cloud TTS" })).toBeChecked();
    await row("Good evening").getByRole("button", { name: "Reuse text and settings" }).click();
    await speak().click();
    await expect.poll(() => bodies).toHaveLength(2);
    expect(bodies[1]).toEqual(bodies[0]);
  });

  it("is sent again byte for byte; where that costs, only after it was asked", async () => {
    const { bodies } = await renderPage({ config: remote });
    await expect.element(page.getByText("speech.example")).toBeVisible();
    await say("Good evening");
    await choose("Good evening", "Speak again…");
    const dialog = page.getByRole("dialog", { name: "Send it again?" });
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

  it("of a service that charges is sent to one that doesn't without a question", async () => {
    let answer: () => Promise<PlaygroundConfig> = remote;
    const { bodies, playground } = await renderPage({ config: () => answer() });
    await expect.element(page.getByText("speech.example")).toBeVisible();
    await say("Good evening");
    answer = embedded;
    await playground.queries.invalidateQueries();
    await choose("Good evening", "Speak again");
    await expect.poll(() => bodies).toHaveLength(2);
  });

  it("is shared as a page that plays by itself, with its audio in it", async () => {
    await renderPage();
    await say("Good evening");
    await choose("Good evening", "Share as a page…");
    const dialog = page.getByRole("dialog", { name: "Export 1 take" });
    await expect.element(dialog.getByRole("radio", { name: "Page" })).toBeChecked();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect.element(dialog).toHaveTextContent(/Saved as .*\.html, /);
    await expect.element(dialog).not.toHaveTextContent("isn't in it");
  });

  it("gets a name and a note, which are found", async () => {
    await renderPage();
    await say("Good evening");
    await choose("Good evening", "Rename…");
    const name = board().getByRole("textbox", { name: "Name" });
    await expect.element(name).toHaveFocus();
    await userEvent.keyboard("Best one");
    await board().getByRole("textbox", { name: "Note" }).fill("calmer");
    await userEvent.keyboard("{Enter}");
    await expect.element(row("Best one")).toHaveTextContent("Good evening · calmer");
    await expect.element(page.getByRole("link", { name: /^Download .*Best one\./ })).toBeVisible();
    await expect.element(row("Best one")).toHaveFocus();
    await board().getByRole("searchbox", { name: "Search takes" }).fill("calmer");
    await expect.element(row("Best one")).toBeVisible();
    await board().getByRole("searchbox", { name: "Search takes" }).fill("louder");
    await expect.element(board().getByText("No take matches.")).toBeVisible();
    await board().getByRole("button", { name: "Show all" }).click();
    await expect.element(row("Best one")).toBeVisible();
  });

  it("that nobody hears is ended from its menu; another page's can't be", async () => {
    await navigator.locks.request("speech-playground page elsewhere", async () => {
      await renderPage(
        {
          async *speech(signal) {
            yield { type: "start", format: { codec: "wav" } };
            await new Promise((resolve) => signal.addEventListener("abort", resolve));
          },
        },
        (playground) => {
          const plan = derivePlan(playground.settings.getState(), "en", measureText("Good evening"));
          sendInTurn(playground, [submissionOf(plan, "Good evening", {})]);
          const { library } = playground;
          library.begin(
            takeRow("k1", { status: "receiving", owner: "elsewhere", excerpt: "Elsewhere" }),
            takeDetails("k1"),
          );
        },
      );
      await row("Elsewhere").getByRole("button", { name: "More" }).click();
      await expect.element(page.getByRole("menuitem", { name: "Rename…" })).toBeVisible();
      await expect.element(page.getByRole("menuitem", { name: "Stop receiving" })).not.toBeInTheDocument();
      await userEvent.keyboard("{Escape}");
      await choose("Good evening", "Stop receiving");
      await expect.element(row("Good evening")).toHaveTextContent("stopped");
      await expect.element(row("Elsewhere")).not.toHaveTextContent("stopped");
    });
  });

  it("is deleted while it sounds: the sound ends, and it can be brought back", async () => {
    const { playground } = await renderPage({ speech: () => soundOf(2) });
    await say("Good evening");
    await choose("Good evening", "Delete");
    await expect.element(row("Good evening")).not.toBeInTheDocument();
    await expect.element(page.getByRole("region", { name: "Player" })).toHaveTextContent("Your audio plays here.");
    for (const name of ["Tasks", "Takes"]) await board().getByRole("tab", { name }).click();
    await undo().click();
    await expect.element(row("Good evening")).toBeVisible();
    await say("Good night");
    await choose("Good evening", "Delete");
    await pressByKey(board().getByRole("button", { name: "Close" }));
    await expect.element(row("Good night")).toHaveFocus();
    const timers = vi.spyOn(window, "setTimeout");
    onTestFinished(() => timers.mockRestore());
    await choose("Good night", "Delete");
    await expect.element(undo()).toBeVisible();
    // It goes by itself, though the one before had the focus when it went.
    await expect.poll(() => timers.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(20_000);
    await board().getByRole("button", { name: "Close" }).click();
    await expect.poll(() => playground.library.getSnapshot().rows).toEqual([]);
    await expect.element(board().getByText("Nothing spoken yet")).toBeVisible();
  });
});

it("of selected takes those that are under way stay when the others are deleted, and that is said", async () => {
  const coming = { status: "waiting", mode: "async", sound: "none", excerpt: "Good night" } as const;
  const { playground } = await renderPage({}, (made) => keep(made, [{ excerpt: "Good evening" }]));
  await playground.library.begin(takeRow("task", coming), takeDetails("task"));
  await board().getByRole("button", { name: "Manage takes" }).click();
  await page.getByRole("menuitem", { name: "Select takes…" }).click();
  const bar = board().getByRole("toolbar", { name: "Select takes…" });
  await bar.getByRole("button", { name: "All 2 shown" }).click();
  await bar.getByRole("button", { name: "Delete" }).click();
  await expect.element(board().getByText("1 take deleted. 1 take under way is kept;")).toBeVisible();
  await expect.element(row("Good night")).toBeVisible();
  await expect.element(row("Good evening")).not.toBeInTheDocument();
});

it("a deleted take that an import brings back stays, though it can't be taken back any more", async () => {
  const { playground } = await renderPage({}, (made) => keep(made, [{ excerpt: "Good evening" }]));
  await choose("Good evening", "Delete");
  await expect.element(row("Good evening")).not.toBeInTheDocument();
  await playground.library.update("k00000", { deleted: undefined });
  await expect.element(row("Good evening")).toBeVisible();
  await board().getByRole("button", { name: "Close" }).click();
  await expect.element(undo()).not.toBeInTheDocument();
  await expect.element(row("Good evening")).toBeVisible();
  expect(playground.library.row("k00000")).toBeDefined();
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

it("failed takes can be hidden, and stay so after a reload", async () => {
  const { playground } = await renderPage({}, ({ library }) => {
    library.begin(takeRow("k1", { status: "complete", excerpt: "Good" }), takeDetails("k1"));
    library.begin(takeRow("k2", { status: "failed", excerpt: "Bad" }), takeDetails("k2"));
  });
  await expect.element(row("Bad")).toBeVisible();
  await board().getByRole("combobox", { name: "Filter by state" }).selectOptions("Hide failed");
  await expect.element(row("Bad")).not.toBeInTheDocument();
  await expect.element(row("Good")).toBeVisible();
  expect(parseSettings(playground.settings.getState()).hidesFailed).toBe(true);
});

it.each([
  ["possible", "It may have been charged."],
  // By the rules of an older version, which took it for one that never left.
  ["none", "It may have been charged."],
] as const)("a past take says of the network and the cost what held when it failed: %s", async (cost, said) => {
  const failed = { status: "failed", excerpt: "Cut off" } as const;
  const failure = { kind: "offline", message: "", cost } as const;
  const error = { name: "ServiceUnreachableError", message: "" };
  const { playground } = await renderPage({}, ({ library }) => {
    library.begin(takeRow("k1", { ...failed, failure }), takeDetails("k1", { error }));
  });
  await playground.takes.getState().open("k1", { play: false });
  const alert = page.getByRole("alert");
  await expect.element(alert).toHaveTextContent("This device is offline");
  await expect.element(alert).toHaveTextContent(said);
});
