import { timbreFor } from "../../../contract/embedded-timbres.ts";
import type { EspeakEngine } from "../../engines/espeak/espeak-engine.ts";
import { mp3Encoder } from "../signal/encoder.ts";
import type { Mp3Libraries } from "./mp3-libraries.ts";
import { speakPiece } from "./speech.ts";

/** Speaks once through engine, time-stretcher and encoder, so that they are compiled before the first request. */
export async function warmUp(engine: EspeakEngine, libraries: Mp3Libraries): Promise<void> {
  const library = await libraries.acquire();
  const encoder = mp3Encoder(library, 192);
  const voice = { language: "en-us", timbre: timbreFor("female", "warm-up", 0, 1) };
  const piece = {
    text: "Good morning, this is a sentence that warms the voice up.",
    start: 0,
    pitch: { multiplier: 0, offset: 200 },
    variation: { pitch: 1, width: 1 },
  };
  for (const speed of [1, 1.1, 1]) {
    await speakPiece(engine, voice, {
      piece,
      speed,
      isCancelled: () => false,
      take: (samples) => {
        encoder.encode(samples);
      },
    });
  }
  encoder.finish();
  libraries.release(library);
}
