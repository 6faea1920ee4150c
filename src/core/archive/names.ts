import { fileNameOf } from "../page/file-name.ts";
import { emotionInName } from "../takes/emotion-values.ts";
import { type TakeRow, voicesOf } from "../takes/take.ts";

/** The longest name of a folder in bytes of UTF-8: with a path around it, Windows takes no more than 260 characters. */
const longestFolder = 96;

/**
 * The name of a take's folder: its number, so that no two are alike and none is a name that a system keeps for itself,
 * the voice and the first words.
 */
export function folderNameOf(row: TakeRow, number: number): string {
  const { emotion, name, excerpt } = row;
  const stem = fileNameOf(voicesOf(row), name || excerpt, "", emotionInName(emotion)).normalize("NFC");
  return cut(`${String(number).padStart(4, "0")} ${stem}`);
}

/** The name of a file with takes: what it holds, and the day and minute on which it was made. */
export function exportName(stem: string, extension: string, made: Date): string {
  const pad = (value: number) => String(value).padStart(2, "0");
  const day = `${made.getFullYear()}-${pad(made.getMonth() + 1)}-${pad(made.getDate())}`;
  return `${stem} ${day} ${pad(made.getHours())}.${pad(made.getMinutes())}.${extension}`;
}

function cut(text: string): string {
  const encoder = new TextEncoder();
  let length = 0;
  let kept = "";
  for (const character of text) {
    length += encoder.encode(character).length;
    if (length > longestFolder) break;
    kept += character;
  }
  return kept.replace(/[\s.,]+$/u, "");
}
