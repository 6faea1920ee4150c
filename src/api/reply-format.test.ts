import { expect, test } from "vitest";
import type { AudioFormat } from "../audio/base/format.ts";
import { judgeReply, type ReplyStart, type Verdict } from "./reply-format.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const zeros = (length: number): number[] => Array<number>(length).fill(0);
const mp3Frame = Uint8Array.from([0xff, 0xf3, 0x80, 0xc0, ...zeros(12)]);
const id3 = Uint8Array.from([...encode("ID3"), 4, ...zeros(12)]);
const wav = Uint8Array.from([...encode("RIFF"), 1, 2, 3, 4, ...encode("WAVEfmt ")]);
const silence = Uint8Array.from(zeros(16));
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
    Uint8Array.of(...encode("error: "), 0xc4, 0xe3, 0xba, 0xc3, 0xa3),
    pcm,
    notAudio,
  ],
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
