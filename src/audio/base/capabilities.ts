/** The constructor that streams into an audio element: the older one, or the one that iPhones have alone. */
export type MediaSourceConstructor = typeof MediaSource;
export type AudioContextConstructor = typeof AudioContext;
export type AudioDecoderConstructor = typeof AudioDecoder;

/** What this browser can do with sound, found by asking it. */
export interface AudioCapabilities {
  /** The constructor that takes `audio/mpeg`, if there is one. */
  readonly mp3MediaSource: MediaSourceConstructor | undefined;
  /** The browser's own decoder (WebCodecs), if it takes MP3. Only a secure context has one. */
  readonly mp3AudioDecoder: AudioDecoderConstructor | undefined;
  readonly audioContext: AudioContextConstructor | undefined;
  /** Whether a decoder in WebAssembly can run. */
  readonly webAssembly: boolean;
}

/**
 * Asks the browser what it says at once. MediaSource is preferred where both exist: a ManagedMediaSource may throw
 * buffered sound away by itself. An AudioDecoder is taken to decode MP3 until {@link askDecoder} knows better.
 */
export function detectCapabilities(scope: object = globalThis): AudioCapabilities {
  const read = (name: string): unknown => Reflect.get(scope, name);
  const [decoder, context] = [read("AudioDecoder"), read("AudioContext")];
  return {
    mp3MediaSource: [read("MediaSource"), read("ManagedMediaSource")].filter(isMediaSourceConstructor).find(takesMp3),
    mp3AudioDecoder: isAudioDecoderConstructor(decoder) ? decoder : undefined,
    audioContext: isAudioContextConstructor(context) ? context : undefined,
    webAssembly: typeof Reflect.get(Object(read("WebAssembly")), "instantiate") === "function",
  };
}

/**
 * Tries the browser's decoder on a moment of silence: there are browsers that say that they take MP3 and then don't.
 * The answer takes its time, so ask before somebody waits for it.
 */
export async function askDecoder(capabilities: AudioCapabilities): Promise<AudioCapabilities> {
  const { mp3AudioDecoder } = capabilities;
  if (mp3AudioDecoder === undefined || (await decodesSilence(mp3AudioDecoder))) return capabilities;
  return { ...capabilities, mp3AudioDecoder: undefined };
}

async function decodesSilence(AudioDecoder: AudioDecoderConstructor): Promise<boolean> {
  const config = { codec: "mp3", sampleRate: 44_100, numberOfChannels: 1 };
  let decoder: AudioDecoder | undefined;
  try {
    const { supported } = await AudioDecoder.isConfigSupported(config);
    if (supported !== true) return false;
    let decoded = 0;
    decoder = new AudioDecoder({
      output(data) {
        decoded += data.numberOfFrames;
        data.close();
      },
      error() {
        // Told by `flush` too, which rejects.
      },
    });
    decoder.configure(config);
    for (let frame = 0; frame < silentFrames; frame += 1) {
      const timestamp = Math.round((frame * samplesOfFrame * 1e6) / config.sampleRate);
      decoder.decode(new EncodedAudioChunk({ type: "key", timestamp, data: silentFrame() }));
    }
    await decoder.flush();
    return decoded > 0;
  } catch {
    return false;
  } finally {
    if (decoder !== undefined && decoder.state !== "closed") decoder.close();
  }
}

const silentFrames = 4;
const samplesOfFrame = 1_152;

/** One frame of MPEG-1 layer III at 44,100 Hz, mono, 128 kbit/s, whose zeros mean silence. */
function silentFrame(): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(417);
  frame.set([0xff, 0xfb, 0x90, 0xc4]);
  return frame;
}

function isMediaSourceConstructor(candidate: unknown): candidate is MediaSourceConstructor {
  return typeof candidate === "function" && typeof Reflect.get(candidate, "isTypeSupported") === "function";
}

function isAudioDecoderConstructor(candidate: unknown): candidate is AudioDecoderConstructor {
  return typeof candidate === "function" && typeof Reflect.get(candidate, "isConfigSupported") === "function";
}

function isAudioContextConstructor(candidate: unknown): candidate is AudioContextConstructor {
  return typeof candidate === "function";
}

function takesMp3(candidate: MediaSourceConstructor): boolean {
  try {
    return candidate.isTypeSupported("audio/mpeg");
  } catch {
    return false;
  }
}
