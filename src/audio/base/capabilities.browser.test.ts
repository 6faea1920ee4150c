import { expect, test } from "vitest";
import { askDecoder, detectCapabilities } from "./capabilities.ts";

test("Chromium streams MP3 into a MediaSource, and decodes it", async () => {
  expect(await askDecoder(detectCapabilities())).toEqual({
    mp3MediaSource: MediaSource,
    mp3AudioDecoder: AudioDecoder,
    audioContext: AudioContext,
    webAssembly: true,
  });
});
