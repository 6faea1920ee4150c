import { setTimeout as pause } from "node:timers/promises";
import pLimit from "p-limit";
import type { BaseLogger } from "pino";
import { Agent, type Dispatcher, request } from "undici";
import { parseErrorBody } from "../../../contract/errors.ts";
import { connectorOf } from "../../../http/connector.ts";
import {
  ModelFailedError,
  type NaturalModel,
  type NaturalSource,
  type NaturalSpeaker,
  type NeuralVoice,
  type TakeSound,
} from "../natural-voices.ts";
import { checkBeginning, PcmReader, refusalOf, repeats, sampleRateOf } from "./answer.ts";
import { textOf } from "./body-text.ts";
import { readServerVoices } from "./server-voices.ts";

/** Where an OpenAI-compatible speech server is, and how it is asked. */
export interface SpeechServerConfiguration {
  /** Without a slash at its end, and without `/v1`. */
  readonly url: string;
  readonly key?: string;
  /** As the server names it; answers name it as what spoke. */
  readonly model: string;
  /** Of its samples where its answers don't tell, in Hz. */
  readonly sampleRate: number;
  /** Where they are configured, the server isn't asked for them. */
  readonly voices?: readonly NaturalSpeaker[];
}

/** Times are in milliseconds. */
const usualLimits = {
  /** How many pieces are asked for at once; the others wait. */
  requests: 8,
  connectTime: 5_000,
  /** Until the answer begins: a server may have to load its model first. */
  beginTime: 60_000,
  /** Between two parts of an answer. */
  silentTime: 30_000,
  /** For all of a piece. */
  pieceTime: 120_000,
  /** The longest sound of one piece, in seconds. */
  longestPiece: 120,
  /** How long the start waits for the server's voices. */
  startTime: 2_000,
  /** After so long a server that couldn't be asked for its voices is asked again. */
  againTime: 10_000,
};
type ServerLimits = Readonly<typeof usualLimits>;

/** The largest list of voices, in bytes, and how much of an error is kept for the log, in characters. */
const largestList = 2 ** 20;
const mostSaid = 300;

type Logger = Pick<BaseLogger, "warn">;

/**
 * An OpenAI-compatible speech server, such as Kokoro-FastAPI or Speaches. Each piece is a request of its own, with
 * nothing but the fields that all of them know, and its samples are handed on as they come: whoever reads slowly asks
 * for no further piece meanwhile.
 */
export class SpeechServer implements NaturalSource {
  readonly #configuration: SpeechServerConfiguration;
  readonly #limits: ServerLimits;
  readonly #logger: Logger;
  readonly #agent: Agent;
  readonly #limit: ReturnType<typeof pLimit>;
  readonly #closed = new AbortController();
  #voices: readonly NaturalSpeaker[];
  #told = "";

  constructor(configuration: SpeechServerConfiguration, logger: Logger, limits: Partial<ServerLimits> = {}) {
    this.#configuration = configuration;
    this.#limits = { ...usualLimits, ...limits };
    this.#logger = logger;
    this.#voices = configuration.voices ?? [];
    const { requests, connectTime, beginTime, silentTime } = this.#limits;
    this.#limit = pLimit(requests);
    this.#agent = new Agent({
      connections: requests,
      pipelining: 1,
      connect: connectorOf({ timeout: connectTime }),
      headersTimeout: beginTime,
      bodyTimeout: silentTime,
      maxHeaderSize: 16 * 1_024,
    });
  }

  /** None until the server has told its voices. */
  get models(): readonly NaturalModel[] {
    return this.#voices.length === 0 ? [] : [{ name: this.#configuration.model, speakers: this.#voices }];
  }

  /**
   * Looks whether the server answers, and what voices it has, again and again until it does. Resolves when it is known,
   * or after a moment: the service starts without it.
   */
  async start(): Promise<void> {
    const known = this.#findVoices().catch((error: unknown) => {
      if (!this.#closed.signal.aborted) throw error;
    });
    await Promise.race([known, pause(this.#limits.startTime, undefined, { ref: false })]);
  }

  async #findVoices(): Promise<void> {
    while (!(await this.#look())) {
      await pause(this.#limits.againTime, undefined, { ref: false, signal: this.#closed.signal });
    }
  }

  /** Whether the server needn't be asked again. */
  async #look(): Promise<boolean> {
    const { url, voices } = this.#configuration;
    const again = `the speech server is asked again every ${this.#limits.againTime / 1_000} s`;
    try {
      const answer = await this.#request("GET", "/audio/voices", this.#closed.signal);
      if (voices !== undefined) {
        await answer.body.dump();
        return true;
      }
      const { statusCode } = answer;
      if (statusCode === 404 || statusCode === 405) {
        await answer.body.dump();
        this.#tell({ url }, "the speech server has no list of voices: name them in SERVICE_ENGINE_VOICES");
        return true;
      }
      if (statusCode !== 200) throw await this.#refusal(answer, "");
      return this.#take(readServerVoices(JSON.parse(await textOf(answer.body, largestList))));
    } catch (error) {
      const reason = this.#reasonOf(error);
      this.#tell({ url, reason }, `its voices are spoken by others until it answers: ${again}`);
      return false;
    }
  }

  #take(found: ReturnType<typeof readServerVoices>): boolean {
    const { url } = this.#configuration;
    if (found === undefined) throw new SyntaxError("its list of voices can't be read");
    const { voices, unknown } = found;
    this.#voices = voices;
    const facts = { url, voices: voices.length, ...(unknown.length === 0 ? {} : { leftOut: unknown.slice(0, 20) }) };
    if (unknown.length > 0 || voices.length === 0) {
      const why = "nothing says the language and gender of some voices: SERVICE_ENGINE_VOICES can";
      this.#tell(facts, why);
    } else if (this.#told !== "") this.#tell(facts, "the speech server answers");
    return true;
  }

  async speak({ speaker }: NeuralVoice, text: string, take: TakeSound, signal: AbortSignal): Promise<void> {
    await this.#limit(async () => {
      signal.throwIfAborted();
      const late = AbortSignal.timeout(this.#limits.pieceTime);
      try {
        await this.#speak(String(speaker), text, take, AbortSignal.any([signal, late, this.#closed.signal]));
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (late.aborted) throw tooSlow(`a piece took longer than ${this.#limits.pieceTime / 1_000} s`);
        throw this.#failureOf(error);
      }
    });
  }

  async #speak(voice: string, text: string, take: TakeSound, signal: AbortSignal): Promise<void> {
    const { model, sampleRate: usual } = this.#configuration;
    const input = withoutMarkup(text);
    const body = JSON.stringify({ model, input, voice, response_format: "pcm" });
    const answer = await this.#request("POST", "/audio/speech", signal, body);
    if (answer.statusCode !== 200) throw await this.#refusal(answer, input);
    try {
      const sampleRate = sampleRateOf(fieldOf(answer.headers["content-type"]), usual);
      const reader = new PcmReader();
      const largest = this.#limits.longestPiece * sampleRate * 2;
      let bytes = 0;
      for await (const part of answer.body as AsyncIterable<Uint8Array>) {
        if (bytes === 0) checkBeginning(part);
        bytes += part.length;
        if (bytes > largest) throw wrong(`it answered with more than ${this.#limits.longestPiece} s of sound`);
        take(reader.push(part), sampleRate);
      }
      if (bytes === 0 && /[\p{L}\p{N}]/u.test(text)) throw wrong("it answered without any sound");
    } finally {
      answer.body.on("error", () => undefined).destroy();
    }
  }

  /** Nothing compressed is asked for, no redirect is followed, and nothing is sent twice. */
  #request(method: "GET" | "POST", path: string, signal: AbortSignal, body?: string): Promise<Dispatcher.ResponseData> {
    const { url, key } = this.#configuration;
    return request(`${url}/v1${path}`, {
      method,
      dispatcher: this.#agent,
      signal,
      headers: {
        "accept-encoding": "identity",
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body }),
    });
  }

  /** What a refusing answer means. What it says is for the log, without the key, and not where it repeats the text. */
  async #refusal({ statusCode, headers, body }: Dispatcher.ResponseData, text: string): Promise<ModelFailedError> {
    const { message, code = "" } = parseErrorBody(await textOf(body, largestList).catch(() => ""));
    const { key } = this.#configuration;
    const told = `${code} ${message}`.trim().slice(0, mostSaid);
    const said = key === undefined ? told : told.replaceAll(key, "…");
    this.#logger.warn(
      { status: statusCode, ...(repeats(said, text) ? {} : { said }) },
      "the speech server refused a request",
    );
    return refusalOf(statusCode, { "retry-after": fieldOf(headers["retry-after"]) });
  }

  #failureOf(error: unknown): ModelFailedError {
    if (error instanceof ModelFailedError) return error;
    if (this.#closed.signal.aborted) return new ModelFailedError("The service is stopping.");
    const code = codeOf(error);
    if (code === "UND_ERR_HEADERS_TIMEOUT") return tooSlow("its answer didn't begin in time");
    if (code === "UND_ERR_BODY_TIMEOUT") return tooSlow("its answer stood still");
    if (code === "UND_ERR_CONNECT_TIMEOUT" || unreachable.has(code)) {
      return new ModelFailedError("The speech server can't be reached.", { status: 503, retryAfter: 5 });
    }
    return new ModelFailedError("The speech server broke its answer off.", { status: 502 });
  }

  #reasonOf(error: unknown): string {
    if (error instanceof SyntaxError) return "its list of voices can't be read";
    return this.#failureOf(error).message;
  }

  /** The same isn't told twice in a row. */
  #tell(facts: Readonly<Record<string, unknown>>, message: string): void {
    const line = JSON.stringify([facts, message]);
    if (line !== this.#told && !this.#closed.signal.aborted) this.#logger.warn(facts, message);
    this.#told = line;
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#agent.destroy();
  }
}

const unreachable: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** What a person wrote is said and never obeyed: these servers know commands in brackets, and some know tags. */
function withoutMarkup(text: string): string {
  return text
    .replaceAll("[", "(")
    .replaceAll("]", ")")
    .replaceAll(/<(?=[\p{L}/!?])/gu, "< ");
}

function wrong(why: string): ModelFailedError {
  return new ModelFailedError(`The speech server could not speak: ${why}.`, { status: 502 });
}

function tooSlow(why: string): ModelFailedError {
  return new ModelFailedError(`The speech server is too slow: ${why}.`, { status: 504 });
}

function fieldOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function codeOf(error: unknown): string {
  const codes = error instanceof AggregateError ? error.errors.map(codeOf) : [Reflect.get(Object(error), "code")];
  return String(codes.find((code) => typeof code === "string") ?? "");
}
