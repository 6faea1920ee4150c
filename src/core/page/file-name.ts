import { ownRecordingEnd } from "../../contract/own-recordings.ts";

/** The most characters of the script that go into a file's name. */
const longestExcerpt = 40;
/** The most that go into it of the voices' names, in UTF-16 units. */
const longestVoices = 60;

// Characters that some file system or shell refuses, and those that change how the rest of a name is read.
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\\/:*?"<>|]+/gu;

/**
 * The name of a download: the voices and the script's first words, such as `Autumn The night train leaves.mp3`. Safe
 * on every file system; letters of every script are kept.
 *
 * @param voices voice names or the address of a reference recording.
 * @param ending such as `.mp3`; empty for a name without one.
 * @param emotion what was mixed, such as `happy 0.8`: it tells two takes of one recording apart.
 */
export function fileNameOf(voices: readonly string[], text: string, ending: string, emotion = ""): string {
  const speakers = clean(voices.map(voiceName).join(", ").slice(0, longestVoices));
  const stem = [speakers, emotion, excerpt(text)].filter((part) => part !== "").join(" ");
  return `${stem === "" ? "speech" : stem}${ending}`;
}

function voiceName(voice: string): string {
  // Of an address only the file's name: the rest may hold a signature that must not travel with the sound.
  const last = /^https?:\/\//i.test(voice) ? (voice.split(/[?#]/, 1)[0]?.split("/").at(-1) ?? "") : voice;
  // So does the name of one's own recording, until its hour is over.
  if (ownRecordingEnd(voice) !== undefined) return "own";
  return clean(last.replace(/\.(?:mp3|wav)$/i, ""));
}

function excerpt(text: string): string {
  const words = clean(text.slice(0, longestExcerpt * 8));
  const characters = Array.from(words);
  if (characters.length <= longestExcerpt) return words;
  const cut = characters.slice(0, longestExcerpt).join("");
  const space = cut.lastIndexOf(" ");
  return clean(space > longestExcerpt / 3 ? cut.slice(0, space) : cut);
}

/** Without unsafe characters, and without dots and spaces at the ends, which Windows drops. */
function clean(text: string): string {
  return text
    .replace(unsafe, " ")
    .replace(/\s+/gu, " ")
    .replace(/^[\s.]+|[\s.,;:!?，。；：！？、…]+$/gu, "");
}
