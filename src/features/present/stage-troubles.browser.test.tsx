import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { ServiceUnreachableError, SpeechRequestError } from "../../api/errors.ts";
import { models } from "../../contract/models/index.ts";
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
    await stage().getByRole("button", { name: "Speak anyway" }).click();
    await expect.poll(() => bodies.length).toBe(1);
    await expect.element(stage().getByRole("button", { name: /Play|Pause/ })).toBeVisible();
    await press("{End}{PageDown}");
    await expect.element(stage().getByRole("alert")).toHaveTextContent("only spaces and line breaks");
    // The page's own main button hears nothing of what is pressed here.
    await press("{Control>}{Enter}{/Control}");
    expect(bodies).toHaveLength(1);
  });
});
