import type { AudioFormat } from "../base/format.ts";
import { PlaybackError } from "../base/playback-error.ts";
import type { Disposable } from "../base/scope.ts";
import { createDecoder, type DecodingWays } from "../decoders/create-decoder.ts";
import type { DecodedAudio, Samples } from "../decoders/decoder.ts";
import { createResampler, type Resampler } from "../decoders/resampler.ts";
import { createStretch } from "../decoders/stretch.ts";
import type { EncodedTrack } from "./encoded-track.ts";

interface DecodeAheadOptions {
  readonly format: AudioFormat;
  readonly capabilities: DecodingWays;
  readonly track: EncodedTrack;
  /** The first sample that is wanted, in samples of the track. */
  readonly from: number;
  /** Hertz of what is given out. */
  readonly sampleRate: number;
  /** Whether more is wanted now: asked before each piece, so that no more is decoded than is needed. */
  readonly wants: () => boolean;
  /** Whether the track grows no more. */
  readonly finished: () => boolean;
  /** The next samples, one array per channel. */
  readonly onAudio: (channels: readonly Samples[]) => void;
  /** Everything was given out, to the track's end. */
  readonly onEnd: () => void;
  readonly onError: (error: PlaybackError) => void;
}

/** Decodes a track from one place on, at the rate of the output and as far ahead as is wanted. */
export interface DecodeAhead extends Disposable {
  /** Something changed: more came, more is wanted, or the track is finished. */
  wake(): void;
}

/** Bytes that are decoded at a time: a second or two of MP3. */
const pieceBytes = 8 * 1024;

/** Decoding ahead that begins at once. */
export function createDecodeAhead(options: DecodeAheadOptions): DecodeAhead {
  const { format, capabilities, track, from, sampleRate, wants, finished, onAudio, onEnd, onError } = options;
  const entry = track.entry(from);
  let resampler: Resampler | undefined;
  let resampled = { sampleRate: 0, channels: 0 };
  let disposed = false;
  let wake: () => void = () => undefined;

  const decoder = createDecoder(format, capabilities, {
    onAudio: createStretch(() => ({ start: from, end: track.limit }), give, entry.sample),
    onError: fail,
  });

  function give({ sampleRate: rate, channels }: DecodedAudio): void {
    if (disposed) return;
    if (rate !== resampled.sampleRate || channels.length !== resampled.channels) {
      putOut(resampler?.flush());
      resampled = { sampleRate: rate, channels: channels.length };
      resampler = createResampler(rate, sampleRate, channels.length);
    }
    putOut(resampler?.push(channels));
  }

  function putOut(channels: readonly Samples[] = []): void {
    if ((channels[0]?.length ?? 0) > 0) onAudio(channels);
  }

  async function run(): Promise<void> {
    if (decoder === undefined) throw new PlaybackError("unsupported", "This browser cannot decode this format.");
    if (entry.head !== undefined) decoder.decode(entry.head);
    for (let byte = entry.byte; !disposed && !(finished() && byte >= track.bytes); ) {
      if (byte >= track.bytes || !wants()) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      const read = track.read(byte, pieceBytes);
      const bytes = read instanceof Promise ? await read : read;
      if (disposed) return;
      byte += bytes.length;
      decoder.decode(bytes);
      await decoder.ready();
    }
    if (disposed) return;
    await decoder.flush();
    if (disposed) return;
    putOut(resampler?.flush());
    onEnd();
  }

  function fail(error: unknown): void {
    if (disposed) return;
    dispose();
    if (error instanceof PlaybackError) onError(error);
    else onError(new PlaybackError("unknown", error instanceof Error ? error.message : String(error), error));
  }

  function dispose(): void {
    disposed = true;
    decoder?.dispose();
    wake();
  }

  run().catch(fail);
  return { wake: () => wake(), dispose };
}
