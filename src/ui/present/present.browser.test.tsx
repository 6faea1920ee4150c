import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { ServiceUnreachableError, SpeechRequestError } from "../../api/errors.ts";
import { models } from "../../contract/models/index.ts";
import { parseTask } from "../../contract/tasks.ts";
import { soundOf } from "../../state/fake-service.fixture.ts";
import { addTakesToProgramme } from "../../state/present/add-take.ts";
import {
  form,
  lit,
  openPage,
  pause,
  play,
  present,
  press,
  soundAfter,
  speak,
  stage,
  timed,
  words,
} from "./present.fixture.ts";

describe("the presentation", () => {
  it("shows the script on the page where nothing is prepared, and one key speaks it once", async () => {
    const { bodies } = await openPage({ speech: () => timed("One", "two", "three", "four") });
    await page.getByRole("textbox", { name: "Script" }).fill("One two three four.");
    await present();
    await expect.element(words()).toHaveTextContent("One two three four.");
    expect(stage().element().contains(document.activeElement)).toBe(true);
    expect(bodies).toHaveLength(0);
    await press("{PageDown}");
    await expect.poll(lit).toBe("two");
    await press("{PageUp}");
    await expect.element(play()).toBeVisible();
    await press("{PageDown}");
    await expect.element(pause()).toBeVisible();
    expect(bodies).toHaveLength(1);
    await press(" ");
    await expect.element(play()).toBeVisible();
    await press("{Escape}");
    expect(stage().elements()).toEqual([]);
  });

  it("plays a prepared take without a request, then speaks a script, then stays at the last one", async () => {
    const { bodies, playground, programme } = await openPage({ speech: () => soundOf(60) });
    await speak("The prepared one.");
    const [row] = playground.library.getSnapshot().rows;
    if (row === undefined) throw new Error("Nothing was spoken.");
    await addTakesToProgramme(playground, [row]);
    programme.getState().addScript(form("The script."));
    await speak("Something else.");
    expect(bodies).toHaveLength(2);

    await present();
    await expect.element(words()).toHaveTextContent("The prepared one.");
    await expect.element(stage().getByText("1 of 2: The prepared one.")).toBeInTheDocument();
    await press("{PageDown}");
    const isHeard = () =>
      expect.poll(() => playground.takes.getState().current?.session.position()).toBeGreaterThan(0.1);
    await expect.element(pause()).toBeVisible();
    expect(bodies).toHaveLength(2);
    // Before it is heard, a press changes nothing.
    await isHeard();
    await press("{PageDown}");
    await expect.element(words()).toHaveTextContent("The script.");
    await expect.element(stage().getByRole("button", { name: "Speak", exact: true })).toBeVisible();
    await press("{PageDown}");
    await expect.element(pause()).toBeVisible();
    await expect.poll(() => bodies.at(-1)?.["input"]).toBe("The script.");
    await isHeard();
    await press("{PageDown}");
    await expect.element(stage().getByText(/That was the last one/)).toBeInTheDocument();
    // It isn't any longer, back at its beginning.
    await press("{PageUp}");
    await expect.element(play()).toBeVisible();
    expect(
      stage()
        .getByText(/That was the last one/)
        .elements(),
    ).toEqual([]);

    // What was spoken in the presentation is heard again without a request.
    await press("{Home}{End}{PageDown}");
    await expect.element(pause()).toBeVisible();
    expect(bodies).toHaveLength(3);
  });

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
    await press("{PageDown}");
    await expect.element(words()).toHaveTextContent("The next one.");
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
    // Nor is a room told what those must do who run the servers.
    await expect.element(stage().getByRole("alert")).not.toHaveTextContent(/charged|npm start/);
    await press("{PageDown}");
    await expect.element(words()).toHaveTextContent("Never mind.");
    expect(bodies).toHaveLength(1);
    await press("{PageUp}");
    failing = false;
    await press("{PageDown}");
    await expect.element(pause()).toBeVisible();
    await expect.poll(() => bodies.length).toBe(2);
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
    expect(stage().getByText("Press again to go on to the next.").elements()).toEqual([]);
    ahead += 7_500;
    await expect.element(stage().getByText("Press again to go on to the next.")).toBeVisible();
    await expect.element(stage().getByText("7 s")).toBeVisible();
    await press("{PageDown}");
    await expect.element(words()).toHaveTextContent("The show goes on.");
    expect(stage().getByText("Press again to go on to the next.").elements()).toEqual([]);
    // What comes late is kept, and not heard over something else.
    answer();
    await expect.poll(() => playground.library.getSnapshot().rows.map(({ status }) => status)).toEqual(["complete"]);
    await expect.element(stage().getByRole("button", { name: "Speak", exact: true })).toBeVisible();
    await press("{PageUp}");
    await expect.element(words()).toHaveTextContent("It hangs.");
    await expect.element(play()).toBeVisible();
  });

  it("is louder and quieter by the arrows, silent by M, and says so; from the shown item by Shift and F5", async () => {
    const { programme, playground } = await openPage({ speech: () => soundOf(60) });
    playground.settings.getState().setVolume(0.9);
    programme.getState().addScript(form("One."));
    programme.getState().addScript(form("Two."));
    await present();
    const said = (text: string) => stage().getByText(text, { exact: true });
    await press("{End}{PageDown}");
    await expect.element(pause()).toBeVisible();
    const session = () => playground.takes.getState().current?.session.getSnapshot();
    await press("{ArrowDown}{ArrowDown}");
    await expect.element(said("Volume 70 %")).toBeVisible();
    await expect.poll(() => session()?.volume).toBe(0.7);
    await press("m");
    await expect.element(said("Muted")).toBeVisible();
    await expect.poll(() => session()?.muted).toBe(true);
    await expect.element(stage().getByRole("button", { name: "Unmute" })).toBeVisible();
    await press("{ArrowUp>3/}");
    await expect.element(said("Volume 100 %")).toBeVisible();
    await expect.poll(() => session()).toMatchObject({ muted: false, volume: 1 });
    await expect.element(pause()).toBeVisible();

    await press("{Shift>}{F5}{/Shift}");
    await expect.element(words()).toHaveTextContent("Two.");
    await expect.element(play()).toBeVisible();
    await press("{F5}");
    await expect.element(words()).toHaveTextContent("One.");
  });

  it("asks a service that refuses again only when a person says so, at the last one too", async () => {
    const refusal = new SpeechRequestError({
      refusal: "status",
      status: 429,
      headers: [["retry-after", "7"]],
      error: { message: "slow down", raw: "" },
      truncated: false,
    });
    const { programme, bodies } = await openPage({ speech: () => soundAfter(Promise.reject(refusal)) });
    programme.getState().addScript(form("Too soon."));
    await present();
    await press("{PageDown}");
    await expect.element(stage().getByRole("alert")).toHaveTextContent("7 s");
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
    await expect.element(stage().getByRole("alert")).toHaveTextContent("This browser can't play what came");
    await stage().getByRole("button", { name: "Speak it again" }).click();
    await expect.element(pause()).toBeVisible();
    expect(stage().getByRole("alert").elements()).toEqual([]);
    await expect.poll(() => bodies.length).toBe(2);
  });

  it("takes no other pace along from the page, and says that it is muted", async () => {
    const { playground } = await openPage({ speech: () => soundOf(60) });
    await speak("As it was spoken.");
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    playground.listening.getState().setRate(2);
    playground.listening.getState().setMuted(true);
    await present();
    await expect.element(stage().getByText("Muted", { exact: true })).toBeVisible();
    await press("m{PageDown}");
    await expect.element(pause()).toBeVisible();
    const session = () => playground.takes.getState().current?.session.getSnapshot();
    await expect.poll(session).toMatchObject({ rate: 1, muted: false });
  });

  it("says so where there is nothing to show", async () => {
    await openPage();
    await page.getByRole("textbox", { name: "Script" }).fill("");
    await present();
    await expect.element(words()).toHaveTextContent("Nothing to show. Write a script, or add takes to the programme.");
  });

  it("asks what Speak asks: nothing is sent to a model that isn't listed, or without a text, unasked", async () => {
    const ids = models.map(({ id }) => id).filter((id) => id !== "cloud-tts");
    const { programme, bodies } = await openPage({ models: async () => ({ kind: "listed", ids }) });
    programme.getState().addScript({ ...form("Unlisted.", "cloud-tts"), values: {} });
    programme.getState().addScript(form(" "));
    await present();
    await press("{PageDown}");
    await expect.element(stage().getByRole("alert")).toHaveTextContent("isn't in the service's list");
    await stage().getByRole("button", { name: "Not now" }).click();
    expect(bodies).toHaveLength(0);
    await press("{PageDown}");
    await stage().getByRole("button", { name: "Speak all the same" }).click();
    await expect.poll(() => bodies.length).toBe(1);
    await expect.element(stage().getByRole("button", { name: /Play|Pause/ })).toBeVisible();
    await press("{End}{PageDown}");
    await expect.element(stage().getByRole("alert")).toHaveTextContent("only spaces and line breaks");
    // The page's own main button hears nothing of what is pressed here.
    await press("{Control>}{Enter}{/Control}");
    expect(bodies).toHaveLength(1);
  });

  it("skips an item without hearing or sending it, stays beside one that was removed elsewhere, and falls silent when it is left", async () => {
    const { programme, playground, bodies } = await openPage({ speech: () => soundOf(60) });
    const [, second] = ["One.", "Two.", "Three."].map((text) => programme.getState().addScript(form(text)));
    await present();
    await press("{Shift>}{PageDown}{/Shift}");
    await expect.element(words()).toHaveTextContent("Two.");
    await press("np");
    await expect.element(words()).toHaveTextContent("Two.");
    expect(bodies).toHaveLength(0);
    programme.getState().remove(second ?? "");
    await expect.element(words()).toHaveTextContent("Three.");
    await press("{PageDown}");
    await expect.element(pause()).toBeVisible();
    await press("{Escape}");
    const playback = () => playground.takes.getState().current?.session.getSnapshot().state.playback.status;
    await expect.poll(playback).toBe("paused");
  });

  it("turns its items by swipes to the side, which the browser doesn't take for the way back", async () => {
    const { programme, bodies } = await openPage();
    programme.getState().addScript(form("One."));
    programme.getState().addScript(form("Two."));
    await present();
    const swipe = (byX: number, byY: number): void => {
      const target = words().element();
      const touch = (clientX: number, clientY: number) => new Touch({ identifier: 1, target, clientX, clientY });
      const [from, to] = [touch(500, 300), touch(500 + byX, 300 + byY)];
      target.dispatchEvent(new TouchEvent("touchstart", { bubbles: true, touches: [from], changedTouches: [from] }));
      target.dispatchEvent(new TouchEvent("touchend", { bubbles: true, changedTouches: [to] }));
    };
    swipe(-120, 20);
    await expect.element(words()).toHaveTextContent("Two.");
    swipe(120, 200);
    swipe(30, 0);
    await expect.element(words()).toHaveTextContent("Two.");
    swipe(120, -20);
    await expect.element(words()).toHaveTextContent("One.");
    expect(bodies).toHaveLength(0);
    const middle = words().element().closest("[class*=middle]");
    expect(middle && getComputedStyle(middle).touchAction).toBe("pan-y pinch-zoom");
    expect(getComputedStyle(document.documentElement).overscrollBehaviorX).toBe("none");
  });

  it("a script that becomes a task sounds by itself when that is done, as a stream does", async () => {
    const task = (status: "queued" | "completed") => {
      const parsed = parseTask({ id: "task_1", status });
      if (parsed === undefined) throw new Error("That is no task.");
      return parsed;
    };
    const { programme, playground } = await openPage({
      tasks: async () => ({
        create: async () => task("queued"),
        read: async () => task("completed"),
        timestamps: async () => [],
        contentLength: async () => undefined,
        content: () => () => soundOf(60),
      }),
    });
    programme.getState().addScript({ ...form("Later."), mode: "async" });
    await present();
    await press("{PageDown}");
    await expect.element(stage().getByText("The service is working on it…")).toBeVisible();
    const [row] = playground.library.getSnapshot().rows;
    await (await playground.tasks()).getState().look(row?.id ?? "");
    await expect.element(pause()).toBeVisible();
    await expect.poll(() => playground.takes.getState().current?.session.position()).toBeGreaterThan(0.1);
  });

  it("goes black and quiet by B or the full stop, and comes back by anything, doing nothing else", async () => {
    const { programme } = await openPage({ speech: () => soundOf(6) });
    programme.getState().addScript(form("In the light."));
    programme.getState().addScript(form("Later."));
    await present();
    await press("{PageDown}");
    await expect.element(pause()).toBeVisible();
    const black = () => stage().getByRole("button", { name: /The screen is black/ });
    await press("b");
    await expect.element(black()).toBeVisible();
    await expect.element(play()).toBeInTheDocument();
    await press("{PageDown}");
    expect(black().elements()).toEqual([]);
    await expect.element(pause()).toBeVisible();
    await expect.element(words()).toHaveTextContent("In the light.");
    await press(".");
    await black().click();
    await expect.element(pause()).toBeVisible();
  });

  it("has keys of its own, whoever turned single ones off on the page; those may be turned off, too, and the space bar stays", async () => {
    const { programme, playground } = await openPage({ speech: () => soundOf(6) });
    const blackScreen = stage().getByRole("button", { name: /The screen is black/ });
    playground.settings.getState().setShortcuts(false);
    programme.getState().addScript(form("Quiet keys."));
    await present();
    await press(".");
    await expect.element(blackScreen).toBeVisible();
    await press("b");
    await expect.element(blackScreen).not.toBeInTheDocument();

    playground.settings.getState().setStageKeys(false);
    await press("b.l");
    expect(blackScreen.elements()).toEqual([]);
    expect(stage().getByRole("region", { name: "Programme" }).elements()).toEqual([]);
    await press(" ");
    await expect.element(pause()).toBeVisible();
    await press("{PageUp}");
    await expect.element(play()).toBeVisible();
    await stage().getByRole("button", { name: "Black screen" }).click();
    await expect.element(blackScreen).toBeVisible();
    await press("{Escape}");
    await expect.element(blackScreen).not.toBeInTheDocument();
    await expect.element(stage()).toBeVisible();
  });
});
