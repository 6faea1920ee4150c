import { createHash } from "node:crypto";
import pLimit from "p-limit";
import type { RecordingFetcher } from "../reference/fetch-recording.ts";
import type { Synthesizer } from "../synthesis/synthesizer.ts";
import { type FittingLanguage, fitVoice, tuneToText } from "./fitting/fit-voice.ts";
import type { VoiceProfile } from "./fitting/profile.ts";
import type { Measurement } from "./measuring/measure.ts";
import type { MeasuringThread } from "./measuring/thread.ts";
import { remember, untilAborted } from "./remember.ts";

/** How many recordings are fetched and held at once; the rest wait. */
const simultaneous = 8;
/** How many recordings and voices are remembered. */
const remembered = 200;

export interface MeasuredReference {
  /** Says which content was measured. */
  readonly id: string;
  /** Where it was fetched, and what. */
  readonly address: string;
  readonly bytes: Uint8Array;
  readonly measurement: Measurement;
}

/** The voices of reference recordings (section 2.4). */
export interface ReferenceVoices {
  /**
   * Fetches a recording and measures the voice in it. It is fetched each time, for it must still be there; the same
   * content is measured once.
   *
   * @throws ReferenceUnusableError whatever is wrong with it, or the signal's reason.
   */
  measure(address: string, signal: AbortSignal): Promise<MeasuredReference>;
  /**
   * How the built-in voice comes near a reference when it speaks a text. What doesn't depend on the text is found once
   * for each content and language. Rejects as synthesis does, and with the signal's reason.
   */
  fit(
    reference: MeasuredReference,
    language: FittingLanguage,
    text: string,
    signal: AbortSignal,
  ): Promise<VoiceProfile>;
  close(): Promise<void>;
}

interface ReferenceVoicesOptions {
  readonly fetcher: RecordingFetcher;
  readonly measuring: MeasuringThread;
  readonly synthesizer: Synthesizer;
}

export function createReferenceVoices({ fetcher, measuring, synthesizer }: ReferenceVoicesOptions): ReferenceVoices {
  const limit = pLimit(simultaneous);
  const measurements = remember<Measurement>(remembered);
  const profiles = remember<VoiceProfile>(remembered);
  return {
    measure: (address, signal) =>
      limit(async () => {
        signal.throwIfAborted();
        const bytes = await fetcher.fetch(address, signal);
        const id = createHash("sha256").update(bytes).digest("hex");
        const measurement = await untilAborted(
          measurements(id, () => measuring.measure(bytes)),
          signal,
        );
        return { id, address, bytes, measurement };
      }),
    async fit({ id, measurement }, language, text, signal) {
      const tools = { synthesizer, measuring };
      const fitting = profiles(`${id} ${language.name}`, () => fitVoice(measurement, language, tools));
      const profile = await untilAborted(fitting, signal);
      return await untilAborted(tuneToText(profile, measurement, text, tools), signal);
    },
    async close() {
      await Promise.all([fetcher.close(), measuring.close()]);
    },
  };
}
