import { describe, expect, it, vi } from "vitest";

/** The module as a page that has just been opened has it, whatever was loaded before. */
async function freshly() {
  vi.resetModules();
  return import("./declare.ts");
}

const texts = { en: { greet: "Hello" }, zh: { greet: "你好" } };
const loaders = () => ({
  en: vi.fn(async () => ({ en: texts.en })),
  zh: vi.fn(async () => ({ zh: texts.zh })),
});

describe("declared texts", () => {
  it("are fetched in the language that is wanted, once, and the other one later", async () => {
    const { declareMessages, loadMessages } = await freshly();
    const load = loaders();
    const messages = declareMessages(load);
    expect(() => messages.in("en")).toThrow("before they were loaded");
    await loadMessages("zh");
    await loadMessages("zh");
    expect(load.zh).toHaveBeenCalledOnce();
    expect(load.en).not.toHaveBeenCalled();
    // Better than nothing where the other one isn't there yet.
    expect(messages.in("en")).toBe(texts.zh);
    await loadMessages("en");
    expect([messages.in("en"), messages.in("zh")]).toEqual([texts.en, texts.zh]);
  });

  it("of a part that comes later are fetched in the language that the page speaks", async () => {
    const { declareMessages, loadMessages } = await freshly();
    await loadMessages("zh");
    const load = loaders();
    const messages = declareMessages(load);
    await loadMessages();
    expect(messages.in("zh")).toBe(texts.zh);
    expect(load.en).not.toHaveBeenCalled();
  });

  it("of a part that comes while another language is fetched come in that one too", async () => {
    const { declareMessages, loadMessages } = await freshly();
    let answer = () => {};
    const first = declareMessages({
      ...loaders(),
      zh: () =>
        new Promise<{ zh: { greet: string } }>((resolve) => {
          answer = () => resolve({ zh: texts.zh });
        }),
    });
    const switched = loadMessages("zh");
    const second = declareMessages(loaders());
    await loadMessages();
    expect(second.in("en")).toBe(texts.en);
    answer();
    await switched;
    expect([first.in("zh"), second.in("zh")]).toEqual([texts.zh, texts.zh]);
  });

  it("that don't come can be asked for again, and the page goes on in its language", async () => {
    const { declareMessages, loadMessages } = await freshly();
    const load = loaders();
    const messages = declareMessages(load);
    await loadMessages("en");
    load.zh.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await expect(loadMessages("zh")).rejects.toThrow("Failed to fetch");
    const later = loaders();
    declareMessages(later);
    await loadMessages();
    expect(later.zh).not.toHaveBeenCalled();
    await loadMessages("zh");
    expect(messages.in("zh")).toBe(texts.zh);
  });
});
