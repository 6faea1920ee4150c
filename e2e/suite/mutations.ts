import type { Expectation } from "../../src/contract/checks/expectation.ts";
import {
  anyBytes,
  anySound,
  type Bytes,
  joined,
  type Mutation,
  onHttp,
  onJson,
  onSocket,
  onTimes,
  otherGranularity,
  renamed,
  sounding,
  spoken,
  taken,
  withBytes,
  withError,
  without,
} from "./distort.ts";

/** Sound of other kinds, for answers that are to be something else than they should. */
export interface OtherSounds {
  readonly mp3: Bytes;
  /** MP3 at 16 kbit/s. */
  readonly lowMp3: Bytes;
  readonly wav: Bytes;
}

/**
 * The ways to be wrong that must turn an expectation red, at least one of them. Every kind of expectation has its own, so that
 * no check is left that can't fail.
 */
export function mutationsFor(expectation: Expectation, sounds: OtherSounds): readonly Mutation[] {
  switch (expectation.kind) {
    case "status":
      return [
        onHttp("another status", (http) => {
          const { least, most } = expectation;
          if (least >= 400 && most > least) return sounding(http, 200, sounds.mp3, "audio/mpeg");
          return { ...http, answer: { ...http.answer, status: most + 1 } };
        }),
        { name: "a WebSocket is taken", distort: taken },
      ];
    case "error":
      return [onJson("another error", (body) => withError(body, expectation.field))];
    case "codec":
      return [
        anySound("WAV in place of another sound", sounds.wav),
        anySound("MP3 in place of another sound", sounds.mp3),
      ];
    case "figure":
      return figureMutations(expectation, sounds);
    case "compared":
      return [
        anySound("always the same sound", sounds.mp3),
        anyBytes("a sound that is cut short", (bytes) => bytes.slice(0, Math.ceil(bytes.length / 8))),
        anyBytes("a sound that is three times as long", (bytes) => joined([bytes, bytes, bytes])),
      ];
    case "times":
      return [
        onTimes("times in the wrong order", (entries) => entries.toReversed()),
        onTimes("sentences for words, and words for sentences", (entries) => entries.map(renamed), otherGranularity),
        onTimes("no times", () => []),
      ];
    case "script":
      return [onTimes("the words of another text", (entries) => entries.map((entry) => ({ ...entry, word: "x" })))];
    case "task":
      return [
        onJson("a task that ends otherwise", (body) => ({
          ...body,
          status: otherEnds[String(body["status"])] ?? body["status"],
        })),
      ];
    case "header":
      return [
        onHttp(`without ${expectation.name}`, (http) => ({
          ...http,
          answer: {
            ...http.answer,
            headers:
              expectation.absent === true
                ? [...http.answer.headers, [expectation.name, "https://upstream.example/sound.mp3"]]
                : http.answer.headers.filter(([name]) => name !== expectation.name),
          },
        })),
      ];
    case "json":
      return [
        onJson(`${expectation.path} is missing, or there`, (body) =>
          expectation.absent === true
            ? { ...body, [expectation.path]: "https://upstream.example/" }
            : without(body, expectation.path.split(".")),
        ),
        onHttp("no JSON", (http) => withBytes(http, new TextEncoder().encode("<html>Oops</html>"), "text/html")),
      ];
    case "frames":
      return [
        onSocket("frames in another order", ({ frames, ...rest }) => ({ ...rest, frames: frames.toReversed() })),
        onSocket("sound in place of a refusal", spoken),
        onSocket("closed without a word", (conversation) => ({ ...conversation, frames: [] })),
      ];
    case "part":
      return [anyBytes("a part from one byte on", (bytes) => joined([bytes.slice(1), bytes.slice(0, 1)]))];
  }
}

const otherEnds: Readonly<Record<string, string>> = { completed: "failed", failed: "completed" };

function figureMutations(
  { of, least, most }: Expectation & { readonly kind: "figure" },
  sounds: OtherSounds,
): readonly Mutation[] {
  switch (of) {
    case "close_code":
      return [
        onSocket("closed otherwise", (conversation) => ({ ...conversation, close: { code: 1_006, reason: "" } })),
      ];
    case "words":
      return [
        onTimes("more times than there should be", (entries) => [...entries, ...entries, ...entries]),
        onTimes("no times", () => []),
      ];
    case "bitrate":
      return [anySound("another bitrate", sounds.lowMp3), anySound("another bitrate", sounds.mp3)];
    case "bytes":
      return [
        anyBytes("one byte more", (bytes) => joined([bytes, Uint8Array.of(0)])),
        anyBytes("next to nothing", (bytes) => bytes.slice(0, 1)),
      ];
    default:
      return [
        anyBytes(`${of} outside of ${least} and ${most}`, (bytes) => bytes.slice(0, 600)),
        anyBytes("no sound", () => new Uint8Array()),
      ];
  }
}
