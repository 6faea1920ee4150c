import { expect, it } from "vitest";
import { toneWav } from "../../audio/players/tone.fixture.ts";
import type { ProgrammeItem } from "../../core/programme/programme-item.ts";
import { takeRow } from "../../core/takes/library.fixture.ts";
import { historyTextsOf } from "../../core/takes/texts.fixture.ts";
import { presentMessages } from "./messages/index.ts";
import { showReport } from "./show-report.ts";

it("holds samples compressed, in little more than a third of their bytes, and they play as long as they did", async () => {
  const seconds = 20;
  const wav = toneWav(seconds);
  const raw = wav.slice(44);
  const rows = ["wav", "raw"].map((id) => takeRow(id, { status: "complete", sound: "whole" }));
  const items: readonly ProgrammeItem[] = [
    { id: "a", place: 1, name: "", excerpt: "", kind: "comparison", takes: ["wav", "raw"] },
  ];
  const report = await showReport(items, {
    library: {
      row: (id) => rows.find((row) => row.id === id),
      sound: async (id) =>
        id === "wav"
          ? { id, format: { codec: "wav" }, facts: { bytes: wav.length }, blob: new Blob([wav]) }
          : {
              id,
              format: { codec: "pcm_s16le", sampleRate: 24_000, channels: 1 },
              facts: { bytes: raw.length },
              blob: new Blob([raw]),
            },
    },
    scoreOf: async () => undefined,
    texts: { ...(await historyTextsOf("en")), messages: presentMessages.in("en") },
    made: 0,
  });
  const page = new DOMParser().parseFromString(await report.text(), "text/html");
  const sounds = [...page.querySelectorAll("audio")].map(({ src }) => src);
  expect(sounds.map((src) => src.slice(0, src.indexOf(",")))).toEqual(Array(2).fill("data:audio/mpeg;base64"));
  const lengths = await Promise.all(
    sounds.map(
      (src) =>
        new Promise<number>((resolve, reject) => {
          const audio = new Audio(src);
          audio.onloadedmetadata = () => resolve(audio.duration);
          audio.onerror = () => reject(audio.error);
        }),
    ),
  );
  expect(lengths[0]).toBeCloseTo(seconds, 0);
  expect(lengths[1]).toBeCloseTo(raw.length / 2 / 24_000, 0);
  for (const src of sounds) expect(src.length).toBeLessThan(wav.length * 0.36);
});
