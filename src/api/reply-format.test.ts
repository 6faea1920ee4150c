import { describe, expect, test } from "vitest";
import type { AudioFormat } from "../audio/base/format.ts";
import { judgeReply, type ReplyStart, type Verdict } from "./reply-format.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const zeros = (length: number): number[] => Array<number>(length).fill(0);
const mp3Frame = Uint8Array.from([0xff, 0xf3, 0x80, 0xc0, ...zeros(12)]);
const id3 = Uint8Array.from([...encode("ID3"), 4, ...zeros(12)]);
const wav = Uint8Array.from([...encode("RIFF"), 1, 2, 3, 4, ...encode("WAVEfmt ")]);
const silence = Uint8Array.from(zeros(16));
const mulawSilence = new Uint8Array(16).fill(0xff);
/** A rising half-wave in mu-law. */
const slope = Array.from({ length: 32 }, (_, at) => 0xf8 - at);
const png = Uint8Array.of(0x89, ...encode("PNG\r\n"), 0x1a, 10, 0, 0, 0, 13, ...encode("IHDR"));
const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, ...encode("JFIF"), 0, 1, 1, 1);
const pcm: AudioFormat = { codec: "pcm_s16le", sampleRate: 24_000, channels: 1 };
const mulaw: AudioFormat = { codec: "pcm_mulaw", sampleRate: 8_000, channels: 1 };

const audio = (format: AudioFormat): Verdict => ({ kind: "audio", format });
const mp3: Verdict = audio({ codec: "mp3" });
const mislabelled = (format: AudioFormat): Verdict => ({ kind: "audio", format, mislabelled: true });
const notAudio: Verdict = { kind: "not_audio" };
const undecided: Verdict = { kind: "undecided" };

test.each<[string, string | undefined, Uint8Array, AudioFormat | undefined, Verdict]>([
  ["MP3 under its type", "audio/mpeg", mp3Frame, { codec: "mp3" }, mp3],
  ["MP3 under an unusual spelling of its type", "Audio/MP3; charset=binary", mp3Frame, undefined, mp3],
  ["MP3 that begins with padding", "audio/mpeg", silence, undefined, mp3],
  ["MP3 with a tag and no telling type", "application/octet-stream", id3, undefined, mp3],
  ["MP3 without any type", undefined, mp3Frame, undefined, mp3],
  ["MP3 with an empty type", "", mp3Frame, undefined, mp3],
  ["WAV under its type", "audio/x-wav", wav, { codec: "wav" }, audio({ codec: "wav" })],
  ["WAV without a type", undefined, wav, { codec: "mp3" }, audio({ codec: "wav" })],
  ["WAV that is called MP3", "audio/mpeg", wav, { codec: "mp3" }, audio({ codec: "wav" })],
  ["WAV where samples were asked for", "application/octet-stream", wav, pcm, audio({ codec: "wav" })],
  ["samples without a type, as asked for", "application/octet-stream", silence, pcm, audio(pcm)],
  ["samples that look like a frame, as asked for", undefined, mp3Frame, pcm, audio(pcm)],
  ["samples that nobody asked for and nothing tells", undefined, silence, { codec: "mp3" }, notAudio],
  ["samples with their rate", "audio/pcm;rate=16000", silence, pcm, audio({ ...pcm, sampleRate: 16_000 })],
  ["samples with a senseless rate", "audio/pcm; rate=-1", silence, pcm, audio({ ...pcm, rateAssumed: true })],
  [
    "samples of a rate that no browser plays",
    "audio/pcm;rate=22050000",
    silence,
    pcm,
    audio({ ...pcm, rateAssumed: true }),
  ],
  ["samples of more channels than that", "audio/pcm;rate=24000;channels=33", silence, undefined, audio(pcm)],
  ["MP3 under the name of a method", "constructor", mp3Frame, undefined, mislabelled({ codec: "mp3" })],
  [
    "samples of a rate that nobody names",
    "audio/pcm",
    silence,
    undefined,
    audio({ ...pcm, sampleRate: 22_050, rateAssumed: true }),
  ],
  [
    "samples whose rate the type tells, where another was expected",
    "audio/pcm;rate=8000",
    silence,
    { ...pcm, rateAssumed: true },
    audio({ ...pcm, sampleRate: 8_000 }),
  ],
  [
    "mu-law with rate and channels",
    "audio/basic; rate=8000; channels=2",
    silence,
    undefined,
    audio({ codec: "pcm_mulaw", sampleRate: 8_000, channels: 2 }),
  ],
  [
    "mu-law that is called pcm, as asked for",
    "audio/pcm",
    silence,
    { codec: "pcm_mulaw", sampleRate: 8_000, channels: 1 },
    audio({ codec: "pcm_mulaw", sampleRate: 8_000, channels: 1, rateAssumed: true }),
  ],
  ["mu-law that is called raw, as asked for", "audio/raw;rate=8000", silence, mulaw, audio(mulaw)],
  ["mu-law that is called mulaw", "audio/mulaw;rate=8000", silence, undefined, audio(mulaw)],
  ["mu-law that is called x-mulaw where 16 bits were expected", "audio/x-mulaw;rate=8000", silence, pcm, audio(mulaw)],
  ["samples that are called L16", "audio/L16;rate=24000;channels=1", silence, undefined, audio(pcm)],
  ["samples that are called L16 where mu-law was expected", "audio/x-l16;rate=24000", silence, mulaw, audio(pcm)],
  ["A-law, which nobody reads", "audio/pcma", silence, pcm, audio({ codec: "other", mediaType: "audio/pcma" })],
  ["MP3 where samples were asked for", "audio/mpeg", mp3Frame, pcm, mp3],
  ["Ogg", "audio/ogg", encode("OggS............"), undefined, audio({ codec: "ogg" })],
  ["Ogg by an older name", "audio/x-ogg", silence, undefined, audio({ codec: "ogg" })],
  ["FLAC without a type", undefined, encode("fLaC............"), undefined, audio({ codec: "flac" })],
  ["audio of another kind", "audio/aac", silence, undefined, audio({ codec: "other", mediaType: "audio/aac" })],
  ["JSON", "application/json", encode('{"error":{"message":"no"}}'), { codec: "mp3" }, notAudio],
  ["MP3 that is called JSON", "application/json", mp3Frame, { codec: "mp3" }, mislabelled({ codec: "mp3" })],
  ["MP3 that is called text", "text/plain", id3, undefined, mislabelled({ codec: "mp3" })],
  ["WAV that is called HTML", "text/html; charset=utf-8", wav, undefined, mislabelled({ codec: "wav" })],
  ["samples that are called JSON, as asked for", "application/json", silence, pcm, mislabelled(pcm)],
  [
    "text where samples were asked for",
    "text/plain; charset=gbk",
    Uint8Array.of(...encode("error: ".repeat(9)), 0xc4, 0xe3, 0xba, 0xc3, 0xa3),
    pcm,
    notAudio,
  ],
  ["MP3 that is called a film", "video/mpeg", id3, undefined, mislabelled({ codec: "mp3" })],
  ["MP3 without a tag that is called a film", "video/mpeg", mp3Frame, undefined, mislabelled({ codec: "mp3" })],
  ["MP3 that is called a picture", "image/png", id3, undefined, mislabelled({ codec: "mp3" })],
  ["a film in a container of sound", "video/mp4", Uint8Array.of(0, 0, 0, 24, ...encode("ftypisom")), pcm, notAudio],
  ["a film in Ogg", "video/ogg", encode("OggS............"), pcm, notAudio],
  ["a picture in a container of sound", "image/avif", Uint8Array.of(0, 0, 0, 24, ...encode("ftypavif")), pcm, notAudio],
  ["a picture where samples were asked for", "image/png", png, pcm, notAudio],
  ["a photograph where samples were asked for", "image/jpeg", jpeg, pcm, notAudio],
  [
    "mu-law that begins with its silence and is called JSON",
    "application/json",
    mulawSilence,
    mulaw,
    mislabelled(mulaw),
  ],
  ["mu-law that begins with its silence", "application/octet-stream", mulawSilence, mulaw, audio(mulaw)],
  ["samples that begin as JSON does", undefined, Uint8Array.of(...encode('{"text"'), ...silence), pcm, audio(pcm)],
  [
    "mu-law that begins as JSON does",
    undefined,
    Uint8Array.of(...encode("[]^enp~"), ...slope, ...slope),
    mulaw,
    audio(mulaw),
  ],
  ["mu-law a little off zero", "application/octet-stream", new Uint8Array(512).fill(0x7c), mulaw, audio(mulaw)],
  [
    "samples that are called text, whose first bytes could be one",
    "text/plain",
    Uint8Array.of(...encode("A late start"), ...silence),
    pcm,
    mislabelled(pcm),
  ],
  ["a few bytes that could be a text's or samples", undefined, encode("A late start "), pcm, undecided],
  ["a few bytes under a type that could be a text's", "audio/mpeg", encode("A late start "), undefined, undecided],
  ["a line of text where samples were asked for", undefined, encode("Service unavailable. ".repeat(4)), pcm, notAudio],
  ["Chinese where samples were asked for", "audio/pcm", encode("服务不可用请稍后再试".repeat(3)), mulaw, notAudio],
  ["Chinese that is cut within a character", undefined, encode("服务不可用".repeat(9)).slice(0, 70), mulaw, notAudio],
  ["text about tags", "text/plain", encode("ID3 tags can't be read."), undefined, notAudio],
  ["text", "text/plain", encode("Service unavailable"), undefined, notAudio],
  [
    "MPEG-4 audio that is called JSON",
    "application/json",
    Uint8Array.of(0, 0, 0, 24, ...encode("ftypM4A ")),
    undefined,
    mislabelled({ codec: "other", mediaType: "audio/mp4" }),
  ],
  ["HTML", "text/html; charset=utf-8", encode("<!doctype html><p>no"), undefined, notAudio],
  ["a picture", "image/png", silence, undefined, notAudio],
  ["JSON that is called audio", "audio/mpeg", encode('\n {"detail":"no"}'), { codec: "mp3" }, notAudio],
  ["HTML that is called audio", "audio/wav", encode("<html><body>no</body>"), undefined, notAudio],
  ["JSON behind a byte order mark", "audio/mpeg", encode('\ufeff{"error":"no"}'), undefined, notAudio],
  ["JSON without a type", undefined, encode('{"error":"no such voice"}'), pcm, notAudio],
  ["text without a type", undefined, encode("Service unavailable"), { codec: "mp3" }, notAudio],
  ["too few bytes under a type", "audio/mpeg", mp3Frame.slice(0, 3), undefined, undecided],
  ["too few bytes without a type", undefined, wav.slice(0, 11), undefined, undecided],
  ["no bytes yet", "audio/mpeg", silence.slice(0, 0), undefined, undecided],
  ["too few bytes of JSON by its type", "application/json", encode("{"), undefined, undecided],
])("%s", (_, contentType, bytes, expected, verdict) => {
  expect(judgeReply({ contentType, bytes, whole: false, expected })).toEqual(verdict);
});

test.each<[string, Omit<ReplyStart, "whole" | "expected">, Verdict]>([
  ["a frame's head", { contentType: undefined, bytes: mp3Frame.slice(0, 4) }, mp3],
  ["half a frame's head", { contentType: undefined, bytes: mp3Frame.slice(0, 2) }, notAudio],
  ["a few bytes under a type", { contentType: "audio/mpeg", bytes: Uint8Array.of(1) }, mp3],
  ["half a RIFF header", { contentType: undefined, bytes: wav.slice(0, 8) }, notAudio],
  ["an empty object", { contentType: "audio/mpeg", bytes: encode("{}") }, notAudio],
])("%s is judged when nothing more comes", (_, start, verdict) => {
  expect(judgeReply({ ...start, whole: true, expected: undefined })).toEqual(verdict);
});

describe("text in the place of sound is none, whatever was asked for and whatever the type says", () => {
  test.each([
    "Service unavailable, try again later",
    "<p>Bad gateway</p>",
    "  <center>502 Bad Gateway</center>",
    '"quota exceeded"',
    "null",
    'data: {"error":1}\n\n',
    `${" ".repeat(23)}{"error":1}`,
    "服务暂时不可用",
  ])("%s", (text) => {
    for (const contentType of [undefined, "application/octet-stream", "audio/pcm", "audio/mpeg", "audio/wav"]) {
      for (const expected of [pcm, mulaw]) {
        expect(judgeReply({ contentType, bytes: encode(text), whole: true, expected })).toEqual(notAudio);
      }
    }
  });
});

describe("a document is none, in whatever charset it is and whatever its type says", () => {
  const windows1251 = (text: string) =>
    Uint8Array.from(text, (letter) => letter.charCodeAt(0) - (letter < "\x80" ? 0 : 0x410 - 0xc0));
  test.each<[string, Uint8Array]>([
    ["JSON in windows-1251", windows1251('{"error":{"message":"Квота исчерпана, подписка закончилась сегодня"}}')],
    ["HTML in windows-1251", windows1251("<html><head><title>Сегодня ведутся работы</title></head></html>")],
    ["HTML in ISO-2022-JP", encode("<html><head><title>\x1b$B%(%i\x1b(B</title></head></html>")],
    [
      "JSON whose first key is Chinese, in GBK",
      Uint8Array.of(...encode('{"'), 0xb4, 0xed, 0xce, 0xf3, ...encode('":1}')),
    ],
    ["JSON that holds a control character", encode('{"error":"upstream \x7f"}')],
    ["JSON that ends in NUL", encode('{"error":"quota exceeded"}\0')],
  ])("%s", (_, bytes) => {
    const types = [undefined, "application/octet-stream", "application/json", "text/html", "audio/pcm", "audio/mpeg"];
    for (const contentType of types) {
      for (const expected of [pcm, mulaw, undefined]) {
        expect(judgeReply({ contentType, bytes, whole: true, expected })).toEqual(notAudio);
      }
    }
  });
});

describe("samples and text are told apart", () => {
  const random = numbersFrom(1);
  /** Of speech: silence first or none, then voiced sound with some noise. */
  const speech = (length: number): number[] => {
    const [pitch, loudness, noise] = [60 + random() * 300, random() ** 2, random() * 0.05];
    const [quiet, phase] = [random() < 0.5 ? random() * 600 : 0, random() * 7];
    return Array.from({ length }, (_, at) => {
      const voice = Math.sin((at * 2 * Math.PI * pitch) / 8_000 + phase) * loudness * 0.7;
      return (at < quiet ? 0 : voice) + (random() - 0.5) * noise * (random() < 0.5 ? 1 : 0);
    });
  };
  const pcmOf = (samples: readonly number[]) =>
    new Uint8Array(Int16Array.from(samples, (sample) => Math.max(-1, Math.min(1, sample)) * 32_767).buffer);

  test.each([64, 160, 512, 1_200])("samples of speech or silence in pieces of %i bytes are sound", (size) => {
    let [judged, heard] = [0, 0];
    for (let round = 0; round < 1_000; round++) {
      const sound = speech(size);
      for (const [bytes, expected] of [
        [pcmOf(sound), pcm],
        [Uint8Array.from(sound, toMulaw), mulaw],
      ] as const) {
        for (const contentType of [undefined, "audio/pcm"]) {
          judged += 1;
          const verdict = judgeReply({ contentType, bytes: bytes.slice(0, size), whole: false, expected });
          if (verdict.kind === "audio") heard += 1;
        }
      }
    }
    expect(heard).toBe(judged);
  });

  test("random bytes are sound, and printable text never is", () => {
    for (let round = 0; round < 500; round++) {
      const length = 64 + Math.floor(random() * 500);
      const bytes = Uint8Array.from({ length }, () => random() * 256);
      expect(judgeReply({ contentType: undefined, bytes, whole: false, expected: pcm }).kind).toBe("audio");
      const letters = Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]);
      const text = encode(`Error: ${letters.join("")}`);
      for (const expected of [pcm, mulaw]) {
        const whole = random() < 0.5;
        expect(judgeReply({ contentType: undefined, bytes: text, whole, expected })).toEqual(notAudio);
        expect(judgeReply({ contentType: "text/plain", bytes: text, whole, expected })).toEqual(notAudio);
      }
    }
  });
});

const alphabet = [..."etaoin shrdlu ETAOIN, 0123456789.:;\n\t\"'{}[]<>/\\äöüßéñ語音合成错误сервер😀"];

/** Numbers from 0 to 1 that look random and are the same each time. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 0x7fff_ffff;
    return state / 0x7fff_ffff;
  };
}

/** G.711: a sign, the power of two and four bits behind it, inverted. */
function toMulaw(sample: number): number {
  const size = Math.min(32_635, Math.round(Math.abs(sample) * 32_767)) + 0x84;
  const exponent = Math.floor(Math.log2(size)) - 7;
  const sign = Math.round(sample * 32_767) < 0 ? 0x80 : 0;
  return ~(sign | (exponent << 4) | ((size >> (exponent + 3)) & 15)) & 0xff;
}
