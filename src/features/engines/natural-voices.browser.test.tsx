import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
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
  await userEvent.keyboard("{Enter}");
  await expect.element(button("Go on")).toHaveFocus();
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.element(button("Remove")).toHaveFocus();
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.element(button("Go on")).toHaveFocus();
  await userEvent.keyboard("{Tab}{Enter}{Enter}");
  await expect.element(button("Get it")).toHaveFocus();
});
