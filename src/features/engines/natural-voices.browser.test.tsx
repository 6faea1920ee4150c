import { expect, it, onTestFinished, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { pressByKey, renderPage } from "../../app/render.fixture.ts";
import type { VoiceModel, VoiceModelChange } from "../../contract/voice-models.ts";
import { naturalVoicesOf } from "../../core/voices/natural-voices.ts";

const told = { service: "embedded", version: "0.0.0", session: "none_needed", hasKey: true } as const;
const absent: VoiceModel = {
  name: "kokoro",
  kind: "voices",
  languages: "English",
  megabytes: 100,
  licence: "Apache-2.0",
  voices: 3,
  state: "absent",
};

/** What a model is behind each thing that is done with it. */
const after: Readonly<Record<VoiceModelChange["action"], VoiceModel>> = {
  add: { ...absent, state: "downloading", received: 1 },
  cancel: { ...absent, state: "partial", received: 1 },
  verify: { ...absent, state: "installed" },
  remove: absent,
};

it("the keyboard goes from what was pressed to what can be done next with the same model", async () => {
  let model = absent;
  const { playground } = await renderPage({
    config: async () => ({ ...told, addVoices: true }),
    voiceModels: async () => ({
      list: async () => ({ models: [model] }),
      async change({ action }) {
        model = after[action];
        return { models: [model] };
      },
    }),
  });
  naturalVoicesOf(playground).getState().open();
  const button = (name: string) => page.getByRole("listitem").getByRole("button", { name });
  await pressByKey(button("Get it"));
  await expect.element(button("Cancel")).toHaveFocus();
  // Without the bytes, which would be read out as they come.
  await expect.element(page.getByRole("listitem").getByRole("status")).toHaveTextContent(/^\S+…?$/);
  await userEvent.keyboard("{Enter}");
  await expect.element(button("Go on")).toHaveFocus();
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.element(button("Remove")).toHaveFocus();
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.element(button("Go on")).toHaveFocus();
  await userEvent.keyboard("{Tab}{Enter}{Enter}");
  await expect.element(button("Get it")).toHaveFocus();
});

it("a model says what it needs beside it, until that is here", async () => {
  const cloning: VoiceModel = { ...absent, name: "zipvoice", kind: "cloning", voices: 0, needs: "paraformer" };
  let recogniser: VoiceModel = { ...absent, name: "paraformer", kind: "recognition", voices: 0, megabytes: 74 };
  const { playground } = await renderPage({
    config: async () => ({ ...told, addVoices: true }),
    voiceModels: async () => ({
      list: async () => ({ models: [cloning, recogniser] }),
      async change() {
        recogniser = { ...recogniser, state: "installed" };
        return { models: [cloning, recogniser] };
      },
    }),
  });
  naturalVoicesOf(playground).getState().open();
  const card = (name: string) => page.getByRole("listitem", { name });
  const getIt = (model: Locator) => model.getByRole("button", { name: "Get it" });
  await expect.element(card("zipvoice")).toHaveTextContent("For others, get paraformer (74 MB), too");
  await expect.element(getIt(card("zipvoice"))).toBeDisabled();
  await card("zipvoice").getByRole("checkbox").click();
  await expect.element(getIt(card("zipvoice"))).toBeEnabled();
  await getIt(card("paraformer")).click();
  await expect.element(card("paraformer")).toHaveTextContent("Here, and used at once");
  await expect.element(card("zipvoice")).not.toHaveTextContent("paraformer");
});

it("nothing more is asked while an answer is awaited; a sentence that breaks off can be heard anew", async () => {
  const sounds: HTMLAudioElement[] = [];
  const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  // One without an address: where nothing lies at its address, an element fails by itself, sooner or later.
  const construct = () => {
    const element = document.createElement("audio");
    sounds.push(element);
    return element;
  };
  vi.stubGlobal("Audio", new Proxy(Audio, { construct }));
  onTestFinished(() => {
    play.mockRestore();
    vi.unstubAllGlobals();
  });
  const change = vi.fn(() => new Promise<never>(() => {}));
  const { playground } = await renderPage({
    config: async () => ({ ...told, addVoices: true }),
    voiceModels: async () => ({
      list: async () => ({ models: [{ ...absent, state: "installed", sample: 1 }] }),
      change,
    }),
  });
  naturalVoicesOf(playground).getState().open();
  const button = (name: string) => page.getByRole("listitem").getByRole("button", { name });
  await button("Hear it").click();
  await expect.element(button("Stop")).toBeVisible();
  sounds[0]?.dispatchEvent(new Event("error"));
  await expect.element(button("Hear it")).toBeVisible();
  await expect.element(page.getByRole("listitem").getByRole("alert")).toHaveTextContent(/\S/);
  await pressByKey(button("Have it speak"));
  await expect.element(button("Have it speak")).toHaveAttribute("aria-disabled", "true");
  await userEvent.keyboard("{Enter}");
  await pressByKey(button("Remove"));
  await expect.element(button("Remove")).toBeVisible();
  expect(change).toHaveBeenCalledOnce();
});

it("a model that lacks a file says so beside what mends it", async () => {
  const { playground } = await renderPage({
    config: async () => ({ ...told, addVoices: true }),
    voiceModels: async () => ({
      list: async () => ({ models: [{ ...absent, state: "incomplete" }] }),
      change: async () => ({ models: [{ ...absent, state: "installed" }] }),
    }),
  });
  naturalVoicesOf(playground).getState().open();
  const card = page.getByRole("listitem", { name: "kokoro" });
  await expect.element(card).toHaveTextContent("Files are missing");
  await card.getByRole("button", { name: "Get it anew" }).click();
  await expect.element(card).not.toHaveTextContent("Files are missing");
});

it("what goes wrong with a model, and a service that doesn't answer, are told to a screen reader", async () => {
  const { playground } = await renderPage({
    config: async () => ({ ...told, addVoices: true }),
    voiceModels: async () => ({
      list: async () => ({ models: [{ ...absent, problem: { code: "disk_full", message: "ENOSPC" } }] }),
      change: async () => Promise.reject(new Error("gone")),
    }),
  });
  naturalVoicesOf(playground).getState().open();
  await expect.element(page.getByRole("listitem").getByRole("alert")).toHaveTextContent("ENOSPC");
  await page.getByRole("button", { name: "Get it" }).click();
  await expect.element(page.getByRole("listitem").getByRole("alert").last()).toHaveTextContent("doesn't say");
});

it("each model waits for its own answer, and says where none came", async () => {
  const refusals: (() => void)[] = [];
  const { playground } = await renderPage({
    config: async () => ({ ...told, addVoices: true }),
    voiceModels: async () => ({
      list: async () => ({ models: [absent, { ...absent, name: "kitten" }] }),
      change: () => new Promise((_, reject) => refusals.push(() => reject(new Error("gone")))),
    }),
  });
  naturalVoicesOf(playground).getState().open();
  const card = (name: string) => page.getByRole("listitem", { name });
  const getIt = (name: string) => card(name).getByRole("button", { name: "Get it" });
  await getIt("kokoro").click();
  await getIt("kitten").click();
  await expect.element(getIt("kokoro")).toHaveAttribute("aria-disabled", "true");
  await expect.element(getIt("kitten")).toHaveAttribute("aria-disabled", "true");
  refusals[0]?.();
  await expect.element(card("kokoro").getByRole("alert")).toHaveTextContent("doesn't say how far it is");
  await expect.element(getIt("kitten")).toHaveAttribute("aria-disabled", "true");
});
