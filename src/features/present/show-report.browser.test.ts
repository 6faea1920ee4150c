import { expect, it } from "vitest";
import { toneMp3, toneWav } from "../../audio/players/tone.fixture.ts";
import type { ProgrammeItem } from "../../core/programme/programme-item.ts";
import { takeRow } from "../../core/takes/library.fixture.ts";
import type { TakeSound } from "../../core/takes/take.ts";
import { historyTextsOf } from "../../core/takes/texts.fixture.ts";
import { presentMessages } from "./messages/index.ts";
import { showReport } from "./show-report.ts";

it("holds sound compressed, in less than half of its bytes, and it plays as long as it did", async () => {
  const seconds = 20;
  const wav = toneWav(seconds);
  const raw = wav.slice(44);
  const mp3 = await toneMp3({ seconds, bitrate: 192 });
  const rows = ["wav", "raw", "mp3"].map((id) => takeRow(id, { status: "complete", sound: "whole" }));
  const items: readonly ProgrammeItem[] = [
    { id: "a", place: 1, name: "", excerpt: "", kind: "comparison", takes: ["wav", "raw", "mp3"] },
  ];
  const sounds: Readonly<Record<string, TakeSound>> = {
    wav: { id: "wav", format: { codec: "wav" }, facts: { bytes: wav.length }, blob: new Blob([wav]) },
    raw: {
      id: "raw",
      format: { codec: "pcm_s16le", sampleRate: 24_000, channels: 1 },
      facts: { bytes: raw.length },
      blob: new Blob([raw]),
    },
    mp3: {
      id: "mp3",
      format: { codec: "mp3" },
      facts: { bytes: mp3.length, bitrate: 192 },
      blob: new Blob([mp3]),
    },
  };
  const report = await showReport(items, {
    library: {
      row: (id) => rows.find((row) => row.id === id),
      sound: async (id) => sounds[id],
    },
    scoreOf: async () => undefined,
    texts: { ...(await historyTextsOf("en")), messages: presentMessages.in("en") },
    made: 0,
  });
  const page = new DOMParser().parseFromString(await report.text(), "text/html");
  const held = [...page.querySelectorAll("audio")].map(({ src }) => src);
  expect(held.map((src) => src.slice(0, src.indexOf(",")))).toEqual(Array(3).fill("data:audio/mpeg;base64"));
  const lengths = await Promise.all(
    held.map(
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
  expect(lengths[2]).toBeCloseTo(seconds, 0);
  const [wavSize, rawSize, mp3Size] = held.map((src) => src.length);
  expect(wavSize).toBeLessThan(wav.length * 0.36);
  expect(rawSize).toBeLessThan(raw.length * 0.36);
  expect(mp3Size).toBeLessThan(mp3.length * 0.46);
});
