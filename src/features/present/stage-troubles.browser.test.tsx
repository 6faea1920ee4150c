import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { NotSentError, ServiceUnreachableError, SpeechRequestError } from "../../api/errors.ts";
import { pressByKey } from "../../app/render.fixture.ts";
import { models } from "../../contract/models/index.ts";
import { parseTask } from "../../contract/tasks.ts";
import { soundOf } from "../../core/page/fake-service.fixture.ts";
import { form, openPage, pause, play, present, press, soundAfter, speak, stage, words } from "./present.fixture.ts";

describe("what stops an item of the presentation", () => {
  it("says that a take is gone, in its place, and goes on by the same key", async () => {
    const { playground, programme, bodies } = await openPage();
    await speak("Deleted meanwhile.");
    const [row] = playground.library.getSnapshot().rows;
    if (row === undefined) throw new Error("Nothing was spoken.");
    programme.getState().addTake(row);
    programme.getState().addScript(form("The next one."));
    playground.takes.getState().release([row.id]);
    await playground.library.erase([row.id]);
    await present();
    await expect.element(stage().getByRole("alert")).toHaveTextContent("This take was deleted");
    await expect.element(stage().getByRole("alert")).toHaveTextContent("Deleted meanwhile.");
    await pressByKey(stage().getByRole("button", { name: "Go on to the next" }));
    await expect.element(words()).toHaveTextContent("The next one.");
    // The button is gone with what it was about: the stage has the keyboard.
    await expect.element(stage()).toHaveFocus();
    expect(stage().getByRole("alert").elements()).toEqual([]);
    expect(bodies).toHaveLength(1);
  });

  it("says a failure large, sends nothing again by itself, and goes on", async () => {
    let failing = true;
    const { programme, bodies } = await openPage({
      speech: async function* () {
        if (failing) throw new ServiceUnreachableError(undefined);
        yield* soundOf(60);
      },
    });
    programme.getState().addScript(form("It fails at first."));
    programme.getState().addScript(form("Never mind."));
    await present();
    await press("{PageDown}");
    await expect.element(stage().getByRole("alert")).toBeVisible();
    // A room is told one calm line, nothing of the technique, nor what those must do who run the servers.
    const alert = stage().getByRole("alert");
    await expect.element(alert).toHaveTextContent("This one can't be heard at this moment.");
    await expect.element(alert).not.toHaveTextContent(/service|server|charged|npm start/);
    await press("d");
    await expect.element(alert).toHaveTextContent("The playground's server can't be reached");
    await expect.element(alert).not.toHaveTextContent(/charged|npm start/);
    await press("{PageDown}");
    await expect.element(words()).toHaveTextContent("Never mind.");
    expect(bodies).toHaveLength(1);
    await press("{PageUp}{PageDown}");
    await expect.element(stage().getByRole("alert")).toHaveTextContent("back tries again");
    failing = false;
    // With a clicker alone.
    await press("{PageUp}");
    await expect.element(pause()).toBeVisible();
    await expect.poll(() => bodies.length).toBe(3);
  });

  it.each([
    ["had left when the network went isn't sent again by a press that only goes on", ServiceUnreachableError, 1, 1],
    ["never left for want of a network is sent by the next press", NotSentError, 2, 3],
  ])("what %s", async (_, Thrown, requests, afterwards) => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const { playground, programme, bodies } = await openPage({
      // biome-ignore lint/correctness/useYield: no sound comes
      speech: async function* () {
        throw new Thrown(undefined);
      },
    });
    const failures = () => playground.library.getSnapshot().rows.filter(({ status }) => status === "failed").length;
    programme.getState().addScript(form("It fails."));
    await present();
    await press("{PageDown}");
    const alert = stage().getByRole("alert");
    await expect.element(alert).toHaveTextContent("No network at this moment.");
    await press("{PageDown}");
    await expect.poll(failures).toBe(requests);
    await expect.element(alert).toHaveTextContent("No network at this moment.");
    // Neither does the network's coming back ask for what may have been charged.
    window.dispatchEvent(new Event("online"));
    await press("{PageDown}");
    await expect.poll(failures).toBe(afterwards);
    await expect.element(alert).toHaveTextContent("No network at this moment.");
    // Requests leave in their order: one too many would be before the next item's.
    programme.getState().addScript(form("The next one."));
    await press("{End}{PageDown}");
    const sent = [...Array(afterwards).fill("It fails."), "The next one."];
    await expect.poll(() => bodies.map(({ input }) => input)).toEqual(sent);
  });

  it("waits for what was asked for; once that is overdue, it says so, and the same key goes on in peace", async () => {
    let ahead = 0;
    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { programme, playground } = await openPage(
      { speech: () => soundAfter(answered) },
      () => performance.now() + ahead,
    );
    programme.getState().addScript(form("It hangs."));
    programme.getState().addScript(form("The show goes on."));
    await present();
    await press("{PageDown}");
    await expect.element(stage().getByText(/Waiting for the first sound/)).toBeVisible();
    await press("{PageDown}");
    await expect.element(words()).toHaveTextContent("It hangs.");
    expect(stage().getByText("Forward goes on, back tries again.").elements()).toEqual([]);
    ahead += 7_500;
    await expect.element(stage().getByText("Forward goes on, back tries again.")).toBeVisible();
    await expect.element(stage().getByText("7 s")).toBeVisible();
    // The presenter's window shows it in one line.
    const note = stage().getByText("Forward goes on, back tries again.").element().parentElement;
    expect(note?.textContent).toMatch(/^Waiting for the first sound… \d+ s Forward goes on/);
    await press("{PageDown}");
    await expect.element(words()).toHaveTextContent("The show goes on.");
    expect(stage().getByText("Forward goes on, back tries again.").elements()).toEqual([]);
    // What comes late is kept, and not heard over something else.
    answer();
    await expect.poll(() => playground.library.getSnapshot().rows.map(({ status }) => status)).toEqual(["complete"]);
    await expect.element(stage().getByRole("button", { name: "Speak", exact: true })).toBeVisible();
    await press("{PageUp}");
    await expect.element(words()).toHaveTextContent("It hangs.");
    await expect.element(play()).toBeVisible();
  });

  it("asks a service that refuses again only when a person says so, at the last one too", async () => {
    const refusal = new SpeechRequestError({
      refusal: "status",
      status: 429,
      headers: [["retry-after", "97"]],
      error: { message: "slow down", raw: "" },
      truncated: false,
    });
    const { programme, bodies } = await openPage({ speech: () => soundAfter(Promise.reject(refusal)) });
    programme.getState().addScript(form("Too soon."));
    await present();
    await press("{PageDown}");
    await expect.element(stage().getByRole("alert")).toHaveTextContent(/9\d s/);
    await press("{PageDown}{PageDown}");
    await expect.element(stage().getByText("That was the last one.")).toBeVisible();
    expect(bodies).toHaveLength(1);
    await stage().getByRole("button", { name: "Speak it again" }).click();
    await expect.poll(() => bodies.length).toBe(2);
  });

  it("says large that this browser can't play what came, and a script can be spoken again", async () => {
    const answers = [Uint8Array.from("no sound at all", (letter) => letter.charCodeAt(0)), undefined];
    const { programme, bodies } = await openPage({
      speech: async function* () {
        const junk = answers.shift();
        if (junk === undefined) yield* soundOf(60);
        else {
          yield { type: "start", format: { codec: "wav" } };
          yield { type: "audio", bytes: junk };
          yield { type: "end" };
        }
      },
    });
    programme.getState().addScript(form("Junk."));
    await present();
    await press("{PageDown}");
    await expect.element(stage().getByRole("alert")).toHaveTextContent("This browser can't play this audio");
    await stage().getByRole("button", { name: "Speak it again" }).click();
    await expect.element(pause()).toBeVisible();
    expect(stage().getByRole("alert").elements()).toEqual([]);
    await expect.poll(() => bodies.length).toBe(2);
  });

  it("says so where there is nothing to show", async () => {
    await openPage();
    await page.getByRole("textbox", { name: "Script" }).fill("");
    await present();
    await expect.element(words()).toHaveTextContent("Nothing to show. Write a script, or add takes to the programme.");
  });

  it("what stalls is spoken again by the clicker or the key of Speak, and the old answer ends", async () => {
    let ahead = 0;
    const ended: boolean[] = [];
    const { programme, bodies } = await openPage(
      {
        speech: async function* (signal) {
          if (bodies.length > 2) return yield* soundOf(60);
          yield { type: "start", format: { codec: "pcm_s16le", sampleRate: 8_000, channels: 1 } };
          yield { type: "audio", bytes: new Uint8Array(48_000) };
          await new Promise((resolve) => signal.addEventListener("abort", resolve));
          ended.push(signal.aborted);
        },
      },
      () => performance.now() + ahead,
    );
    programme.getState().addScript(form("It stalls."));
    programme.getState().addScript(form("The next one."));
    await present();
    await press("{PageDown}");
    await expect.element(stage().getByText("Waiting for more audio…")).toBeVisible();
    ahead += 6_000;
    await expect.element(stage().getByText("Forward goes on, back tries again.")).toBeVisible();
    await press("{PageUp}");
    await expect.poll(() => bodies.length).toBe(2);
    await expect.poll(() => ended).toEqual([true]);
    await press("{Control>}{Enter}{/Control}");
    await expect.poll(() => bodies.length).toBe(3);
    await expect.element(pause()).toBeVisible();
    await expect.element(words()).toHaveTextContent("It stalls.");
  });

  it("says on arrival, and in the programme, that only a part of a sound is there", async () => {
    const { playground, programme } = await openPage({ speech: () => soundOf(60) });
    await speak("It broke off.");
    const [row] = playground.library.getSnapshot().rows;
    if (row === undefined) throw new Error("Nothing was spoken.");
    await playground.library.update(row.id, { sound: "partial", status: "interrupted" });
    programme.getState().addTake(row);
    await present();
    await expect.element(stage().getByText("Only a part of its audio is there.")).toBeVisible();
    await press("l");
    await expect.element(stage().getByRole("listitem")).toHaveTextContent("only a part");
  });

  it("leaves a blind test by the clicker where a take of it can't be played, and calls nothing heard", async () => {
    const { programme, playground } = await openPage({
      speech: async function* () {
        if (playground.library.getSnapshot().rows.length > 1) return yield* soundOf(1);
        yield { type: "start", format: { codec: "wav" } };
        yield { type: "audio", bytes: Uint8Array.from("no sound at all", (letter) => letter.charCodeAt(0)) };
        yield { type: "end" };
      },
    });
    await speak("Junk.");
    await speak("A sound.");
    const [one = "", two = ""] = playground.library.getSnapshot().rows.map(({ id }) => id);
    programme.getState().add({ kind: "blind", name: "Blind", excerpt: "", takes: [one, two], question: "ab" });
    programme.getState().addScript(form("The next one."));
    await present();
    await press("{PageDown}");
    await expect.element(stage().getByText("One of the two can't be heard here", { exact: false })).toBeVisible();
    await expect.element(stage().getByText("Still to hear: A, B.", { exact: false })).toBeVisible();
    await press("{PageDown}");
    await expect.element(words()).toHaveTextContent("The next one.");
  });

  it("of a task it says only that forward goes on; a clicker answers what is asked before a second one", async () => {
    let ahead = 0;
    let stopped: number | undefined;
    const now = () => stopped ?? performance.now() + ahead;
    let created = 0;
    const queued = parseTask({ id: "task_1", status: "queued" });
    if (queued === undefined) throw new Error("That is no task.");
    const { programme } = await openPage(
      {
        tasks: async () => ({
          create: async () => {
            created += 1;
            return queued;
          },
          read: async () => queued,
          timestamps: async () => [],
          contentLength: async () => undefined,
          content: () => () => soundOf(60),
        }),
      },
      now,
    );
    programme.getState().addScript({ ...form("A task."), mode: "async" });
    programme.getState().addScript(form("The next one."));
    await present();
    await press("{PageDown}");
    await expect.element(stage().getByText("The service is working on it…")).toBeVisible();
    ahead += 6_000;
    await expect.element(stage().getByText("Forward goes on.")).toBeVisible();
    expect(stage().getByRole("button", { name: "Speak it again" }).elements()).toEqual([]);
    stopped = now();
    await press("{Control>}{Enter}{/Control}");
    const alert = stage().getByRole("alert");
    // Somebody with a clicker sees no more than this line, which the presenter's window shows, too.
    const line = () => document.querySelector("dialog [role=alert] [data-said]")?.textContent;
    await expect
      .poll(line)
      .toBe(
        "This one is being spoken already. A second one may be charged as well. " +
          "Forward goes on. Back answers “Send a second one”.",
      );
    // Pressed twice in one breath, the question isn't answered before somebody has read it.
    await press("{PageUp}");
    await expect.element(alert).toBeVisible();
    expect(created).toBe(1);
    stopped += 600;
    await press("{PageUp}");
    await expect.poll(() => created).toBe(2);
    await expect.element(alert).not.toBeInTheDocument();
    await press("{PageDown}");
    await expect.element(words()).toHaveTextContent("A task.");
    stopped += 6_000;
    await press("{PageDown}");
    await expect.element(words()).toHaveTextContent("The next one.");
  });

  it("waits for a comparison that is still being spoken, plays what comes, and goes on where it doesn't", async () => {
    let ahead = 0;
    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let count = 0;
    const { programme, playground } = await openPage(
      {
        speech: async function* () {
          count += 1;
          if (count === 2) await answered;
          yield* soundOf(1);
        },
      },
      () => performance.now() + ahead,
    );
    await speak("One.");
    await page.getByRole("textbox", { name: "Script" }).fill("Two.");
    await page.getByRole("button", { name: "Speak", exact: true }).click();
    const rows = () => playground.library.getSnapshot().rows;
    await expect.poll(() => rows().length).toBe(2);
    const idOf = (text: string) => rows().find(({ excerpt }) => excerpt === text)?.id ?? "";
    const takes = [idOf("One."), idOf("Two.")];
    programme.getState().add({ kind: "comparison", name: "Both", excerpt: "", takes });
    programme.getState().addScript(form("The next one."));
    await present();
    await expect.element(stage().getByText("1 take is still being spoken")).toBeVisible();
    const heard = stage().getByRole("radiogroup", { name: "Heard" }).getByRole("radio");
    await press("{PageDown}");
    await expect.element(heard.nth(0)).toBeChecked();
    await press("{PageDown}");
    await expect.element(heard.nth(1)).not.toBeChecked();
    answer();
    await expect.element(heard.nth(1)).toBeChecked();
    expect(words().elements()).toEqual([]);
    await press("{PageDown}");
    await expect.element(words()).toHaveTextContent("The next one.");

    // Nobody stands before a room for longer than they must.
    await playground.library.update(idOf("Two."), { status: "waiting", sound: "none" });
    await press("{Home}");
    await expect.element(heard.nth(0)).toBeVisible();
    await press("{PageDown}{PageDown}");
    ahead += 6_000;
    await expect.element(stage().getByText("Forward goes on.")).toBeVisible();
    await press("{PageDown}");
    await expect.element(words()).toHaveTextContent("The next one.");
  });

  it("a task that is done elsewhere leaves what was heard to its end, and the next press goes on", async () => {
    const task = (status: "queued" | "completed") => {
      const parsed = parseTask({ id: "task_1", status });
      if (parsed === undefined) throw new Error("That is no task.");
      return parsed;
    };
    const { programme, playground } = await openPage({
      speech: () => soundOf(1),
      tasks: async () => ({
        create: async () => task("queued"),
        read: async () => task("completed"),
        timestamps: async () => [],
        contentLength: async () => undefined,
        content: () => () => soundOf(60),
      }),
    });
    programme.getState().addScript({ ...form("A task."), mode: "async" });
    programme.getState().addScript(form("Heard to its end."));
    programme.getState().addScript(form("The next one."));
    await present();
    await press("{PageDown}");
    await expect.element(stage().getByText("The service is working on it…")).toBeVisible();
    await press("n{PageDown}");
    const current = () => playground.takes.getState().current;
    const playback = () => current()?.session.getSnapshot().state.playback.status;
    await expect.poll(() => [current()?.text, playback()]).toEqual(["Heard to its end.", "ended"]);
    const row = playground.library.getSnapshot().rows.find(({ task: its }) => its !== undefined);
    await (await playground.tasks()).getState().look(row?.id ?? "");
    await expect.poll(() => playground.library.row(row?.id ?? "")?.status).toBe("complete");
    await expect.poll(() => [current()?.text, playback()]).toEqual(["Heard to its end.", "ended"]);
    await press("{PageDown}");
    await expect.element(words()).toHaveTextContent("The next one.");
  });

  it("signed out, what is kept is shown, and no question asked; signed in again, it can be spoken", async () => {
    const refusal = new SpeechRequestError({
      refusal: "status",
      status: 401,
      headers: [],
      error: { message: "Sign in.", code: "session_required", raw: "" },
      truncated: false,
    });
    let session: "none_needed" | "password" = "none_needed";
    const { programme, playground, bodies } = await openPage({
      config: async () => ({ service: "remote", version: "0", session, hasKey: session === "none_needed" }),
      openSession: async () => {
        session = "none_needed";
      },
      speech: () => (session === "password" ? soundAfter(Promise.reject(refusal)) : soundOf(60)),
    });
    await speak("Kept.");
    const [row] = playground.library.getSnapshot().rows;
    if (row === undefined) throw new Error("Nothing was spoken.");
    programme.getState().addScript(form("Live."));
    programme.getState().addTake(row);
    await present();
    session = "password";
    await press("{PageDown}");
    await expect.element(stage().getByRole("alert")).toHaveTextContent("Nobody is signed in.");
    await playground.queries.invalidateQueries();
    await press("{PageDown}{PageDown}");
    await expect.element(words()).toHaveTextContent("Kept.");
    await expect.element(pause()).toBeVisible();
    const password = page.getByLabelText("Password");
    expect(password.elements()).toEqual([]);
    await press("{Home}{PageDown}");
    await stage().getByRole("button", { name: "Sign in" }).click();
    await password.fill("a long password");
    await press("{Enter}");
    await expect.element(password).not.toBeInTheDocument();
    await expect.element(stage().getByRole("alert")).not.toBeInTheDocument();
    const before = bodies.length;
    await press("{PageDown}");
    await expect.element(pause()).toBeVisible();
    await expect.poll(() => bodies.length).toBe(before + 1);
  });

  it("asks what Speak asks: nothing is sent to a model that isn't listed, or without a text, unasked", async () => {
    const ids = models.map(({ id }) => id).filter((id) => id !== "cloud-tts");
    const { programme, bodies } = await openPage({ models: async () => ({ kind: "listed", ids }) });
    programme.getState().addScript({ ...form("Unlisted.", "cloud-tts"), values: {} });
    programme.getState().addScript(form(" "));
    await present();
    await press("{PageDown}");
    const alert = stage().getByRole("alert");
    // A room reads one calm line; the service, its list and what is charged are for whoever asks.
    await expect.element(alert).toHaveTextContent("This one may not be available here.");
    await expect.element(alert).not.toHaveTextContent(/service|list|charged/);
    await press("d");
    await expect.element(alert).toHaveTextContent("isn't in the service's list");
    await stage().getByRole("button", { name: "Not now" }).click();
    expect(bodies).toHaveLength(0);
    await press("{PageDown}");
    await stage().getByRole("button", { name: "Speak anyway" }).click();
    await expect.poll(() => bodies.length).toBe(1);
    await expect.element(stage().getByRole("button", { name: /Play|Pause/ })).toBeVisible();
    await press("{End}{PageDown}d");
    await expect.element(stage().getByRole("alert")).toHaveTextContent("only spaces, line breaks or punctuation");
    // The page's own main button hears nothing of what is pressed here.
    await press("{Control>}{Enter}{/Control}");
    expect(bodies).toHaveLength(1);
  });
});
