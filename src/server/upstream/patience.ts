import { isJsonObject, parseJson } from "../../contract/json.ts";
import { waitsForJob } from "../../contract/modes.ts";
import type { Limits } from "../limits.ts";

/**
 * How long the service may stay silent before it answers a body of the speech endpoint, in milliseconds; 0 for no
 * limit, which only a synchronous request has whose model waits for a job (section 4, rule 1). A model that the
 * contract doesn't know may have a job, too, and be paid for all the same when it is cut, so it is given the most time
 * of all: but a limit.
 */
export function speechPatience(body: Buffer | undefined, limits: Limits): number {
  const asked = readObject(body);
  // The service refuses it at once.
  if (asked === undefined) return limits.answerTime;
  const waits = waitsForJob(asked);
  if (waits === undefined) return limits.unknownAnswerTime;
  return waits ? 0 : limits.speechAnswerTime;
}

function readObject(body: Buffer | undefined) {
  // The names and values that are looked for are ASCII.
  const value = body && parseJson(withoutLongStrings(body).toString("latin1"));
  return isJsonObject(value) ? value : undefined;
}

/** No name or value that is looked for is longer, in bytes. */
const longestRead = 256;
const quote = 0x22;
const backslash = 0x5c;

/** The same JSON with each long string empty: others would wait while a text of 8 MB is copied and parsed. */
function withoutLongStrings(json: Buffer): Buffer {
  const kept: Buffer[] = [];
  let from = 0;
  let start = json.indexOf(quote);
  while (start !== -1) {
    const end = endOfString(json, start + 1);
    if (end - start > longestRead) {
      kept.push(json.subarray(from, start + 1));
      from = end;
    }
    start = json.indexOf(quote, end + 1);
  }
  return Buffer.concat([...kept, json.subarray(from)]);
}

/** Where a string ends whose text begins at `start`. */
function endOfString(json: Buffer, start: number): number {
  // A text without quotes of its own, as most are, isn't read byte by byte.
  let end = json.indexOf(quote, start);
  if (end !== -1 && json[end - 1] !== backslash) return end;
  for (end = start; end < json.length && json[end] !== quote; ) end += json[end] === backslash ? 2 : 1;
  return end;
}
