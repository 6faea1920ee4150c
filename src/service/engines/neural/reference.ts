/** How the words of a reference are known: somebody wrote them down, or a recogniser of speech heard them. */
type TranscriptSource = "provided" | "recognised";

/** What a cloning model speaks like. Plain data that JSON takes, since a task in segments is kept with it. */
export interface VoiceReference {
  /** 16-bit samples, mono, little-endian, at `referenceSampleRate`, in base64. */
  readonly sound: string;
  /** What is said in it, word for word; absent where the model needs no text. */
  readonly transcript?: { readonly text: string; readonly source: TranscriptSource };
}

/** @param samples between −1 and 1. */
export function encodeSound(samples: Float32Array): string {
  const bytes = Buffer.alloc(2 * samples.length);
  for (const [index, sample] of samples.entries()) {
    bytes.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768))), 2 * index);
  }
  return bytes.toString("base64");
}

/** Samples between −1 and 1. */
export function decodeSound({ sound }: VoiceReference): Float32Array {
  const bytes = Buffer.from(sound, "base64");
  return Float32Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readInt16LE(2 * index) / 32_768);
}
