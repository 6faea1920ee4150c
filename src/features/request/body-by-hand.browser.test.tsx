import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { soundOf } from "../../core/page/fake-service.fixture.ts";
import { button, choose, openByHand, part, write } from "./by-hand.fixture.ts";

describe("a body by hand", () => {
  it("that may still be running is sent again only after it was asked", async () => {
    const { bodies } = await openByHand({
      async *speech(signal) {
        if (bodies.length > 2) yield* soundOf(1);
        else await new Promise((_, refuse) => signal.addEventListener("abort", () => refuse(signal.reason)));
      },
    });
    await write('{"model":"refvoice-2","input":"Hm.","voice":"https://a.example/b.wav"}');
    await button("Send as it is").click();
    await expect.poll(() => bodies).toHaveLength(1);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByRole("radio", { name: "By hand" }).click();
    await button("Send as it is").click();
    const question = page.getByRole("dialog", { name: "This may be running already" });
    await question.getByRole("button", { name: "Not now" }).click();
    expect(bodies).toHaveLength(1);
    await button("Send as it is").click();
    await question.getByRole("button", { name: "Send it again" }).click();
    await expect.poll(() => bodies).toHaveLength(2);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
  });

  it("outlives its tab, and another one taken from the form can be taken back", async () => {
    await openByHand({});
    await write("mine");
    await page.getByRole("tab", { name: "Takes" }).click();
    await page.getByRole("tab", { name: "Request" }).click();
    const editor = page.getByRole("textbox", { name: "Body" });
    const route = page.getByRole("combobox", { name: "Route" });
    await expect.element(editor).toHaveValue("mine");
    await route.selectOptions("tasks");
    await button("Take it from the form").click();
    await expect.element(editor).toHaveValue(expect.stringContaining('"model": "streamspeech-v8"'));
    await expect.element(route).toHaveValue("speech");
    await button("Undo").click();
    await expect.element(editor).toHaveValue("mine");
    await expect.element(route).toHaveValue("tasks");
  });

  it("that is meant to be empty stays so, and what it goes to", async () => {
    await openByHand({});
    const route = page.getByRole("combobox", { name: "Route" });
    await route.selectOptions("any");
    await page.getByRole("combobox", { name: "Method" }).selectOptions("DELETE");
    await write("");
    await page.getByRole("radio", { name: "Answer", exact: true }).click();
    await page.getByRole("radio", { name: "By hand" }).click();
    await expect.element(route).toHaveValue("any");
    await expect.element(page.getByRole("textbox", { name: "Body" })).toHaveValue("");
  });

  it("is filled from the form where one sends like an answer that had none, to a route that has one", async () => {
    await openByHand({
      exchange: async () => ({
        ...{ status: 200, headers: [], body: new Blob(["[]"]), truncated: false, broken: false },
        times: { headers: 1, end: 2 },
      }),
    });
    await choose("models");
    await button("Ask").click();
    await page.getByText("What was sent").click();
    await button("Send one like it by hand").click();
    await choose("speech");
    const editor = page.getByRole("textbox", { name: "Body" });
    await expect.element(editor).toHaveValue(expect.stringContaining('"model": "streamspeech-v8"'));
  });

  it("that is against no word of the document isn't called so, and a name that stands twice is named", async () => {
    await openByHand({});
    await write('{"model":"streamspeech-v8","input":"Hm.","voice":"Mei","speech":false,"Speed":1,"Speed":0.5}');
    const read = part("What the service reads");
    await expect.element(read).toHaveTextContent("The document allows this request.");
    await expect.element(read).toHaveTextContent("Neither mode is chosen");
    await expect.element(read).toHaveTextContent("the document doesn't say; the embedded service refuses it");
    await expect.element(read).not.toHaveTextContent("section 2.3");
    await expect.element(read).toHaveTextContent("“Speed” stands there 2 times");
    await write('{"model":"streamspeech-v8","input":"Hm.","voice":"Mei","stream":true,"response_format":"pcm"}');
    await expect.element(read).toHaveTextContent('"pcm_s16le"goes with Format');
    await expect.element(read).not.toHaveTextContent("stands there");
  });

  it("whose spellings differ is read by an order that is marked as assumed, unless the document names it", async () => {
    const { playground } = await openByHand({});
    const row = (field: string) => part("What the service reads").getByRole("row").filter({ hasText: field });
    await write('{"model":"streamspeech-v8","input":"Hm.","text":"Oh.","voice":"Mei","VoiceId":"Mei"}');
    await expect.element(row("Script")).toHaveTextContent("inputassumed: the document doesn't say which one wins");
    await expect.element(row("Voice")).not.toHaveTextContent("assumed");
    const references = '"voice":"https://a.example/b.wav","prompt_simple":"https://a.example/c.wav"';
    await write(`{"model":"refvoice-2","input":"Hm.","prompt_text":"Oh.",${references}}`);
    await expect.element(row("Reference recording")).toHaveTextContent("prompt_simple");
    await expect.element(row("Reference recording")).not.toHaveTextContent("assumed");
    await expect.element(row("Script")).toHaveTextContent("inputassumed");
    playground.settings.setState({ language: "zh" });
    await expect.element(page.getByText("假定：文档没有说明以哪个为准")).toBeVisible();
  });

  it("for a model that this page doesn't know is said to be read as another, and has no price", async () => {
    await openByHand({});
    await write('{"model":"unheard-of","input":"Hm.","voice":"x"}');
    await expect.element(part("What the service reads")).toHaveTextContent("“unheard-of” is no model of this page");
    await expect.element(part("By hand")).toHaveTextContent("What it costs can't be told.");
    await write("{'input': 1}");
    await expect.element(part("What the service reads")).toHaveTextContent("This isn't JSON.");
    await expect.element(part("By hand")).toHaveTextContent("What it costs can't be told.");
  });
});
