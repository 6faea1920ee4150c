import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { ServiceUnreachableError } from "../../api/errors.ts";
import type { ModelList } from "../../contract/model-list.ts";
import { renderPage } from "../render.fixture.ts";

const model = (name: string) => page.getByRole("radio", { name });

it("marks a model that the list lacks, and lets it be used", async () => {
  await renderPage({
    models: async () => ({ kind: "listed", ids: ["cloud-tts", "streamspeech-v8", "some-chat-model"] }),
  });
  await expect.element(page.getByText("not in the list")).toBeVisible();
  await expect.element(page.getByText("· 2 models")).toBeVisible();
  await model("RefVoice 2").click();
  await expect.element(model("RefVoice 2")).toBeChecked();
  await expect.element(page.getByRole("textbox", { name: "Reference recording" })).toBeVisible();
});

it.each<[ModelList["kind"], string]>([
  ["empty", "The model list is empty"],
  ["unauthorised", "SPEECH_API_KEY"],
  ["forbidden", "403"],
  ["unknown", "could not be read"],
])("says what a list that is %s means, and every model stays usable", async (kind, text) => {
  await renderPage({ models: async () => (kind === "listed" ? { kind, ids: [] } : { kind }) });
  await expect.element(page.getByText(text)).toBeVisible();
  await model("Cloud TTS").click();
  await expect.element(model("Cloud TTS")).toBeChecked();
});

it("says that the server is gone, and finds it again", async () => {
  let gone = true;
  await renderPage({
    async config() {
      if (gone) throw new ServiceUnreachableError(new TypeError("gone"));
      return { service: "embedded", version: "0", session: "none_needed", hasKey: true };
    },
    async models() {
      if (gone) throw new ServiceUnreachableError(new TypeError("gone"));
      return { kind: "listed", ids: ["cloud-tts"] };
    },
  });
  await expect.element(page.getByText("No connection")).toBeVisible();
  gone = false;
  await page.getByRole("button", { name: "Ask again" }).click();
  await expect.element(page.getByText("· 1 model"), { timeout: 10_000 }).toBeVisible();
});
