import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { offers } from "../../app/features.ts";
import { pressByKey, renderPage } from "../../app/render.fixture.ts";
import type { Heard } from "../../contract/hearing.ts";
import { decodeWav } from "../../service/reference/decode-wav.ts";
import { soundOf } from "../page/fake-service.fixture.ts";

const told = { service: "embedded", version: "0.0.0", session: "none_needed", hasKey: true } as const;
const engines = { usual: "espeak-ng", natural: {} };
const recogniser = { name: "sherpa-onnx-paraformer" };
const recognising = { ...engines, hears: { [recogniser.name]: ["zh", "en"] } };
const script = "The ferry leaves at nine.";
const heard = "the fairy leaves at nine";

/** A page on which the script was spoken. */
async function spoken(hear: (wav: Blob, language: string | undefined) => Promise<Heard>, hears = true) {
  const rendered = await renderPage({
    speech: () => soundOf(2),
    config: async () => ({ ...told, engines: hears ? recognising : engines }),
    exchange: async ({ path, body }) => {
      if (!(body instanceof Blob)) throw new TypeError("no sound was sent");
      const heard = await hear(body, /^\/playground\/heard\?language=(\w+)$/.exec(path)?.[1]);
      return {
        status: 200,
        headers: [],
        body: new Blob([JSON.stringify(heard)]),
        truncated: false,
        broken: false,
        times: { headers: 1, end: 2 },
      };
    },
  });
  await page.getByRole("textbox", { name: "Script" }).fill(script);
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  const { library } = rendered.playground;
  await expect.poll(() => library.getSnapshot().rows[0]?.sound).toBe("whole");
  return { ...rendered, take: () => library.getSnapshot().rows[0] };
}

const figures = () => page.getByRole("dialog", { name: "Figures" });
const openFigures = () => page.getByRole("button", { name: "Figures", exact: true }).click();

it("a take's words are heard at a press, kept with it, and set beside the script here and in Compare", async () => {
  const hear = vi.fn(async (_wav: Blob, _language: string | undefined) => ({
    text: heard,
    recogniser: recogniser.name,
  }));
  const { take, playground } = await spoken(hear);
  await openFigures();
  expect(hear).not.toHaveBeenCalled();
  await pressByKey(figures().getByRole("button", { name: "Recognise the words" }));
  await expect.element(figures()).toHaveTextContent(`word error rate20.0 %recognised${heard}`);
  // The button is gone, and the keyboard where it was.
  const by = figures().getByText(`Recognised by ${recogniser.name}.`);
  await expect.element(by).toHaveFocus();
  expect(take()?.heard).toEqual({ text: heard, recogniser: recogniser.name, errors: 20 });
  const [[wav, language] = []] = hear.mock.calls;
  const { sampleRate, samples } = decodeWav(new Uint8Array((await wav?.arrayBuffer()) ?? []), 100);
  expect({ language, sampleRate, seconds: Math.round(samples.length / sampleRate) }).toEqual({
    language: "en",
    sampleRate: 16_000,
    seconds: 2,
  });
  await figures().getByRole("button", { name: "Close" }).click();
  offers.compare?.choose(playground, [take()?.id ?? ""]);
  await page.getByRole("radio", { name: "Answers" }).click();
  const table = page.getByRole("table", { name: "Recognised words" });
  await expect.element(table).toHaveTextContent(`word error rate20.0 %recognised${heard}`);
});

it("where nothing recognises speech it is said, with the remedy", async () => {
  await spoken(() => Promise.reject(new Error("nobody asks")), false);
  await openFigures();
  await expect.element(figures()).toHaveTextContent("no recogniser of speech is installed");
  await expect.element(figures()).toHaveTextContent("npm run voices -- list");
  await expect.element(figures().getByRole("button", { name: "Recognise the words" })).not.toBeInTheDocument();
});

it("a recogniser that fails is said to, and can be asked again", async () => {
  const hear = vi.fn<() => Promise<Heard>>().mockRejectedValueOnce(new Error("HTTP 500"));
  hear.mockResolvedValue({ text: "", recogniser: recogniser.name });
  await spoken(hear);
  await openFigures();
  const press = figures().getByRole("button", { name: "Recognise the words" });
  await press.click();
  await expect.element(figures()).toHaveTextContent("The words couldn't be recognised");
  await press.click();
  await expect.element(figures()).toHaveTextContent("word error rate100.0 %recognisedno word");
});
