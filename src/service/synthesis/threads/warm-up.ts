import type { Engine } from "../engine/engine.ts";
import { mp3Encoder } from "../signal/encoder.ts";
import { engineText } from "../text/engine-text.ts";
import { timbreFor } from "../voices/timbres.ts";
import { variantFile } from "../voices/variant.ts";
import type { Mp3Libraries } from "./mp3-libraries.ts";
import { speakPiece } from "./speech.ts";

/** Speaks once through engine, time-stretcher and encoder, so that they are compiled before the first request. */
export async function warmUp(engine: Engine, libraries: Mp3Libraries): Promise<void> {
  const library = await libraries.acquire();
  const encoder = mp3Encoder(library, 192);
  engine.select("en-us", variantFile(timbreFor("female", "warm-up", 0, 1), { f0: 200, width: 1 }, 0.78));
  for (const speed of [1, 1.1, 1]) {
    speakPiece(engine, {
      text: engineText("Good morning, this is a sentence that warms the voice up.", 0),
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
