import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { IncompleteAudioError, ServiceUnreachableError, SpeechRequestError } from "../../api/errors.ts";
import { renderPage } from "../../app/render.fixture.ts";
import { parseErrorBody } from "../../contract/errors.ts";
import { soundOf, toneOf } from "../../core/page/fake-service.fixture.ts";
import { failing, refused } from "./failure.fixture.ts";

const script = () => page.getByRole("textbox", { name: "Script" });
const speak = () => page.getByRole("button", { name: "Speak", exact: true });

describe("a failure", () => {
  it("names the field, leads to it, and says what it cost", async () => {
    const error = refused(400, { message: "Speed must be from -1 to 1", param: "Speed", code: "out_of_range" });
    await renderPage({ speech: failing(error) });
    await speak().click();
    const alert = page.getByRole("alert");
    await expect.element(alert).toHaveTextContent("The service refused the request");
    await expect.element(alert).toHaveTextContent("no charge expected");
    await expect.element(alert).toHaveTextContent("req_7");
    await alert.getByRole("button", { name: "Go to “Speed”" }).click();
    await expect.poll(() => document.activeElement?.closest("[data-field]")?.getAttribute("data-field")).toBe("speed");
    await alert.getByRole("button", { name: "Dismiss" }).click();
    await expect.element(alert).toBeEmptyDOMElement();
  });

  it("of a model that the service doesn't have leads to the models", async () => {
    const error = refused(404, { message: "No such model.", param: "model", code: "model_not_found" });
    await renderPage({ speech: failing(error) });
    await speak().click();
    await page.getByRole("alert").getByRole("button", { name: "Go to “Model”" }).click();
    await expect.element(page.getByRole("radio", { name: "StreamSpeech v8" })).toHaveFocus();
  });

  it("leaves the last sound in the player, and is told all the same; the next sound takes it away", async () => {
    const answers = [() => soundOf(60), failing(refused(500, { message: "No." })), () => soundOf(1)];
    const { playground } = await renderPage({
      async *speech() {
        yield* answers.shift()?.() ?? [];
      },
    });
    const { takes } = playground;
    const player = page.getByRole("region", { name: "Player" });
    const alert = page.getByRole("alert");
    await script().fill("This is heard.");
    await speak().click();
    await player.getByRole("button", { name: "Pause" }).click();
    takes.getState().current?.session.seek(3);
    await expect.poll(() => takes.getState().current?.session.position()).toBeCloseTo(3, 1);
    await script().fill("This fails.");
    await speak().click();
    await expect.element(alert).toHaveTextContent("The service failed");
    await expect.element(player).toHaveTextContent("This is heard.");
    expect(takes.getState().current?.session.position()).toBeCloseTo(3, 1);
    await player.getByRole("button", { name: "Play" }).click();
    await expect.poll(() => takes.getState().current?.session.position()).toBeGreaterThan(3.1);
    await expect.element(alert).toHaveTextContent("The service failed");
    await script().fill("This is heard again.");
    await speak().click();
    await expect.element(alert).toBeEmptyDOMElement();
    await expect.element(player).toHaveTextContent("This is heard again.");
  });

  it("in a shape of the service's own is told in its words, and leads to the whole answer", async () => {
    const raw = '{"errors":[{"message":"Out of voices."}],"hint":"Ask for more."}';
    const error = new SpeechRequestError({
      refusal: "status",
      status: 503,
      headers: [],
      error: parseErrorBody(raw),
      truncated: false,
    });
    await renderPage({ speech: failing(error) });
    await speak().click();
    const alert = page.getByRole("alert");
    await expect.element(alert).toHaveTextContent("Out of voices.");
    await alert.getByRole("button", { name: "The whole answer" }).click();
    const came = page.getByRole("region", { name: "What came", exact: true });
    await expect.element(came).toHaveTextContent("Ask for more.");
  });

  describe("goes when what it is about has changed:", () => {
    const tooFast = refused(400, {
      message: "Speed must be from -1 to 1, not 9.",
      param: "Speed",
      code: "out_of_range",
    });
    const alert = page.getByRole("alert");

    it("the field that it names", async () => {
      const { playground } = await renderPage({ speech: failing(tooFast) }, ({ settings }) =>
        settings.getState().setValue("streamspeech-v8", "speed", 9),
      );
      await speak().click();
      await expect.element(alert).toHaveTextContent("Speed must be from -1 to 1, not 9.");
      playground.settings.getState().setValue("streamspeech-v8", "pitch", 1.2);
      await script().fill("Another sentence.");
      await expect.element(alert).toBeVisible();
      playground.settings.getState().setValue("streamspeech-v8", "speed", 1);
      await expect.element(alert).toBeEmptyDOMElement();
      await speak().click();
      await expect.element(alert).toBeVisible();
    });

    it("the model", async () => {
      await renderPage({ speech: failing(tooFast) });
      await speak().click();
      await expect.element(alert).toBeVisible();
      await page.getByRole("radio", { name: "Cloud TTS" }).click();
      await expect.element(alert).toBeEmptyDOMElement();
    });

    it("the connection", async () => {
      let gone = false;
      const { playground } = await renderPage({
        speech: failing(new ServiceUnreachableError(new TypeError("gone"))),
        async models() {
          if (gone) throw new ServiceUnreachableError(new TypeError("gone"));
          return { kind: "listed", ids: ["streamspeech-v8"] };
        },
      });
      await expect.element(page.getByText("· 1 model")).toBeVisible();
      gone = true;
      await playground.queries.refetchQueries();
      await speak().click();
      await expect.element(alert).toBeVisible();
      await expect.element(page.getByText("No connection")).toBeVisible();
      gone = false;
      await playground.queries.refetchQueries();
      await expect.element(alert).toBeEmptyDOMElement();
    });
  });

  it("is said in Chinese where its code is known, with the service's own words at hand", async () => {
    const body = { message: "speed must be from -1 to 1, not 9.", param: "speed", code: "out_of_range" };
    await renderPage({ speech: failing(refused(400, body)) }, ({ settings }) => {
      settings.setState({ language: "zh" });
      settings.getState().setValue("streamspeech-v8", "speed", 9);
    });
    // Nothing moves what a pointer is already above: what mends the form stands there with the words.
    await expect.element(page.getByRole("button", { name: "改为 1" }).first()).toBeVisible();
    let moved = 0;
    const watch = new MutationObserver(() => {
      const words = document.querySelector("[role=alert] details");
      if (words !== null && !(words.previousElementSibling instanceof HTMLButtonElement)) moved += 1;
    });
    watch.observe(document.body, { childList: true, subtree: true });
    await page.getByRole("button", { name: "朗读", exact: true }).click();
    const alert = page.getByRole("alert");
    await expect.element(alert).toHaveTextContent("“语速”须为 -1 到 1，当前为 9。");
    await expect.element(alert.getByRole("button", { name: "改为 1" })).toBeVisible();
    watch.disconnect();
    expect(moved).toBe(0);
    expect(alert.element().textContent).not.toMatch(/。\s/);
    await expect.element(alert.getByText(body.message)).not.toBeVisible();
    await alert.getByText("服务的原话").click();
    await expect.element(alert.getByText(body.message)).toBeVisible();
    await expect.element(page.getByRole("row").first()).toHaveTextContent("语速：超出允许的范围");
  });

  it.each([
    ["voice_not_found", "服务没有这个音色。"],
    ["upstream_unreachable", "试验台的服务器无法连接语音服务。"],
    ["something_else", "Nobody knows."],
  ])("with the code %s is said as %s", async (code, sentence) => {
    await renderPage({ speech: failing(refused(502, { message: "Nobody knows.", code })) }, ({ settings }) =>
      settings.setState({ language: "zh" }),
    );
    await page.getByRole("button", { name: "朗读", exact: true }).click();
    await expect.element(page.getByRole("alert").getByText(sentence)).toBeVisible();
  });

  it("leaves the script a line and Speak uncovered, and scrolls itself", async () => {
    const long = "Nothing of it is known. ".repeat(60);
    await renderPage({ speech: failing(refused(500, { message: long })) });
    await speak().click();
    await expect.element(page.getByRole("alert")).toBeVisible();
    for (const [width, height] of [
      [1440, 900],
      [1280, 720],
      [1024, 768],
    ] as const) {
      await page.viewport(width, height);
      const area = script().element();
      const style = getComputedStyle(area);
      const inner = area.clientHeight - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom);
      expect(inner / Number.parseFloat(style.lineHeight)).toBeGreaterThanOrEqual(0.99);
      const button = speak().element();
      const { left, top, width: wide, height: high } = button.getBoundingClientRect();
      expect(button.contains(document.elementFromPoint(left + wide / 2, top + high / 2))).toBe(true);
      const alert = page.getByRole("alert").element();
      expect(alert.scrollHeight).toBeGreaterThan(alert.clientHeight);
    }
  });

  it.each([
    [refused(401, { message: "Bad key", code: "invalid_api_key" }), "The key was refused", "SPEECH_API_KEY"],
    [refused(403, { code: "model_not_allowed" }), "The key may not use this model", "Choose another model"],
    [
      refused(502, { code: "upstream_unreachable" }),
      "The playground's own speech service is restarting",
      "Speak again in a moment.",
    ],
    [refused(502, { code: "upstream_closed" }), "The service didn't answer", "It may have been charged"],
    [refused(402, { code: "no_money" }), "The service asks for payment", "Top up the account"],
    [new ServiceUnreachableError(new TypeError("x")), "The playground's server can't be reached", "npm start"],
    [
      new SpeechRequestError({
        refusal: "not_audio",
        status: 200,
        headers: [],
        error: parseErrorBody("<html><title>Hello</title>"),
        truncated: false,
      }),
      "The answer wasn't audio",
      "Nothing was played",
    ],
  ])("of the kind %s says what happened and what to do", async (error, title, remedy) => {
    await renderPage({ speech: failing(error) });
    await speak().click();
    await expect.element(page.getByRole("alert")).toHaveTextContent(title);
    await expect.element(page.getByRole("alert")).toHaveTextContent(remedy);
    await expect.element(page.getByText("No audio.")).toBeVisible();
  });

  it("of a service elsewhere that isn't there says where to look", async () => {
    await renderPage({
      speech: failing(refused(502, { code: "upstream_unreachable" })),
      config: async () => ({
        service: "remote",
        version: "0",
        session: "none_needed",
        hasKey: true,
        baseUrl: "https://x.example",
      }),
    });
    await expect.element(page.getByText("x.example")).toBeVisible();
    await speak().click();
    await expect.element(page.getByRole("alert")).toHaveTextContent("The service can't be reached");
    await expect.element(page.getByRole("alert")).toHaveTextContent("SPEECH_BASE_URL");
  });

  it.each([
    [refused(401, { message: "Bad key", code: "invalid_api_key" }), "Your key was refused"],
    [refused(402, { message: "No money left" }), "Top up the account"],
    [refused(403, { code: "model_not_allowed" }), "The key may not use this model"],
  ])("that another key of the visitor's own may mend leads to one: %s", async (error, words) => {
    let hasKey = true;
    await renderPage({
      speech: failing(error),
      config: async () => ({ service: "remote", version: "0", session: "key", hasKey, baseUrl: "https://x.example" }),
      async endSession() {
        hasKey = false;
      },
    });
    await expect.element(page.getByText("x.example")).toBeVisible();
    await speak().click();
    const alert = page.getByRole("alert");
    await expect.element(alert).toHaveTextContent(words);
    await expect.element(alert).not.toHaveTextContent("SPEECH_API_KEY");
    await alert.getByRole("button", { name: "Use another key" }).click();
    await expect.element(page.getByRole("dialog", { name: "Speak with your own key" })).toBeVisible();
  });

  it("in mid-sound keeps what came, to be played and downloaded", async () => {
    await renderPage({
      async *speech() {
        yield { type: "start", format: { codec: "wav" } };
        yield { type: "audio", bytes: toneOf(1) };
        throw new IncompleteAudioError(16_044, 99_999);
      },
    });
    await speak().click();
    await expect.element(page.getByRole("alert")).toHaveTextContent("The audio broke off");
    await expect.element(page.getByRole("alert")).toHaveTextContent("It may have been charged");
    await expect.element(page.getByRole("link", { name: /^Download/ })).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Play" })).toBeEnabled();
  });

  it("shows what a service said as text, whatever it said", async () => {
    await renderPage({ speech: failing(refused(400, { message: "<img src=x onerror=alert(1)>" })) });
    await speak().click();
    await expect.element(page.getByRole("alert")).toHaveTextContent("<img src=x onerror=alert(1)>");
  });
});
