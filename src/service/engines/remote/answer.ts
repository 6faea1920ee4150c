import type { IncomingHttpHeaders } from "node:http";
import { ModelFailedError } from "../natural-voices.ts";

/** What a failure of a server is told as: 502 for a wrong answer, 503 to try later, 504 for none in time. */
const later = { status: 503 } as const;

/** The longest wait that is passed on, in seconds. */
const longestWait = 3_600;

/** What an answer's status means to whoever asked the service. The server's own words are for the log alone. */
export function refusalOf(statusCode: number, headers: IncomingHttpHeaders): ModelFailedError {
  const fails = (why: string, options: ConstructorParameters<typeof ModelFailedError>[1]) =>
    new ModelFailedError(`The speech server could not speak: ${why}.`, options);
  switch (statusCode) {
    case 401:
    case 403:
      return fails("it refuses the service's key, SERVICE_ENGINE_KEY", { status: 502 });
    case 404:
      return fails("it doesn't know the address, the model or the voice", { status: 502 });
    case 429:
      return fails("it has too much to do", { ...later, retryAfter: waitOf(headers["retry-after"]) ?? 1 });
    default:
      if (statusCode >= 500) {
        const wait = waitOf(headers["retry-after"]);
        return fails(`it failed (${statusCode})`, { ...later, ...(wait === undefined ? {} : { retryAfter: wait }) });
      }
      return fails(`it answered ${statusCode}`, { status: 502 });
  }
}

function waitOf(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,9}$/.test(value) ? Math.min(longestWait, Number(value)) : undefined;
}

/** What a type of content calls samples without a header, or leaves open. */
const sampleTypes = ["audio/pcm", "audio/x-pcm", "audio/l16", "audio/raw", "application/octet-stream", ""];
/** How files begin that aren't samples. */
const beginnings = ["RIFF", "ID3", "OggS", "fLaC", "<!DO", "<htm"];

/**
 * The sample rate of an answer, in Hz, as its type tells it, else the usual one.
 *
 * @throws ModelFailedError where it isn't samples.
 */
export function sampleRateOf(contentType: string | undefined, usual: number): number {
  const [type = "", ...parameters] = (contentType ?? "").toLowerCase().split(";");
  if (!sampleTypes.includes(type.trim())) throw notSamples(`its answer is ${printable(type.trim())}`);
  const rate = parameters.map((each) => /^\s*(?:rate|sample_rate)="?(\d{4,6})"?\s*$/.exec(each)?.[1]).find(Boolean);
  const hertz = rate === undefined ? usual : Number(rate);
  if (hertz < 8_000 || hertz > 192_000) throw notSamples(`it names a sample rate of ${hertz} Hz`);
  return hertz;
}

/** @throws ModelFailedError where the first bytes of an answer are those of something else than samples. */
export function checkBeginning(bytes: Uint8Array): void {
  const beginning = Buffer.from(bytes.subarray(0, 4)).toString("latin1");
  const found = beginnings.find((each) => beginning.startsWith(each));
  if (found !== undefined) throw notSamples(`its answer begins with ${found}`);
}

function notSamples(why: string): ModelFailedError {
  const message = `The speech server did not answer with samples (response_format pcm): ${why}.`;
  return new ModelFailedError(message, { status: 502 });
}

/** What a stranger's word may put into an error. */
function printable(text: string): string {
  return text.replaceAll(/[^\w/+.-]/g, "").slice(0, 60) || "of no known type";
}

/** Turns 16-bit samples, little-endian, that come in pieces of any length, into floats between −1 and 1. */
export class PcmReader {
  /** The first half of a sample whose second hasn't come; in the end it is dropped. */
  #half: Uint8Array = new Uint8Array(0);

  push(bytes: Uint8Array): Float32Array {
    const whole = Buffer.concat([this.#half, bytes]);
    const samples = new Float32Array(whole.length >> 1);
    for (let index = 0; index < samples.length; index++) samples[index] = whole.readInt16LE(2 * index) / 32_768;
    this.#half = whole.subarray(2 * samples.length);
    return samples;
  }
}

/** So many characters in a row that two texts share are no accident; of a writing in which one says more, so many. */
const noAccident = 12;
const noAccidentInHan = 4;

/** Whether what is said holds a piece of a text, also where that is cut, or escaped as in JSON. */
export function repeats(said: string, text: string): boolean {
  const heard = said
    .replace(/\\u([\da-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .toLowerCase();
  const written = text.toLowerCase();
  const isDense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(written);
  const length = Math.min(isDense ? noAccidentInHan : noAccident, written.length);
  if (length < 2) return false;
  for (let at = 0; at + length <= heard.length; at += 1)
    if (written.includes(heard.slice(at, at + length))) return true;
  return false;
}
