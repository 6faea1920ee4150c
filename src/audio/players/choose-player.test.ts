import { afterEach, expect, test, vi } from "vitest";
import { askDecoder, detectCapabilities } from "../base/capabilities.ts";
import { type AudioFormat, fileExtensionOf, mediaTypeOf } from "../base/format.ts";
import { choosePlayer, type PlayerKind, wantsDecoder } from "./choose-player.ts";

afterEach(() => void vi.unstubAllGlobals());

/** A constructor as far as anybody asks it. */
const constructorTaking = (...types: readonly string[]): object =>
  Object.assign(() => undefined, { isTypeSupported: (type: string) => types.includes(type) });
const Taking = constructorTaking("audio/mpeg");
const Refusing = constructorTaking("video/mp4");

const Decoder = Object.assign(() => undefined, { isConfigSupported: () => Promise.resolve({ supported: true }) });
const Context = (): void => undefined;
const WebAssembly = { instantiate: () => undefined };

const browsers = {
  Chromium: { MediaSource: Taking, AudioDecoder: Decoder, AudioContext: Context, WebAssembly },
  Firefox: { MediaSource: Refusing, AudioDecoder: Decoder, AudioContext: Context, WebAssembly },
  "an iPhone": { ManagedMediaSource: Taking, AudioContext: Context, WebAssembly },
  "Chromium over plain http": { MediaSource: Taking, AudioContext: Context, WebAssembly },
  "Firefox over plain http": { MediaSource: Refusing, AudioContext: Context, WebAssembly },
  "a browser without WebAssembly": { AudioContext: Context },
  "a browser with an audio element alone": {},
} as const;

const mp3: AudioFormat = { codec: "mp3" };
const pcm: AudioFormat = { codec: "pcm_s16le", sampleRate: 22_050, channels: 1 };
const mulaw: AudioFormat = { codec: "pcm_mulaw", sampleRate: 8_000, channels: 2 };

test.each<[AudioFormat, keyof typeof browsers, PlayerKind]>([
  [mp3, "Chromium", "pcm"],
  [mp3, "Firefox", "pcm"],
  [mp3, "an iPhone", "media-source"],
  [mp3, "Chromium over plain http", "media-source"],
  [mp3, "Firefox over plain http", "pcm"],
  [mp3, "a browser without WebAssembly", "blob"],
  [mp3, "a browser with an audio element alone", "blob"],
  [pcm, "Chromium", "pcm"],
  [pcm, "Firefox over plain http", "pcm"],
  [pcm, "a browser without WebAssembly", "pcm"],
  [pcm, "a browser with an audio element alone", "blob"],
  [mulaw, "an iPhone", "pcm"],
  [mulaw, "a browser with an audio element alone", "blob"],
  [{ codec: "wav" }, "Chromium", "pcm"],
  [{ codec: "wav" }, "an iPhone", "pcm"],
  [{ codec: "wav" }, "a browser with an audio element alone", "blob"],
  [{ codec: "ogg" }, "Chromium", "blob"],
  [{ codec: "flac" }, "Firefox", "blob"],
  [{ codec: "other", mediaType: "audio/aac" }, "Chromium", "blob"],
])("%o in %s plays by %s", (format, browser, kind) => {
  expect(choosePlayer(format, detectCapabilities(browsers[browser]))).toBe(kind);
});

test.each<[keyof typeof browsers, PlayerKind, boolean]>([
  ["Chromium", "pcm", false],
  ["an iPhone", "pcm", true],
  ["Chromium over plain http", "pcm", true],
  ["Firefox over plain http", "pcm", true],
  ["a browser without WebAssembly", "blob", false],
  ["a browser with an audio element alone", "blob", false],
])("where the decoder in WebAssembly comes, MP3 in %s plays by %s", (browser, kind, wanted) => {
  const capabilities = detectCapabilities(browsers[browser]);
  expect(choosePlayer(mp3, capabilities, true)).toBe(kind);
  expect(wantsDecoder(capabilities)).toBe(wanted);
});

/** A decoder of a browser: what it says, and what it does with a moment of silence. */
function decoderThat(isConfigSupported: () => Promise<unknown>, flush: () => Promise<void>, frames = 1_152) {
  return class {
    static readonly isConfigSupported = isConfigSupported;
    readonly state = "configured";
    readonly output: (data: object) => void;
    constructor({ output }: { readonly output: (data: object) => void }) {
      this.output = output;
    }
    configure(): void {}
    decode(): void {
      if (frames > 0) this.output({ numberOfFrames: frames, close() {} });
    }
    readonly flush = flush;
    close(): void {}
  };
}
const yes = async () => ({ supported: true });
const done = async () => {};

test.each<[string, object, boolean]>([
  ["takes MP3", decoderThat(yes, done), true],
  ["refuses MP3", decoderThat(async () => ({ supported: false }), done), false],
  ["fails when it is asked", decoderThat(() => Promise.reject(new Error("no")), done), false],
  [
    "throws when it is asked",
    decoderThat(() => {
      throw new TypeError("no");
    }, done),
    false,
  ],
  ["says that it takes MP3 and then doesn't", decoderThat(yes, () => Promise.reject(new Error("no"))), false],
  ["says that it takes MP3 and then brings nothing", decoderThat(yes, done, 0), false],
])("a decoder that %s", async (_, AudioDecoder, expected) => {
  vi.stubGlobal("EncodedAudioChunk", class {});
  const known = await askDecoder(detectCapabilities({ AudioDecoder }));
  expect(known.mp3AudioDecoder).toBe(expected ? AudioDecoder : undefined);
});

test("a browser that throws when it is asked about MP3 doesn't stream it", () => {
  const MediaSource = Object.assign(() => undefined, {
    isTypeSupported: () => {
      throw new TypeError("no");
    },
  });
  expect(detectCapabilities({ MediaSource }).mp3MediaSource).toBeUndefined();
});

test.each<[string, object, unknown]>([
  ["neither", {}, undefined],
  ["a MediaSource that takes MP3", { MediaSource: Taking }, Taking],
  ["a MediaSource that refuses MP3", { MediaSource: Refusing }, undefined],
  ["only a ManagedMediaSource", { ManagedMediaSource: Taking }, Taking],
  [
    "a refusing MediaSource beside a taking ManagedMediaSource",
    { MediaSource: Refusing, ManagedMediaSource: Taking },
    Taking,
  ],
  ["something else by that name", { MediaSource: 1 }, undefined],
])("a browser with %s", (_, browser, expected) => {
  expect(detectCapabilities(browser).mp3MediaSource).toBe(expected);
});

test.each<[AudioFormat, string, string]>([
  [{ codec: "mp3" }, "audio/mpeg", "mp3"],
  [{ codec: "wav" }, "audio/wav", "wav"],
  [{ codec: "pcm_s16le", sampleRate: 8_000, channels: 2 }, "audio/pcm;rate=8000;channels=2", "pcm"],
  [{ codec: "pcm_mulaw", sampleRate: 8_000, channels: 1 }, "audio/basic;rate=8000;channels=1", "ulaw"],
  [{ codec: "other", mediaType: "audio/aac" }, "audio/aac", "aac"],
  [{ codec: "other", mediaType: "audio/x-something-long" }, "audio/x-something-long", "audio"],
])("%o is stored as %s with the ending %s", (format, mediaType, extension) => {
  expect([mediaTypeOf(format), fileExtensionOf(format)]).toEqual([mediaType, extension]);
});
