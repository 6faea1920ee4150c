import { withHeader } from "../operations.ts";
import { any, sent, sounds, where } from "../places.ts";
import type { Asked } from "../recording.ts";
import { has, ignored, isLacking, type Mutation, mutation, sameBut, swapped, unseen } from "./mutation.ts";

/** What an English voice says that is given Chinese: the name of each sign. No check asks for it. */
export const chineseSpeltOut = {
  model: "cloud-tts",
  input: `${"Chinese letter ".repeat(8)}.`,
  voice: "en-US-AriaNeural",
};

const speaks = any(sounds["Model A"], sounds["Model B, speech"], sounds["Model B, stream"]);
const voices = [
  "Mei",
  "Lian",
  "Ting",
  "Jing",
  "Wei",
  "Jian",
  "Hao",
  "Sheng",
  "Autumn",
  "Melody",
  "Hannah",
  "Emily",
  "Ivy",
  "Kaitlyn",
  "Luna",
  "Willow",
  "Lauren",
  "Sierra",
  "Noah",
  "Jasper",
  "Caleb",
  "Ronan",
  "Ethan",
  "Daniel",
  "Zane",
];
const voiceOf = (asked: Asked) => String(sent(asked, "voice"));
const speechB = sounds["Model B, speech"];

/** Fields and voices without an effect, or with another. */
export const effectMutations: readonly Mutation[] = [
  swapped(
    "voices: every one the next",
    speechB,
    (each, mine) =>
      sameBut(each, mine, "voice") && voiceOf(each) === voices[(voices.indexOf(voiceOf(mine)) + 1) % voices.length],
    "2.3/b-voice-",
  ),
  swapped(
    "voices: every one the first of its language",
    speechB,
    (each, mine) => sameBut(each, mine, "voice") && ["Mei", "Autumn"].includes(voiceOf(each)),
    "2.3/b-voice-",
  ),
  swapped(
    "voices: men for women, and women for men",
    speechB,
    (each, mine) =>
      sameBut(each, mine, "voice") &&
      (["Mei", "Lian"].includes(voiceOf(mine))
        ? voiceOf(each) === "Wei"
        : voiceOf(mine) === "Autumn"
          ? voiceOf(each) === "Noah"
          : false),
    "2.3/b-voice-",
  ),
  swapped(
    "voices: Model A has one",
    sounds["Model A"],
    (each, mine) => sameBut(each, mine, "voice") && voiceOf(each) === "en-US-AriaNeural",
    "2.1/a-voices-differ",
  ),
  swapped(
    "voices: the language of another",
    where(sounds["Model A"], (asked) => voiceOf(asked).startsWith("zh-")),
    (each) => sent(each, "input") === chineseSpeltOut.input && voiceOf(each) === chineseSpeltOut.voice,
    "2.1/a-voice-languages",
  ),
  mutation(
    "voices: of Model A said to be of another language",
    where(sounds["Model A"], (asked) => voiceOf(asked).startsWith("zh-")),
    withHeader("content-language", "en-US"),
    "2.1/a-voice-languages",
  ),
  mutation(
    "voices: of Model B said to be of another language",
    speechB,
    withHeader("content-language", "fr"),
    "2.3/b-voice-",
  ),
  ignored("Model B's Speed", speechB, ["Speed"], "2.3/b-speed"),
  ignored("Model B's Pitch", speechB, ["Pitch"], "2.3/b-pitch"),
  ignored("Model B's Bitrate", speechB, ["Bitrate"], "2.3/b-bitrate"),
  ignored("Model A's speed", sounds["Model A"], ["speed"], "2.2/a-speed"),
  ignored("Model A's volume", sounds["Model A"], ["volume"], "2.2/a-volume"),
  ignored("Model A's pitch", sounds["Model A"], ["pitch"], "2.2/a-pitch"),
  ignored("the frame's fields", sounds["the WebSocket"], ["Bitrate", "Speed", "Pitch"], "4/socket-fields"),
  ignored(
    "Model B's Codec",
    any(sounds["Model B, PCM"], sounds["Model B, mu-law"]),
    ["Codec", "codec"],
    "2.3/b-codec-",
  ),
  swapped(
    "Model B's Speed the other way round",
    speechB,
    (each, mine) =>
      typeof sent(mine, "Speed") === "number" &&
      sameBut(each, mine, "Speed") &&
      sent(each, "Speed") === -Number(sent(mine, "Speed")),
    "2.3/b-speed",
  ),
  swapped(
    "Model A's pitch the other way round",
    sounds["Model A"],
    (each, mine) =>
      typeof sent(mine, "pitch") === "number" &&
      sameBut(each, mine, "pitch") &&
      sent(each, "pitch") === -Number(sent(mine, "pitch")),
    "2.2/a-pitch",
  ),
  swapped(
    "capitalised names without an effect",
    where(speechB, has("Text")),
    (each) =>
      sent(each, "input") === "Good morning, dear listeners." &&
      voiceOf(each) === "Autumn" &&
      isLacking(each, "Speed", "Pitch", "Bitrate", "stream"),
    "2.3/b-capitalised",
  ),
  swapped(
    "mu-law as 16-bit samples",
    sounds["Model B, mu-law"],
    (each, mine) => sameBut(each, mine, "codec", "Codec") && sent(each, "Codec") === "pcm_s16le",
    "2.3/b-codec-mulaw",
  ),
  unseen(
    swapped(
      "another text is spoken",
      where(speaks, (asked) => sent(asked, "input") === "Good morning, dear listeners."),
      (each, mine) => sameBut(each, mine, "input") && sent(each, "input") === "OK, hello.",
      "2.3/b-speech",
    ),
    "What is said isn't understood, only measured: a text of about the same length can't be told from the right one.",
  ),
  mutation(
    "an upstream address beside the sound",
    speechB,
    withHeader("location", "https://upstream.example/sound.mp3"),
    "2.3/b-speech",
  ),
];
