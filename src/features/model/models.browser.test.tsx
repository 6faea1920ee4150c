import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { ServiceUnreachableError } from "../../api/errors.ts";
import { renderPage } from "../../app/render.fixture.ts";
import type { Engines } from "../../contract/engines.ts";
import type { ModelList } from "../../contract/model-list.ts";

const model = (name: string) => page.getByRole("radio", { name });

it("marks a model that the list lacks, keeps the keyboard on it, and lets it be used", async () => {
  let tell = () => {};
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  await renderPage({
    async models() {
      await told;
      return { kind: "listed", ids: ["cloud-tts", "streamspeech-v8", "some-chat-model"] };
    },
  });
  await expect.element(model("RefVoice 2")).toBeVisible();
  model("RefVoice 2").element().focus();
  tell();
  await expect.element(page.getByText("not in the list")).toBeVisible();
  await expect.element(model("RefVoice 2")).toHaveFocus();
  await expect.element(page.getByText("· 2 models")).toBeVisible();
  await model("RefVoice 2").click();
  await expect.element(model("RefVoice 2")).toBeChecked();
  await expect.element(page.getByRole("textbox", { name: "Reference recording" })).toBeVisible();
});

it.each<[ModelList["kind"], string]>([
  ["empty", "The model list is empty"],
  ["unauthorised", "SPEECH_API_KEY"],
  ["forbidden", "403"],
  ["unknown", "couldn't be read"],
])("says what a list that is %s means, and every model stays usable", async (kind, text) => {
  await renderPage({ models: async () => (kind === "listed" ? { kind, ids: [] } : { kind }) });
  await expect.element(page.getByText(text)).toBeVisible();
  await model("Cloud TTS").click();
  await expect.element(model("Cloud TTS")).toBeChecked();
});

it("a model's name stands clear of its badge at every width", async () => {
  await renderPage();
  await expect.element(model("StreamSpeech v8")).toBeVisible();
  for (const width of [390, 768, 1024, 1280, 1440]) {
    await page.viewport(width, 900);
    for (const name of ["Cloud TTS", "StreamSpeech v8", "RefVoice 2"]) {
      const label = model(name).element().closest("label");
      const boxes = [...(label?.querySelectorAll("span") ?? [])]
        .filter((span) => span.childElementCount === 0)
        .map((span) => span.getBoundingClientRect());
      expect(boxes.length).toBeGreaterThan(2);
      const overlaps = boxes.flatMap((one, at) =>
        boxes.slice(at + 1).filter((other) => {
          const beside = one.right <= other.left || other.right <= one.left;
          return !beside && one.bottom > other.top + 1 && other.bottom > one.top + 1;
        }),
      );
      expect([width, name, overlaps]).toEqual([width, name, []]);
    }
  }
});

it("RefVoice 2 says what clones voices here, and so does the connection", async () => {
  const untold = { languages: ["zh", "en"], needsWords: true };
  let clones: Engines["clones"] = { "sherpa-onnx-zipvoice-distill": untold };
  const { playground } = await renderPage({
    config: async () => ({
      ...{ service: "embedded", version: "0", session: "none_needed", hasKey: true },
      engines: { usual: "espeak-ng", natural: {}, clones },
    }),
  });
  await expect.element(model("RefVoice 2")).toHaveAccessibleDescription(/voice adaptation/);
  await page.getByRole("button", { name: /^Connection/ }).click();
  const connection = page.getByRole("dialog", { name: "Connection" });
  await expect.element(connection).toHaveTextContent("Spoken bysherpa-onnx-zipvoice-distill and espeak-ng");
  await expect
    .element(connection)
    .toHaveTextContent("Voice cloningzipvoice (Chinese and English; only recordings with a text beside them)");
  clones = { "sherpa-onnx-pocket-tts-int8": { languages: ["en"] }, "sherpa-onnx-zipvoice-distill": untold };
  await connection.getByRole("button", { name: "Check again" }).click();
  await expect.element(model("RefVoice 2")).toHaveAccessibleDescription(/voice cloning: English \(pocket\)/);
  playground.settings.setState({ language: "zh" });
  await expect.element(model("RefVoice 2")).toHaveAccessibleDescription(/声音克隆：英语（pocket）/);
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
  await page.getByRole("button", { name: "Check again" }).click();
  await expect.element(page.getByText("· 1 model")).toBeVisible();
});
