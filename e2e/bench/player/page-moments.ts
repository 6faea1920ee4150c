import type { DrivenPage } from "../../browsers/driven.ts";
import { clockOffset } from "../../sound-card/page-clock.ts";
import { percentile, type Row } from "../table.ts";

/** What a page did from a press on, on this process's `performance.now()` in milliseconds. */
export interface PageMoments {
  readonly pressed: number;
  /** It asked for the speech. */
  readonly requested: number;
  /** It had the answer's head. */
  readonly answered: number;
  /** Each read of the answer's body, and how many bytes it gave. */
  readonly reads: readonly (readonly [at: number, bytes: number])[];
  /** It gave the first sound out of its hands: to the audio context, or to the browser's own decoder. */
  readonly begun: number;
}

/** What is noted in the page, on its own clock; a press begins it anew. */
interface Noted {
  pressed: number;
  requested: number;
  answered: number;
  reads: [number, number][];
  begun: number;
}

declare global {
  var noted: Noted;
}

/** Has a page note its moments from here on. */
export async function noteMoments(page: DrivenPage): Promise<void> {
  await page.evaluate(() => {
    const forget = (): void => {
      globalThis.noted = { pressed: performance.now(), requested: 0, answered: 0, reads: [], begun: 0 };
    };
    forget();
    addEventListener("click", forget, { capture: true });
    const begin = (): void => {
      noted.begun ||= performance.now();
    };
    const { fetch: ask } = globalThis;
    globalThis.fetch = async (input, init) => {
      if (!String(input).endsWith("/audio/speech")) return ask(input, init);
      noted.requested = performance.now();
      const reply = await ask(input, init);
      noted.answered = performance.now();
      return reply;
    };
    const { read } = ReadableStreamDefaultReader.prototype;
    ReadableStreamDefaultReader.prototype.read = async function readNoted() {
      const result = await read.call(this);
      if (!result.done) noted.reads.push([performance.now(), result.value.length]);
      return result;
    };
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function startNoted(...given) {
      begin();
      start.apply(this, given);
    };
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function postNoted(...given: unknown[]) {
      const [message] = given;
      if (typeof message === "object" && message !== null && Reflect.get(message, "type") === "begin") begin();
      Reflect.apply(postMessage, this, given);
    };
    const { appendBuffer } = globalThis.SourceBuffer?.prototype ?? {};
    if (appendBuffer !== undefined) {
      SourceBuffer.prototype.appendBuffer = function appendNoted(bytes) {
        begin();
        appendBuffer.call(this, bytes);
      };
    }
    return true;
  });
}

/** The moments of the last press. */
export async function momentsOf(page: DrivenPage): Promise<PageMoments> {
  const noted = await page.evaluate(() => ({ ...globalThis.noted }));
  const offset = await clockOffset(page);
  return {
    pressed: noted.pressed + offset,
    requested: noted.requested + offset,
    answered: noted.answered + offset,
    reads: noted.reads.map(([at, bytes]) => [at + offset, bytes] as const),
    begun: noted.begun + offset,
  };
}

/** The parts of the way from a press to what is heard, in milliseconds. */
const parts = {
  "press to request": ({ pressed, requested }: PageMoments) => requested - pressed,
  "to first byte read": ({ requested, reads }: PageMoments) => (reads[0]?.[0] ?? Number.NaN) - requested,
  "to handing over": ({ begun, reads }: PageMoments) => begun - (reads[0]?.[0] ?? Number.NaN),
  "to the card": ({ begun }: PageMoments, heardAt: number) => heardAt - begun,
  "press to sound": ({ pressed }: PageMoments, heardAt: number) => heardAt - pressed,
} as const;

/** The medians of those parts over some presses. */
export function partsOf(presses: readonly { readonly moments: PageMoments; readonly heardAt: number }[]): Row {
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => {
      const values = presses.map(({ moments, heardAt }) => part(moments, heardAt));
      return [name, values.length === 0 ? "" : percentile(values, 0.5).toFixed(0)];
    }),
  );
}
