import { expect, it } from "vitest";
import { emotionMethods } from "../../contract/models/refvoice-2.ts";
import { loadMessages } from "../../core/messages/declare.ts";
import { pageMessages } from "../../core/messages/index.ts";
import { numbersOf } from "../../core/messages/numbers.ts";
import { packForm } from "../../core/submit/shared-form.ts";
import { takeRow } from "../../core/takes/library.fixture.ts";
import { historyMessages } from "../../core/takes/messages/index.ts";
import { describeItem } from "./describe-item.ts";

await loadMessages("en");
const texts = {
  language: "en",
  page: pageMessages.in("en"),
  takes: historyMessages.in("en"),
  numbers: numbersOf("en"),
  of: ({ en }: { readonly en: string }) => en,
  multiplier: undefined,
  references: "http://127.0.0.1:4173/references/",
} as const;

const voice = "http://127.0.0.1:4173/references/lively.mp3";
const emotion = { emo_control_method: emotionMethods.emotionVector, emo_happy: 0.8 };
const item = { id: "1", place: 1, name: "", excerpt: "We did it!" };

it("says the voice and the emotion of a take and of a script as the list of takes does", () => {
  const row = takeRow("t", { status: "complete", model: "refvoice-2", voice, emotion });
  const said = { voice: "Lively voice · happy 0.8", model: "RefVoice 2" };
  expect(describeItem({ ...item, kind: "take", take: "t" }, row, texts)).toMatchObject(said);
  const form = { model: "refvoice-2", mode: "speech", transport: "http", text: item.excerpt } as const;
  const script = packForm({ ...form, values: { voice, ...emotion } });
  expect(describeItem({ ...item, kind: "script", script }, undefined, texts)).toMatchObject({
    title: "We did it!",
    ...said,
  });
});

it("says all voices of a script that will be spoken by several", () => {
  const values = { voice: "Autumn" };
  const text = "[Noah] It is late.\nGood night.";
  const form = { model: "streamspeech-v8", mode: "stream", transport: "http", values, text } as const;
  const scriptItem = { ...item, kind: "script", script: packForm(form) } as const;
  expect(describeItem(scriptItem, undefined, texts).voice).toBe("Noah, Autumn");
});
