import { createRequire } from "node:module";
import { wavHeader } from "../../src/audio/formats/wav.ts";
import type { DrivenPage } from "../browsers/driven.ts";
import { murmur, toMp3, toPcm } from "./signal.ts";

// CommonJS to Node, with names that Node doesn't see.
const { mulaw }: typeof import("alawmulaw") = createRequire(import.meta.url)("alawmulaw");

/** The ways in which our page plays. */
export const rungs = ["MP3", "PCM", "mu-law", "WAV"] as const;
export type Rung = (typeof rungs)[number];

/**
 * The rate of the MP3 is what a service gives at 192 kbit/s, that of the samples what one gives when nothing is said.
 */
export const mp3Rate = 44_100;
export const rawRate = 22_050;

/** What a service would send for each rung: the same murmur. */
export interface Prepared {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The murmur of so many seconds in the form of a rung. */
export async function prepare(rung: Rung, seconds: number): Promise<Prepared> {
  if (rung === "MP3") return { contentType: "audio/mpeg", bytes: await toMp3(murmur(seconds, mp3Rate)) };
  const pcm = toPcm(murmur(seconds, rawRate));
  const parameters = `rate=${rawRate};channels=1`;
  switch (rung) {
    case "PCM":
      return { contentType: `audio/pcm;${parameters}`, bytes: pcm };
    case "mu-law":
      return { contentType: `audio/basic;${parameters}`, bytes: mulaw.encode(new Int16Array(pcm.buffer)) };
    case "WAV": {
      const header = wavHeader({ codec: "pcm_s16le", sampleRate: rawRate, channels: 1 }, pcm.length);
      return { contentType: "audio/wav", bytes: Buffer.concat([header, pcm]) };
    }
  }
}

/** Chooses a codec in our page's form, which keeps it closed with what else is technical. */
export async function chooseCodec(page: DrivenPage, codec: string): Promise<void> {
  await page.until(() => {
    const summaries = [...document.querySelectorAll("summary")];
    const summary = summaries.find(({ textContent }) => textContent.trim() === "Technical details");
    if (summary?.closest("details")?.open === true) return true;
    summary?.click();
    return null;
  });
  await page.select("Codec", codec);
}

/** Has our page, opened anew and open to any service, speak by a rung. */
export async function chooseRung(page: DrivenPage, rung: Rung): Promise<void> {
  if (rung === "WAV") {
    await page.click("radio", "RefVoice 2");
    await page.click("radio", "Speech");
    await page.fill("textbox", "Reference recording", "https://example.com/voice.wav");
  } else {
    const codecs = { MP3: "libmp3lame", PCM: "pcm_s16le", "mu-law": "pcm_mulaw" } as const;
    await chooseCodec(page, codecs[rung]);
  }
}
