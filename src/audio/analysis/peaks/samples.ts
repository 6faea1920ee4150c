import { askDecoder, detectCapabilities } from "../../base/capabilities.ts";
import type { AudioFormat } from "../../base/format.ts";
import type { PlaybackError } from "../../base/playback-error.ts";
import type { AudioBytes } from "../../base/source.ts";
import { createDecoder } from "../../decoders/create-decoder.ts";
import type { DecodedAudio, Decoder } from "../../decoders/decoder.ts";

/** Decodes an answer's bytes, which come cut anywhere, as fast as they are given. */
export interface SampleReader {
  /** Resolves when the next bytes may come. Rejects where the bytes can't be decoded. */
  read(bytes: AudioBytes): Promise<void>;
  /** No more bytes come: resolves when everything was given out. */
  flush(): Promise<void>;
}

/** A reader for `format` that gives its samples to `onAudio`; undefined where none works piece by piece. */
export async function createSampleReader(
  format: AudioFormat,
  onAudio: (audio: DecodedAudio) => void,
): Promise<SampleReader | undefined> {
  const capabilities = await askDecoder(detectCapabilities());
  let failed: (error: PlaybackError) => void = () => {};
  const failure = new Promise<never>((_, reject) => {
    failed = reject;
  });
  // Heard of by whoever reads next.
  failure.catch(() => undefined);
  const decoder = createDecoder(format, capabilities, { onAudio, onError: failed });
  return decoder === undefined ? undefined : readerOf(decoder, failure);
}

/** A decoder never says in its promises that it failed. */
function readerOf(decoder: Decoder, failure: Promise<never>): SampleReader {
  return {
    async read(bytes) {
      decoder.decode(bytes);
      await Promise.race([decoder.ready(), failure]);
    },
    flush: () => Promise.race([decoder.flush(), failure]),
  };
}
