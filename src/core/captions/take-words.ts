import { formatSrt, formatVtt, sentenceCues, wordCues } from "../../contract/captions.ts";
import { parseProgress, type Timestamps } from "../../contract/timestamps.ts";
import { fileNameOf } from "../page/file-name.ts";
import { emotionInName } from "../takes/emotion-values.ts";
import { type Take, voicesOf } from "../takes/take.ts";
import { captionWordsOf } from "../text/caption-words.ts";
import type { Pronunciations } from "../text/pronunciations.ts";
import { deriveWords, type Words } from "../text/words.ts";
import { writtenTimings } from "../text/written-timings.ts";

/** What is known of a take's words. */
export interface TakeWords {
  readonly timestamps: Timestamps;
  /** Undefined where what came holds no times that can be read. */
  readonly words: Words | undefined;
  /** Seconds of sound; undefined while more may come. */
  readonly duration: number | undefined;
}

/**
 * Reads a take's times and finds its words in the script. Undefined while nothing came about words.
 *
 * @param documents what came, as `Take.timestamps` holds it
 * @param duration seconds of sound, where all of it is there
 * @param pronunciations words of the script for which others were sent: the times become those of the script's own
 */
export function readTakeWords(
  script: string,
  documents: readonly unknown[],
  duration: number | undefined,
  pronunciations: Pronunciations = [],
): TakeWords | undefined {
  if (documents.length === 0) return undefined;
  const told = parseProgress(documents, duration);
  const timestamps = { ...told, timings: writtenTimings(script, pronunciations, told.timings) };
  return { timestamps, words: deriveWords(script, timestamps), duration };
}

/** The ways in which a take's times can be saved; captions only where there are times. */
export const captionFormats = ["srt", "vtt", "json"] as const;
export type CaptionFormat = (typeof captionFormats)[number];

const mediaTypes: Readonly<Record<CaptionFormat, string>> = {
  srt: "application/x-subrip",
  vtt: "text/vtt",
  json: "application/json",
};

/**
 * A file of a take's times, named like its sound. Undefined for captions of what holds no times.
 *
 * @param given the name that a person gave the take.
 */
export function captionFile(
  take: Pick<Take, "voice" | "voices" | "text" | "emotion">,
  { timestamps, words, duration }: TakeWords,
  format: CaptionFormat,
  given = "",
): { readonly name: string; readonly blob: Blob } | undefined {
  const content = contentOf(format, { timestamps, words, duration });
  if (content === undefined) return undefined;
  const name = fileNameOf(voicesOf(take), given || take.text, `.${format}`, emotionInName(take.emotion));
  return { name, blob: new Blob([content], { type: mediaTypes[format] }) };
}

function contentOf(format: CaptionFormat, { timestamps, words, duration }: TakeWords): string | undefined {
  if (format === "json")
    return `${JSON.stringify(words === undefined ? timestamps.raw : inSeconds(timestamps), null, 2)}\n`;
  if (words === undefined) return undefined;
  // What isn't known to be words may be sentences: those are never put together.
  const cuesOf = words.granularity === "word" ? wordCues : sentenceCues;
  const cues = cuesOf(captionWordsOf(words), duration);
  return format === "srt" ? formatSrt(cues) : formatVtt(cues);
}

/** The times in one shape, whatever shape they came in. */
function inSeconds({ granularity, timings }: Timestamps) {
  const name = granularity === "unknown" ? "text" : granularity;
  return {
    granularity,
    unit: "seconds",
    timestamps: timings.map(({ text, start, end, textOffset }) => ({
      [name]: text,
      start,
      end,
      ...(textOffset === undefined ? {} : { text_offset: textOffset }),
    })),
  };
}
