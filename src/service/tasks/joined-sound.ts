import type { ContentStorage, GrowingContent } from "../content/content-storage.ts";
import { engineSampleRate } from "../synthesis/formats.ts";
import { streamingWavHeader } from "../synthesis/signal/encoder.ts";
import type { SpeechFormat, Synthesizer } from "../synthesis/synthesizer.ts";
import { bytesInFront, frontOf } from "./sound-file.ts";

/** A part of a sound: silence, in samples, and behind it samples that are kept, 16 bits each, little-endian. */
interface JoinedPart {
  /** Of the segment that it is. */
  readonly number: number;
  readonly silence: number;
  /** The name under which its samples are kept. */
  readonly samples: string | undefined;
  readonly isLast: boolean;
}

type Mp3Format = Extract<SpeechFormat, { codec: "mp3" }>;

interface JoinedSoundOptions {
  readonly storage: ContentStorage;
  /** The finished sound's name. */
  readonly name: string;
  /** Under which name is kept how far the joining has come, and the encoder's state. */
  readonly checkpoint: string;
  readonly format: SpeechFormat;
  readonly synthesizer: Synthesizer;
}

/** Whether sound of a format can be joined of parts; anything else is made in one go. */
export function canBeJoined(format: SpeechFormat): boolean {
  if (format.codec === "mp3") return true;
  return format.codec !== "pcm_mulaw" && format.sampleRate === engineSampleRate;
}

/**
 * The sound of a task, joined part by part. Its bytes depend on nothing but the parts: whenever the process ends, the
 * next one goes on behind the last part that was joined, and writes the very same bytes. MP3 is one stream of one
 * encoder, whose state is kept with each part, so that nothing tells where a part begins.
 */
export class JoinedSound {
  readonly #options: JoinedSoundOptions;
  readonly #growing: GrowingContent;

  private constructor(options: JoinedSoundOptions, growing: GrowingContent) {
    this.#options = options;
    this.#growing = growing;
  }

  static async resume(options: JoinedSoundOptions): Promise<JoinedSound> {
    const { storage, name, checkpoint, format } = options;
    return new JoinedSound(options, await storage.grow({ name, checkpoint, inFront: bytesInFront(format) }));
  }

  /** How many parts have been joined. */
  get parts(): number {
    return this.#growing.parts;
  }

  /** The number of the segment that comes next; undefined where a version that didn't keep it has joined. */
  get next(): number | undefined {
    return this.parts === 0 ? 0 : this.#growing.kept.next;
  }

  /** Size of the sound so far, in bytes. */
  get bytes(): number {
    return this.#growing.bytes;
  }

  /** Joins the next part. Done again after a failure, it replaces what was written. */
  async add(part: JoinedPart, signal: AbortSignal): Promise<void> {
    const { format, storage } = this.#options;
    const next = part.number + 1;
    if (format.codec === "mp3") {
      const { bytes, state } = await this.#encode(part, format, signal);
      await this.#growing.add([bytes], { next, state });
    } else await this.#growing.add(samplesOf(part, storage), { next });
  }

  /** Completes the sound once all parts are in it. Done again, it changes nothing. */
  async finish(durationSeconds: number): Promise<void> {
    const { format } = this.#options;
    const bytes = this.bytes - bytesInFront(format);
    await this.#growing.finish((head) =>
      frontOf(format, {
        head: format.codec === "wav" ? streamingWavHeader(format.sampleRate) : head,
        bytes,
        durationSeconds,
      }),
    );
  }

  async #encode({ silence, samples, isLast }: JoinedPart, { bitrate }: Mp3Format, signal: AbortSignal) {
    const { synthesizer, storage } = this.#options;
    const part = { bitrate, state: this.#growing.kept.state, silence, isLast };
    if (samples === undefined) return synthesizer.encode(part, signal);
    // A file is read where it is encoded; from anywhere else come the samples of a segment, about 3 MB.
    const file = storage.pathOf(samples) ?? kept(samples, await storage.read(samples));
    return synthesizer.encode({ ...part, file }, signal);
  }
}

async function* samplesOf({ silence, samples }: JoinedPart, storage: ContentStorage): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(2 * silence);
  if (samples === undefined) return;
  yield* await kept(samples, await storage.open(samples)).read();
}

function kept<Content>(name: string, content: Content | undefined): Content {
  if (content === undefined) throw new Error(`the samples ${name} are missing`);
  return content;
}
