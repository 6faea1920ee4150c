import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import { ReferenceUnusableError } from "../../reference/unusable.ts";
import type { Measurement } from "./measure.ts";
import type { CutSpeech, MeasuringAnswer, MeasuringRequest } from "./messages.ts";

/** A thread that isn't used ends after this time, in milliseconds. */
const idleTimeout = 60_000;

/** Measures recordings outside the thread that answers requests: a minute of speech takes about a second. */
export interface MeasuringThread {
  /**
   * What the bytes of an MP3 or WAV file tell about the voice in it.
   *
   * @throws ReferenceUnusableError when they hold no voice that can be measured.
   */
  measure(bytes: Uint8Array): Promise<Measurement>;
  /**
   * The speech in an MP3 or WAV file, without silence around it.
   *
   * @param most in seconds.
   * @throws ReferenceUnusableError when they hold no sound.
   */
  cutSpeech(bytes: Uint8Array, most: number): Promise<CutSpeech>;
  close(): Promise<void>;
}

/** @param workerFile The built worker, `dist/programs/measuring-worker.js`; its thread starts when it is needed. */
export function createMeasuringThread(workerFile: URL): MeasuringThread {
  const pool = new Piscina<MeasuringRequest, MeasuringAnswer>({
    filename: fileURLToPath(workerFile),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout,
    // Whatever a recording does to the decoder, it has this much memory to do it in.
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  const ask = async (request: MeasuringRequest) => {
    const answer = await pool.run(request);
    if ("unusable" in answer) throw new ReferenceUnusableError(answer.unusable);
    return answer;
  };
  return {
    async measure(bytes) {
      const answer = await ask({ bytes });
      if ("measurement" in answer) return answer.measurement;
      throw new Error("The measuring thread measured nothing.");
    },
    async cutSpeech(bytes, most) {
      const answer = await ask({ bytes, cutTo: most });
      if ("speech" in answer) return answer.speech;
      throw new Error("The measuring thread cut nothing.");
    },
    close: () => pool.destroy(),
  };
}
