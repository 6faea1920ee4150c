import { expect, it } from "vitest";
import { findModel } from "../../contract/models/index.ts";
import { loadMessages } from "../messages/declare.ts";
import { pageMessages } from "../messages/index.ts";
import { voiceInSight } from "./voice-in-sight.ts";

await loadMessages("en");
const texts = { language: "en", page: pageMessages.in("en") } as const;

it.each([
  [`http://127.0.0.1:4173/references/own-1795669981-${"a".repeat(32)}.wav`, "own recording"],
  ["https://example.com/voices/deep.mp3?signature=aaaa", "deep.mp3"],
  ["https://example.com/voices/deep.mp3#aaaa", "deep.mp3"],
  ["en-US-JennyNeural", "Jenny"],
  ["nobody", "nobody"],
])("%s is shown as %s", (voice, shown) => {
  expect(voiceInSight(findModel("cloud-tts"), voice, texts)).toBe(shown);
});
