import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { SpeechRequestError } from "../../api/errors.ts";
import { renderPage } from "../../app/render.fixture.ts";
import type { ModelList } from "../../contract/model-list.ts";
import type { PlaygroundConfig, SessionOpener } from "../../contract/playground.ts";

/** A playground with a gate: `right` opens it, and the page is told so as the proxy tells it. */
function guarded(
  session: "password" | "key",
  right: string,
  state: { open: boolean; keyIsGood: boolean; unsure?: boolean } = { open: false, keyIsGood: true },
  more: Partial<PlaygroundConfig> = {},
) {
  const tried: SessionOpener[] = [];
  const answers = {
    config: async (): Promise<PlaygroundConfig> => ({
      service: "remote",
      version: "0",
      session,
      hasKey: state.open,
      baseUrl: "https://speech.example.com",
      ...more,
    }),
    models: async (): Promise<ModelList> =>
      state.open && state.keyIsGood ? { kind: "listed", ids: ["cloud-tts"] } : { kind: "unauthorised" },
    async openSession(opener: SessionOpener) {
      tried.push(opener);
      const given = "password" in opener ? opener.password : opener.apiKey;
      if (session === "password" && given !== right) throw refusal(401, "wrong_password");
      if (given === "over http") throw refusal(403, "foreign_origin");
      if (given.includes(" ")) throw refusal(400, "bad_request");
      if (state.unsure) throw refusal(502, "key_not_checked");
      if (given !== right) throw refusal(401, "wrong_key");
      state.open = true;
      state.keyIsGood = true;
    },
    async endSession() {
      state.open = false;
    },
  };
  return { answers, tried, state };
}

function refusal(status: number, code: string): SpeechRequestError {
  return new SpeechRequestError({
    refusal: "status",
    status,
    headers: [],
    error: { message: "No.", code, raw: "" },
    truncated: false,
  });
}

const dialog = page.getByRole("dialog");
const script = page.getByRole("textbox", { name: "Script" });

describe("the gate", () => {
  it("asks for the password, says a wrong one, takes the right one by Enter, and keeps the script", async () => {
    const { answers, tried } = guarded("password", "sesame");
    await renderPage(answers, ({ settings }) => settings.setState({ script: "Not lost." }));
    await expect.element(page.getByRole("dialog", { name: "Sign in to the playground" })).toBeVisible();
    const field = page.getByLabelText("Password");
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveAttribute("type", "password");
    await userEvent.keyboard("wrong{Enter}");
    await expect.element(page.getByRole("dialog").getByRole("alert")).toHaveTextContent("That isn't the password.");
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard("sesame{Enter}");
    await expect.element(dialog).not.toBeInTheDocument();
    expect(tried).toEqual([{ password: "wrong" }, { password: "sesame" }]);
    await expect.element(script).toHaveValue("Not lost.");
    await expect.element(page.getByText("· 1 model")).toBeVisible();
  });

  it("asks for a key, and says when the service refuses it", async () => {
    const { answers, tried } = guarded("key", "sk-right");
    await renderPage(answers);
    await expect.element(dialog).toHaveTextContent("speech.example.com asks for an API key.");
    const field = page.getByLabelText("API key");
    await field.fill("two words");
    await page.getByRole("button", { name: "Use this key" }).click();
    await expect.element(page.getByRole("dialog").getByRole("alert")).toHaveTextContent("signs that aren't ASCII");
    await field.fill("sk-wrong");
    await userEvent.keyboard("{Enter}");
    await expect
      .element(page.getByRole("dialog").getByRole("alert"))
      .toHaveTextContent("The service refuses this key.");
    await field.fill("sk-right");
    await userEvent.keyboard("{Enter}");
    await expect.element(dialog).not.toBeInTheDocument();
    expect(tried.at(-1)).toEqual({ apiKey: "sk-right" });
  });

  it("says that a key which the service couldn't be asked about isn't used, and takes it when it can", async () => {
    const { answers, state } = guarded("key", "sk-right", { open: false, keyIsGood: true, unsure: true });
    await renderPage(answers);
    await page.getByLabelText("API key").fill("sk-right");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("dialog").getByRole("alert")).toHaveTextContent("couldn't be asked");
    state.unsure = false;
    await userEvent.keyboard("{Enter}");
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it("says that nobody can sign in at an address that the server doesn't take for its own", async () => {
    await renderPage(guarded("key", "sk-right").answers);
    await page.getByLabelText("API key").fill("over http");
    await userEvent.keyboard("{Enter}");
    await expect
      .element(page.getByRole("dialog").getByRole("alert"))
      .toHaveTextContent("Signing in doesn't work here. Open the page at the address that you were given");
  });

  it.each(["password", "key"] as const)("says so, too, where the browser keeps no cookie, for a %s", async (need) => {
    await renderPage({ ...guarded(need, "right").answers, openSession: async () => undefined });
    await page.getByLabelText(need === "password" ? "Password" : "API key").fill("right");
    await userEvent.keyboard("{Enter}");
    const alert = page.getByRole("dialog").getByRole("alert");
    await expect.element(alert).toHaveTextContent("Signing in doesn't work here.");
    await expect.element(alert).toHaveTextContent("allow cookies");
  });

  it("asks again for a key that the service has begun to refuse", async () => {
    await renderPage(guarded("key", "sk-right", { open: true, keyIsGood: false }).answers);
    await expect
      .element(page.getByRole("dialog").getByRole("alert"))
      .toHaveTextContent("The service refuses this key.");
  });

  it("names the WebSocket address, too, where the key goes to another host", async () => {
    const elsewhere = { webSocketBaseUrl: "wss://sockets.example.net" };
    await renderPage(guarded("key", "sk-right", undefined, elsewhere).answers);
    const both = "sent to that service and to its WebSocket address wss://sockets.example.net only";
    await expect.element(dialog).toHaveTextContent(both);
    await dialog.getByRole("button", { name: "简体中文" }).click();
    await expect.element(dialog).toHaveTextContent("只发送给该服务及其 WebSocket 地址 wss://sockets.example.net");
  });

  it("sends nothing while nothing is written, and Escape leads nowhere", async () => {
    const { answers, tried } = guarded("password", "sesame");
    await renderPage(answers);
    await expect.element(page.getByLabelText("Password")).toHaveFocus();
    await userEvent.keyboard("{Enter}{Escape}{Escape}{Escape}");
    await expect.element(page.getByLabelText("Password")).toBeVisible();
    expect(tried).toEqual([]);
  });

  it("speaks Chinese as soon as that is chosen in it", async () => {
    await renderPage(guarded("key", "sk-right").answers);
    await dialog.getByRole("button", { name: "简体中文" }).click();
    await expect.element(page.getByRole("dialog", { name: "使用您自己的密钥" })).toBeVisible();
    await expect.element(page.getByLabelText("API 密钥")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "使用此密钥" })).toBeVisible();
  });

  it("comes back when the session has ended, and nothing of the script is lost", async () => {
    const { answers, state } = guarded("password", "sesame", { open: true, keyIsGood: true });
    const { playground } = await renderPage(answers);
    await script.fill("Written meanwhile.");
    await expect.element(dialog).not.toBeInTheDocument();
    state.open = false;
    await playground.queries.invalidateQueries();
    await expect.element(page.getByLabelText("Password")).toHaveFocus();
    await userEvent.keyboard("sesame{Enter}");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(script).toHaveFocus();
    await expect.element(script).toHaveValue("Written meanwhile.");
  });

  it("is what signing out leads to", async () => {
    const { answers } = guarded("key", "sk-right", { open: true, keyIsGood: true });
    await renderPage(answers);
    await page.getByRole("button", { name: "Sign out" }).click();
    // A script or a recording stays behind, though nothing was spoken.
    await expect.element(dialog).toHaveTextContent("What you wrote and recorded here stays in this browser");
    await dialog.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect.element(page.getByRole("dialog", { name: "Speak with your own key" })).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Sign out" })).not.toBeInTheDocument();
  });

  it("doesn't come where signing out fails: that is said, and tried again", async () => {
    const { answers, state } = guarded("password", "sesame", { open: true, keyIsGood: true });
    let fails = true;
    await renderPage({
      ...answers,
      endSession: () => (fails ? Promise.reject(refusal(500, "x")) : answers.endSession()),
    });
    await page.getByRole("button", { name: "Sign out" }).click();
    await dialog.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect.element(dialog).toHaveTextContent("You are still signed inThe playground's server couldn't end");
    await dialog.getByRole("button", { name: "Try again" }).click();
    await expect.element(dialog.getByRole("button", { name: "Try again" })).toBeVisible();
    fails = false;
    await dialog.getByRole("button", { name: "Try again" }).click();
    await expect.element(page.getByRole("dialog", { name: "Sign in to the playground" })).toBeVisible();
    expect(state.open).toBe(false);
  });
});

it("isn't there where nothing is needed, nor is a way out", async () => {
  await renderPage();
  await expect.element(page.getByText("Embedded service")).toBeVisible();
  expect(dialog.elements()).toEqual([]);
  expect(page.getByRole("button", { name: "Sign out" }).elements()).toEqual([]);
});
