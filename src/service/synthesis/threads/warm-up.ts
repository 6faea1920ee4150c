import { timbreFor } from "../../../contract/embedded-timbres.ts";
import type { EspeakEngine } from "../../engines/espeak/espeak-engine.ts";
import { mp3Encoder } from "../signal/encoder.ts";
import type { Mp3Libraries } from "./mp3-libraries.ts";
import { speakPiece } from "./speech.ts";

/**
 * Speaks one sentence through engine and encoder, so that most of them is compiled before the first request. Each
 * further one costs about 0.2 s of a core at each start, and the first request gains next to nothing.
 */
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
  await speakPiece(engine, voice, {
    piece,
    speed: 1,
    isCancelled: () => false,
    take: (samples) => {
      encoder.encode(samples);
    },
  });
  encoder.finish();
  libraries.release(library);
}
