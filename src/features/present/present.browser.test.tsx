import { describe, expect, it, onTestFinished, vi } from "vitest";
import { page } from "vitest/browser";
import { parseTask } from "../../contract/tasks.ts";
import { soundOf } from "../../core/page/fake-service.fixture.ts";
import { takeOf } from "../../core/programme/programme-item.ts";
import {
  form,
  isHeard,
  lit,
  openPage,
  pause,
  play,
  present,
  press,
  speak,
  stage,
  timed,
  words,
} from "./present.fixture.ts";
import { addTakesToProgramme } from "./present-takes.ts";

describe("the presentation", () => {
  it("shows the script on the page where nothing is prepared, and one key speaks it once", async () => {
    const { bodies } = await openPage({ speech: () => timed("One", "two", "three", "four") });
    await page.getByRole("textbox", { name: "Script" }).fill("One two three four.");
    await present();
    await expect.element(words()).toHaveTextContent("One two three four.");
    expect(stage().element().contains(document.activeElement)).toBe(true);
    expect(bodies).toHaveLength(0);
    await press("{PageDown}");
    await expect.poll(lit).toBe("four");
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

  it("knows a script with pauses as spoken, which isn't sent again, until a pause is another", async () => {
    const { bodies } = await openPage({ speech: () => soundOf(60) });
    await speak("One. [pause 1s] Two.");
    await expect.poll(() => bodies.length).toBe(2);
    await present();
    await expect.element(words()).toHaveTextContent("One. Two.");
    await press("{PageUp}");
    await expect.element(play()).toBeVisible();
    await press("{PageDown}");
    await expect.element(pause()).toBeVisible();
    await expect.poll(() => bodies).toHaveLength(2);
    await press("{Escape}");
    await page.getByRole("textbox", { name: "Script" }).fill("One. [pause 2s] Two.");
    await present();
    await expect.element(stage().getByRole("button", { name: "Speak", exact: true })).toBeVisible();
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
    await expect.element(pause()).toBeVisible();
    await expect.poll(() => bodies).toHaveLength(2);
    await isHeard(playground);
    await press("{PageDown}");
    await expect.element(words()).toHaveTextContent("The script.");
    await expect.element(stage().getByRole("button", { name: "Speak", exact: true })).toBeVisible();
    await press("{PageDown}");
    await expect.element(pause()).toBeVisible();
    await expect.poll(() => bodies.at(-1)?.["input"]).toBe("The script.");
    await isHeard(playground);
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
    await expect.poll(() => bodies).toHaveLength(3);
  });

  it("skips an item unheard and unsent, stays beside one removed elsewhere, is silent when left", async () => {
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

  it("says what is live and what is kept; a rehearsal leaves live what was, or makes it so again", async () => {
    const { bodies, programme } = await openPage({ speech: () => soundOf(60) });
    programme.getState().addScript(form("The script."));
    await present();
    await expect.element(stage().getByText("StreamSpeech v8 · live", { exact: true })).toBeVisible();
    await press("l");
    await stage().getByRole("button", { name: "Rehearse: live stays live" }).click();
    await press("l{PageDown}");
    await expect.element(stage().getByText("StreamSpeech v8 · kept", { exact: true })).toBeVisible();
    await expect.element(stage().getByText("Rehearsal")).toBeVisible();
    expect(takeOf(programme.getState().items[0])).toBeUndefined();
    await press("l");
    await stage().getByRole("button", { name: "End the rehearsal" }).click();
    await expect.element(stage().getByText("StreamSpeech v8 · live", { exact: true })).toBeVisible();
    await press("l{PageDown}");
    await expect.poll(() => bodies.length).toBe(2);
    await expect.element(stage().getByText("StreamSpeech v8 · kept", { exact: true })).toBeVisible();
    await press("l");
    await stage().getByRole("button", { name: "Speak all live again" }).click();
    await expect.element(stage().getByText("StreamSpeech v8 · live", { exact: true })).toBeVisible();
    expect(takeOf(programme.getState().items[0])).toBeUndefined();
    await stage().getByRole("button", { name: "Undo" }).click();
    await expect.element(stage().getByText("StreamSpeech v8 · kept", { exact: true })).toBeVisible();
  });

  it("holds a blind test in a rehearsal, of which the show knows nothing", async () => {
    const { programme, playground } = await openPage({ speech: () => soundOf(60) });
    await speak("The same words.");
    await speak("The same words, again.");
    const [one, two] = playground.library.getSnapshot().rows.map(({ id }) => id);
    if (one === undefined || two === undefined) throw new Error("Not both were spoken.");
    programme.getState().add({ kind: "blind", excerpt: "", takes: [one, two], question: "ab" });
    programme.getState().addScript(form("The script."));
    await present();
    await press("l");
    await stage().getByRole("button", { name: "Rehearse: live stays live" }).click();
    await press("l");
    const begin = stage().getByRole("button", { name: "Begin" });
    await expect.element(begin).toBeVisible();
    await press("{PageDown}");
    await expect.element(stage().getByText(/Still to hear: B/)).toBeVisible();
    await press("{PageDown}");
    await expect.element(stage().getByText(/Still to hear/)).not.toBeInTheDocument();
    await press("{PageDown}");
    await expect.element(stage().getByRole("button", { name: "New test" })).toBeVisible();
    await press("l");
    await stage().getByRole("button", { name: "End the rehearsal" }).click();
    await press("l");
    await expect.element(begin).toBeVisible();
    await press("{PageDown}");
    await expect.element(stage().getByText(/Still to hear: B/)).toBeVisible();
  });

  it("stays a rehearsal when the stage is left, in which a script that was corrected is spoken anew", async () => {
    const { bodies, programme } = await openPage({ speech: () => soundOf(60) });
    const id = programme.getState().addScript(form("The script."));
    await present();
    await press("l");
    await stage().getByRole("button", { name: "Rehearse: live stays live" }).click();
    await press("l{PageDown}");
    const state = (text: string) => stage().getByText(`StreamSpeech v8 · ${text}`, { exact: true });
    await expect.element(state("kept")).toBeVisible();
    await press("{Escape}");
    await present();
    await expect.element(stage().getByText("Rehearsal")).toBeVisible();
    await expect.element(state("kept")).toBeVisible();

    await press("{Escape}");
    programme.getState().replaceScript(id, form("The script, corrected."));
    await present();
    await expect.element(words()).toHaveTextContent("The script, corrected.");
    await press("{PageDown}");
    await expect.poll(() => bodies.at(-1)?.["input"]).toBe("The script, corrected.");
    expect(takeOf(programme.getState().items[0])).toBeUndefined();
  });

  it("keeps the screen awake, also once it was out of sight, and says before a live item if offline", async () => {
    const given: { released: boolean }[] = [];
    const request = vi.spyOn(navigator.wakeLock, "request").mockImplementation(async () => {
      const lock = { released: false };
      given.push(lock);
      return Object.assign(new EventTarget(), {
        ...{ released: false, type: "screen" as const, onrelease: null },
        release: async () => {
          lock.released = true;
        },
      });
    });
    onTestFinished(() => request.mockRestore());
    const { programme } = await openPage();
    programme.getState().addScript(form("The script."));
    await present();
    await expect.poll(() => given).toEqual([{ released: false }]);
    document.dispatchEvent(new Event("visibilitychange"));
    await expect.poll(() => given).toHaveLength(2);
    const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    onTestFinished(() => onLine.mockRestore());
    window.dispatchEvent(new Event("offline"));
    await expect.element(stage().getByText("No network: this one is spoken live.")).toBeVisible();
    onLine.mockRestore();
    window.dispatchEvent(new Event("online"));
    await expect.element(stage().getByText("No network: this one is spoken live.")).not.toBeInTheDocument();
    await press("{Escape}");
    await expect.poll(() => given.at(-1)).toEqual({ released: true });
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
});
