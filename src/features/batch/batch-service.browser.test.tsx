import { expect, it, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { pressByKey, renderPage } from "../../app/render.fixture.ts";
import type { PlaygroundConfig } from "../../contract/playground.ts";
import { soundOf } from "../../core/page/fake-service.fixture.ts";
import type { Playground } from "../../core/page/playground.ts";
import { offersOf } from "../../core/takes/offers.ts";
import { batchesOf } from "./batches.ts";

const staging = { name: "staging", service: "embedded", baseUrl: "http://127.0.0.1:4711" } as const;
const production = { name: "production", service: "remote", baseUrl: "https://speech.example" } as const;
const several: PlaygroundConfig = {
  ...{ version: "1", session: "none_needed", hasKey: true },
  ...staging,
  services: [staging, production],
};

/** Starts a batch of three texts, one at a time. */
async function startThree(playground: Playground): Promise<void> {
  batchesOf(playground).getState().show("");
  await page.getByRole("tab", { name: "Batch" }).click();
  await page.getByRole("textbox", { name: "Texts" }).fill("One.\nTwo.\nThree.");
  await page.getByLabelText("At the same time").selectOptions("1");
  await page.getByRole("button", { name: "Start", exact: true }).click();
}

it("all of a batch goes where it was planned for, whichever service is chosen meanwhile, and says where", async () => {
  let free = () => {};
  const freed = new Promise<void>((resolve) => {
    free = resolve;
  });
  const { playground, bodies } = await renderPage({
    config: async () => several,
    async *speech() {
      await freed;
      yield* soundOf(1);
    },
  });
  await startThree(playground);
  await expect.poll(() => bodies).toHaveLength(1);
  playground.settings.setState({ service: "production" });
  const bar = page.getByRole("toolbar", { name: "Batch" });
  const region = bar.getByRole("status").element();
  const readOut = new Set<string | null>();
  const watch = new MutationObserver(() => readOut.add(region.textContent));
  watch.observe(region, { childList: true, characterData: true, subtree: true });
  onTestFinished(() => watch.disconnect());
  free();
  await expect.element(bar).toHaveTextContent("3 of 3 done");
  // How far it is, would be read out at each answer.
  expect([...readOut]).toEqual(["3 of 3 done"]);
  const went = playground.library.getSnapshot().rows.map(({ serviceName }) => serviceName);
  expect(went).toEqual(["staging", "staging", "staging"]);
  await expect.element(page.getByRole("combobox", { name: "Batch" })).toHaveTextContent(/3 requests · staging/);
  await expect.element(bar.getByRole("button", { name: "Speak on production, too" })).toBeVisible();
  // A take that somebody deletes hasn't failed.
  const [row] = playground.library.getSnapshot().rows;
  void playground.library.update(row?.id ?? "", { deleted: Date.now() });
  await expect.element(bar).toHaveTextContent("2 of 3 done · 1 take deleted");
  await expect.element(bar.getByRole("button", { name: "Send failed ones again" })).not.toBeInTheDocument();
});

it("what an earlier page left unmeasured is measured when its batch is looked at", async () => {
  const { playground } = await renderPage({ speech: () => soundOf(1) });
  await startThree(playground);
  const loudness = page.getByRole("grid", { name: "Results" }).getByText("LUFS");
  await expect.poll(() => loudness.elements()).toHaveLength(3);
  await page.getByRole("tab", { name: "Takes" }).click();
  for (const { id } of playground.library.getSnapshot().rows) playground.library.update(id, { measures: undefined });
  await page.getByRole("tab", { name: "Batch" }).click();
  await expect.poll(() => loudness.elements()).toHaveLength(3);
});

it("a text file that takes the place of typed texts is taken back, unless more was written since", async () => {
  const { playground } = await renderPage();
  batchesOf(playground).getState().show("");
  await page.getByRole("tab", { name: "Batch" }).click();
  const texts = page.getByRole("textbox", { name: "Texts" });
  const section = page.getByRole("region", { name: "Texts" });
  const undo = section.getByRole("button", { name: "Undo" });
  await texts.fill("Typed.\nby hand.");
  const open = (text: string) =>
    userEvent.upload(section.element().querySelector("input[type=file]") ?? texts, new File([text], "lines.txt"));
  await open("From a file.");
  await expect.element(texts).toHaveValue("From a file.");
  await undo.click();
  await expect.element(texts).toHaveValue("Typed.\nby hand.");
  await expect.element(texts).toHaveFocus();
  await open("From a file.");
  await undo.click();
  await open("From a file.");
  await texts.fill("From a file, and more.");
  await expect.element(undo).not.toBeInTheDocument();
});

it("a guess of a text file's encoding is said beside the texts, and can be put right and taken back", async () => {
  const { playground } = await renderPage();
  batchesOf(playground).getState().show("");
  await page.getByRole("tab", { name: "Batch" }).click();
  const texts = page.getByRole("textbox", { name: "Texts" });
  const section = page.getByRole("region", { name: "Texts" });
  await texts.fill("Typed.");
  const gb18030 = Uint8Array.from([0xbb, 0xb6, 0xd3, 0xad, 0xa3, 0xa1, 0x0a, 0xd0, 0xbb, 0xd0, 0xbb, 0xa3, 0xa1]);
  await userEvent.upload(
    section.element().querySelector("input[type=file]") ?? texts,
    new File([gb18030], "lines.txt"),
  );
  await expect.element(texts).toHaveValue("欢迎！\n谢谢！");
  await expect.element(section.getByRole("status")).toHaveTextContent("2 texts · That it is in GB18030 is a guess.");
  await section.getByRole("button", { name: "Read as EUC-KR" }).click();
  await expect.element(texts).toHaveValue("뻑短！\n剋剋！");
  await expect.element(section.getByRole("status")).toHaveTextContent(/^2 texts$/);
  await section.getByRole("button", { name: "Undo" }).click();
  await expect.element(texts).toHaveValue("Typed.");
});

it("of several services, a question before sending names one, and answers of two are compared", async () => {
  const { playground, bodies } = await renderPage({ config: async () => several });
  playground.settings.setState({ service: "production" });
  // What an earlier test has left on disk isn't looked at.
  batchesOf(playground).getState().show("");
  await page.getByRole("tab", { name: "Batch" }).click();
  await page.getByRole("textbox", { name: "Texts" }).fill("One.\nTwo.");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Send 2 requests to production?" });
  await question.getByRole("button", { name: "Start" }).click();
  await expect.poll(() => bodies).toHaveLength(2);
  const bar = page.getByRole("toolbar", { name: "Batch" });
  await bar.getByRole("button", { name: "Speak on staging, too" }).click();
  await expect.element(bar).toHaveTextContent("2 of 2 done");
  const both = bar.getByRole("button", { name: "Compare both services" });
  const offers = offersOf(playground);
  const { compare, ...others } = offers.getState();
  const choose = vi.fn();
  offers.setState(compare === undefined ? {} : { compare: { ...compare, most: 2, choose } });
  await both.click();
  expect(choose).toHaveBeenCalledWith(playground, [expect.any(String), expect.any(String)]);
  offers.setState(others, true);
  await expect.element(both).not.toBeInTheDocument();
  await bar.getByRole("button", { name: "Speak on production, too" }).click();
  await expect.element(page.getByRole("dialog", { name: "Send 2 requests to production again?" })).toBeVisible();
});

it("a batch that is begun leaves the keyboard on its name, as the way back to a new one does", async () => {
  const { playground } = await renderPage({ speech: () => soundOf(1) });
  batchesOf(playground).getState().show("");
  await page.getByRole("tab", { name: "Batch" }).click();
  await page.getByRole("textbox", { name: "Texts" }).fill("One.");
  const name = page.getByRole("combobox", { name: "Batch" });
  for (const button of ["Start", "New batch"]) {
    await pressByKey(page.getByRole("button", { name: button, exact: true }));
    await expect.element(name).toHaveFocus();
  }
});

it("a double click goes on with a batch, and doesn't stop it at once", async () => {
  const ends: (() => void)[] = [];
  const { playground } = await renderPage({
    async *speech() {
      await new Promise<void>((resolve) => void ends.push(resolve));
      yield* soundOf(1);
    },
  });
  await startThree(playground);
  const bar = page.getByRole("toolbar", { name: "Batch" });
  await expect.poll(() => ends).toHaveLength(1);
  await bar.getByRole("button", { name: "Stop" }).click();
  ends[0]?.();
  await bar.getByRole("button", { name: "Go on" }).dblClick();
  await expect.poll(() => ends).toHaveLength(2);
  ends[1]?.();
  await expect.poll(() => ends).toHaveLength(3);
  ends[2]?.();
  await expect.element(bar).toHaveTextContent("3 of 3 done");
});

it("a voice that is taken out leaves the keyboard where one is added, which no input method's Enter does", async () => {
  const { playground } = await renderPage();
  batchesOf(playground).getState().show("");
  await page.getByRole("tab", { name: "Batch" }).click();
  await pressByKey(page.getByRole("region", { name: "Voices" }).getByRole("button", { name: /^Remove/ }));
  const added = page.getByLabelText("Add a voice", { exact: true });
  await expect.element(added).toHaveFocus();
  await added.fill("Au");
  added.element().dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, isComposing: true }));
  await expect.element(added).toHaveValue("Au");
});

it("voices are added as people call them, and an address stays whole", async () => {
  const { playground } = await renderPage({}, ({ settings }) => settings.setState({ model: "cloud-tts" }));
  batchesOf(playground).getState().show("");
  await page.getByRole("tab", { name: "Batch" }).click();
  const added = page.getByLabelText("Add a voice", { exact: true });
  const chips = () =>
    page
      .getByRole("region", { name: "Voices" })
      .getByRole("listitem")
      .elements()
      .map((chip) => chip.getAttribute("title"));
  await added.fill("sonia, 晓晓，云希 Yunxi");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => chips().slice(1)).toEqual(["en-GB-SoniaNeural", "zh-CN-XiaoxiaoNeural", "zh-CN-YunxiNeural"]);
  playground.settings.setState({ model: "refvoice-2" });
  const address = "https://media.example/w_200,h_100/voice.mp3?a=1;b=2";
  await added.fill(address);
  await userEvent.keyboard("{Enter}");
  await expect.poll(chips).toEqual([address]);
});

it("asks before a batch is sent by a model that the service doesn't list", async () => {
  const { playground, bodies } = await renderPage({ models: async () => ({ kind: "listed", ids: ["other"] }) });
  batchesOf(playground).getState().show("");
  await page.getByRole("tab", { name: "Batch" }).click();
  await page.getByRole("textbox", { name: "Texts" }).fill("One.\nTwo.");
  const start = page.getByRole("button", { name: "Start", exact: true });
  await start.click();
  const question = page.getByRole("dialog", { name: "StreamSpeech v8 isn't in the service's list" });
  await question.getByRole("button", { name: "Not now" }).click();
  expect(batchesOf(playground).getState().running.size).toBe(0);
  await start.click();
  await question.getByRole("button", { name: "Speak anyway" }).click();
  await expect.poll(() => bodies).toHaveLength(2);
  // Once for each service.
  batchesOf(playground).getState().show("");
  await start.click();
  await expect.poll(() => bodies).toHaveLength(4);
});
