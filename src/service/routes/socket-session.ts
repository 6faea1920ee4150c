import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { parse as parseSafely } from "secure-json-parse";
import { WebSocket } from "ws";
import { countCharacters } from "../../contract/characters.ts";
import { isJsonObject } from "../../contract/json.ts";
import type { ModelDescriptor } from "../../contract/model.ts";
import { createJsonMeter } from "../../http/body-bounds.ts";
import { errorBody } from "../../http/errors.ts";
import { acceptBody, sentAs } from "../accept.ts";
import { giveBack } from "../billing/give-back.ts";
import type { Ledger } from "../billing/ledger.ts";
import { jsonTooComplex, refusedNames } from "../json-body.ts";
import type { Caller } from "../keys.ts";
import type { Metrics } from "../metrics.ts";
import type { SpeechPlanners } from "../plans/index.ts";
import { Refusal, shuttingDown } from "../refusal.ts";
import { spokenAs } from "../spoken-as.ts";
import type { Storage } from "../storage/storage.ts";
import { isStorageUnreachable } from "../storage/unreachable.ts";
import { mp3DelaySeconds, type SpeechFormat } from "../synthesis/formats.ts";
import type { SynthesisResult, Synthesizer } from "../synthesis/synthesizer.ts";
import { checkSpeakable, synthesisRefusal } from "../synthesis-refusal.ts";
import { toMilliseconds } from "../tasks/timestamps.ts";
import { atStop, type Cut } from "./client-signal.ts";
import { logSynthesis } from "./synthesis-log.ts";

export interface SessionTools extends Pick<Cut, "ends"> {
  readonly planners: SpeechPlanners;
  readonly synthesizer: Synthesizer;
  readonly ledger: Ledger;
  readonly storage: Storage;
  readonly metrics: Metrics | undefined;
}

export interface SessionOptions {
  readonly model: ModelDescriptor;
  readonly caller: Caller;
  readonly log: FastifyBaseLogger;
}

/** The longest message that is read, in bytes: far more than 1,000 escaped characters and every other field need. */
const longestMessage = 256 * 1024;

/** The close codes of RFC 6455 that a session ends with. */
const closeCodes = {
  done: 1000,
  goingAway: 1001,
  unsupported: 1003,
  malformed: 1007,
  refused: 1008,
  tooBig: 1009,
  failed: 1011,
} as const;

/**
 * One WebSocket connection (section 6): one JSON text frame from the client, then binary audio while it is made,
 * `progress` with the words' times, `complete`, and the close.
 */
export class SocketSession {
  readonly #socket: WebSocket;
  readonly #options: SessionOptions;
  readonly #tools: SessionTools;
  readonly #left = new AbortController();
  #received = false;
  /** What the text is called in the request. */
  #textPlace = "Text";

  constructor(socket: WebSocket, options: SessionOptions, tools: SessionTools) {
    this.#socket = socket;
    this.#options = options;
    this.#tools = tools;
  }

  /** Takes a message of the client. */
  receive(data: Buffer, isBinary: boolean): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    if (data.length > longestMessage) {
      this.refuse(
        new Refusal(413, "message_too_large", "The message is larger than the service accepts."),
        closeCodes.tooBig,
      );
    } else if (isBinary) {
      this.refuse(new Refusal(400, "message_not_text", "Send the request as a text frame."), closeCodes.unsupported);
    } else if (this.#received) {
      this.refuse(new Refusal(400, "second_message", "A connection takes one request."), closeCodes.refused);
    } else {
      this.#received = true;
      this.#answer(data);
    }
  }

  /** Tells what is wrong, ends the work and closes. */
  refuse(refusal: Refusal, code: number): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify({ type: "error", ...errorBody(refusal) }));
    this.#socket.close(code, refusal.code);
    this.leave();
  }

  /** The peer is gone, or is no longer served: ends the work. */
  leave(): void {
    this.#left.abort();
  }

  /** Whether no request has come yet. */
  get isIdle(): boolean {
    return !this.#received;
  }

  /** The service stops: ends the connection politely, and by force a moment later. What it breaks off is given back. */
  stop(): void {
    this.#left.abort(shuttingDown());
    this.#socket.close(closeCodes.goingAway, "The service is stopping.");
    setTimeout(() => this.#socket.terminate(), 200).unref();
  }

  async #answer(message: Buffer): Promise<void> {
    const { model, log } = this.#options;
    const count = (status: number) => this.#tools.metrics?.countRequest("websocket", model.id, status);
    try {
      await this.#speak(this.#parse(message));
      count(200);
      this.#socket.close(closeCodes.done);
    } catch (error) {
      // Who left or was ended is told nothing, and a connection that is closing takes nothing.
      if (this.#left.signal.aborted || this.#socket.readyState !== WebSocket.OPEN) return;
      const refusal = synthesisRefusal(error, this.#textPlace);
      count(refusal.status);
      if (refusal.status >= 500) log.error({ err: error }, "a WebSocket request failed");
      if (error instanceof NotJsonError) this.refuse(refusal, closeCodes.malformed);
      else this.refuse(refusal, refusal.status >= 500 ? closeCodes.failed : closeCodes.refused);
    }
  }

  #parse(message: Buffer): unknown {
    if (!createJsonMeter().read(message)) throw jsonTooComplex();
    try {
      return parseSafely(message.toString("utf8"), undefined, refusedNames);
    } catch {
      throw new NotJsonError(400, "message_not_json", "The message is not a JSON object that can be read.");
    }
  }

  async #speak(body: unknown): Promise<void> {
    const { model, caller, log } = this.#options;
    const { planners, synthesizer, ledger, storage, metrics } = this.#tools;
    const started = performance.now();
    if (isJsonObject(body) && Object.hasOwn(body, "model") && body["model"] !== model.id) {
      throw new Refusal(400, "conflict", "model differs from the one in the address; leave it out.", {
        param: "model",
      });
    }
    const { signal } = this.#left;
    const accepted = acceptBody(model, body, "websocket");
    this.#textPlace = sentAs(accepted.resolution, "text");
    checkSpeakable(accepted);
    const { utterance } = await planners.plan(accepted, signal);
    const { text, format } = utterance;
    const reference = `request_${randomUUID()}`;
    const facts = {
      model: model.id,
      mode: "websocket",
      reference,
      characters: countCharacters(text),
      ignored: accepted.ignored,
    };
    const undo = async (): Promise<void> => {
      const work = giveBack({ storage, ledger, log }, reference);
      atStop(this.#tools, work);
      await work;
    };
    const synthesis = synthesizer.speak(utterance, signal, { isAwaited: true });
    let charged = false;
    const sendSound = async (): Promise<void> => {
      for await (const chunk of synthesis) {
        // As over HTTP: charged with the first audio, for each character of the text (section 8).
        if (!charged) {
          await ledger
            .charge({ reference, caller: caller.id, model, route: "websocket", text })
            .catch(async (error: unknown) => {
              // It may have been charged while the word of it got lost.
              if (isStorageUnreachable(error)) await undo();
              throw error;
            });
          metrics?.observeFirstByte("websocket", model.id, (performance.now() - started) / 1000);
        }
        charged = true;
        await this.#send(chunk);
      }
    };
    const keep = (): void => {
      if (charged) ledger.answered(reference);
    };
    const sending = sendSound();
    // A failure may come before its charge is written down.
    logSynthesis(log, synthesis, facts, () => sending.catch(() => undefined).then(undo));
    try {
      await sending;
      await this.#send(JSON.stringify(progressFrame(await synthesis.result, format)));
      await this.#send(JSON.stringify({ type: "complete", ...spokenAs(utterance) }));
    } catch (error) {
      if (signal.reason instanceof Refusal) await undo();
      else keep();
      throw error;
    }
    keep();
  }

  /** Resolves when the system took the message, so that nothing piles up in front of a slow reader. */
  #send(message: Uint8Array | string): Promise<void> {
    const { signal } = this.#left;
    return new Promise((resolve, reject) => {
      const leave = (): void => reject(signal.reason);
      if (signal.aborted) return leave();
      signal.addEventListener("abort", leave, { once: true });
      this.#socket.send(message, (error) => {
        signal.removeEventListener("abort", leave);
        if (error == null) resolve();
        else reject(error);
      });
    });
  }
}

/** A message that isn't JSON closes with another code than one that is and isn't allowed. */
class NotJsonError extends Refusal {}

/** The words' times as they are heard: a stream has no Info frame, so decoders play it with the encoder's delay. */
function progressFrame({ words }: SynthesisResult, format: SpeechFormat) {
  const delay = format.codec === "mp3" ? mp3DelaySeconds(format.bitrate) : 0;
  const message = words.map(({ word, start, end, textOffset }) => ({
    word,
    start: toMilliseconds(start + delay),
    end: toMilliseconds(end + delay),
    text_offset: textOffset,
  }));
  return { type: "progress", message };
}
