/** Audio whose bytes describe themselves. */
const containers = {
  mp3: { mediaType: "audio/mpeg", extension: "mp3" },
  wav: { mediaType: "audio/wav", extension: "wav" },
  ogg: { mediaType: "audio/ogg", extension: "ogg" },
  flac: { mediaType: "audio/flac", extension: "flac" },
} as const;
export type ContainerCodec = keyof typeof containers;

/** Samples without any header: rate and channels must be known from elsewhere. */
const rawCodecs = ["pcm_s16le", "pcm_mulaw"] as const;
export type RawCodec = (typeof rawCodecs)[number];

/**
 * What the bytes of an answer are. `sampleRate` is in hertz; `other` is audio by its media type that we know nothing
 * of.
 */
export type AudioFormat =
  | { readonly codec: ContainerCodec }
  | {
      readonly codec: RawCodec;
      readonly sampleRate: number;
      readonly channels: number;
      /** Set where nothing that came tells the rate. */
      readonly rateAssumed?: true | undefined;
    }
  | { readonly codec: "other"; readonly mediaType: string };

export type RawFormat = Extract<AudioFormat, { codec: RawCodec }>;

/** Whether `format` is headerless samples. */
export function isRaw(format: AudioFormat): format is RawFormat {
  return format.codec === "pcm_s16le" || format.codec === "pcm_mulaw";
}

/** Whether the rate at which `format` is played is a guess. */
export function isRateAssumed(format: AudioFormat | undefined): boolean {
  return format !== undefined && isRaw(format) && format.rateAssumed === true;
}

/** Whether bytes of `a` and of `b` are to be read in the same way. */
export function sameFormat(a: AudioFormat, b: AudioFormat): boolean {
  return mediaTypeOf(a) === mediaTypeOf(b);
}

/** The bytes of one sample of one channel. */
export function bytesPerSampleOf({ codec }: RawFormat): 1 | 2 {
  return codec === "pcm_s16le" ? 2 : 1;
}

/** The media type under which bytes of `format` are stored. */
export function mediaTypeOf(format: AudioFormat): string {
  switch (format.codec) {
    case "other":
      return format.mediaType;
    case "pcm_s16le":
      return `audio/pcm;rate=${format.sampleRate};channels=${format.channels}`;
    case "pcm_mulaw":
      return `audio/basic;rate=${format.sampleRate};channels=${format.channels}`;
    default:
      return containers[format.codec].mediaType;
  }
}

/** The usual ending of a file of `format`, without the dot. */
export function fileExtensionOf(format: AudioFormat): string {
  switch (format.codec) {
    case "other":
      return /^audio\/(?:x-)?([a-z0-9]{2,5})$/.exec(format.mediaType)?.[1] ?? "audio";
    case "pcm_s16le":
      return "pcm";
    case "pcm_mulaw":
      return "ulaw";
    default:
      return containers[format.codec].extension;
  }
}

/** How the name of a file of `format` ends: what no header tells stands there, as in `-22050Hz.pcm`, else `.mp3`. */
export function fileEndingOf(format: AudioFormat): string {
  const channels = isRaw(format) && format.channels !== 1 ? `-${format.channels}channels` : "";
  return `${isRaw(format) ? `-${format.sampleRate}Hz${channels}` : ""}.${fileExtensionOf(format)}`;
}
