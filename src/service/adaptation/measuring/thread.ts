import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import { ReferenceUnusableError } from "../../reference/unusable.ts";
import type { Measurement } from "./measure.ts";
import type { MeasuringAnswer } from "./messages.ts";

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
  close(): Promise<void>;
}

/** @param workerFile The built worker, `dist/programs/measuring-worker.js`; its thread starts when it is needed. */
export function createMeasuringThread(workerFile: URL): MeasuringThread {
  const pool = new Piscina<Uint8Array, MeasuringAnswer>({
    filename: fileURLToPath(workerFile),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout,
    // Whatever a recording does to the decoder, it has this much memory to do it in.
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  return {
    async measure(bytes) {
      const answer = await pool.run(bytes);
      if ("unusable" in answer) throw new ReferenceUnusableError(answer.unusable);
      return answer.measurement;
    },
    close: () => pool.destroy(),
  };
}
