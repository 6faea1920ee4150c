import type { Observation } from "../../conformance/checks/observation.ts";
import { parseProgress } from "../../contract/timestamps.ts";
import { answerOfTake } from "../../core/exchanges/answer.ts";
import type { SoundMeasures } from "../../core/takes/measure-take.ts";
import type { TakeDetails, TakeRow } from "../../core/takes/take.ts";

/** What is known of a take, as something that could be expected again. */
export function observeTake(row: TakeRow, details: TakeDetails, measures?: SoundMeasures): Observation {
  const { facts, format, times, transport } = row;
  const answer = answerOfTake(row, details);
  const documents = [...details.words, ...(details.timestamps === undefined ? [] : [details.timestamps])];
  const words = documents.length === 0 ? undefined : parseProgress(documents, facts?.duration);
  const closed = details.log.entries.find(({ type }) => type === "closed");
  return {
    // A WebSocket's status stays with the browser.
    status: transport === "websocket" ? undefined : answer.status,
    headers: answer.headers,
    error: answer.error,
    codec: format === undefined ? undefined : format.codec === "other" ? format.mediaType : format.codec,
    figures: {
      bytes: facts?.bytes,
      duration: facts?.duration ?? measures?.duration,
      sample_rate: facts?.sampleRate,
      channels: facts?.channels,
      bitrate: facts?.bitrate,
      first_byte: times.firstAudio,
      end: times.ended,
      leading_silence: measures?.leadingSilence,
      trailing_silence: measures?.trailingSilence,
      loudness: measures?.loudness,
      peak: measures?.peak,
      word_errors: row.heard?.errors,
      words: words === undefined || words.timings.length === 0 ? undefined : words.timings.length,
      // The code of the playground's server is none of the service's.
      close_code:
        typeof closed?.["code"] === "number" && closed["playground"] === undefined ? closed["code"] : undefined,
    },
    ...(words === undefined ? {} : { timings: words.timings, granularity: words.granularity }),
    script: details.form.text,
    task: row.task?.status,
    // What an earlier version didn't keep isn't known.
    frames: transport === "websocket" && details.log.dropped === 0 ? framesOf(details) : undefined,
  };
}

/** The frames that came, by the letters of the expectation `frames`. */
function framesOf({ log }: TakeDetails): string {
  return log.entries
    .filter(({ type, direction }) => type === "frame" && direction === "received")
    .map(({ kind, text, is, count = 1 }) => {
      const letter = kind === "binary" ? "b" : (letters[String(is ?? typeOf(String(text)))] ?? "o");
      return typeof count === "number" ? letter.repeat(Math.min(Math.max(1, count), mostLetters)) : letter;
    })
    .join("");
}

/** A file may claim any number of frames. */
const mostLetters = 100_000;

const letters: Readonly<Record<string, string>> = { progress: "p", complete: "c", error: "e" };

function typeOf(text: string): string {
  return /"type"\s*:\s*"(\w+)"/.exec(text)?.[1] ?? "";
}
