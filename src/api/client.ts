import type { AudioSource } from "../audio/base/source.ts";
import { parseJson, property } from "../contract/json.ts";
import { type ModelList, readModelList } from "../contract/model-list.ts";
import {
  type PlaygroundConfig,
  type ProxyErrorCode,
  playgroundConfigSchema,
  playgroundRoutes,
  readPlaygroundClose,
  type SessionOpener,
} from "../contract/playground.ts";
import { routes } from "../contract/routes.ts";
import { pathAt } from "../contract/service-names.ts";
import type { Conversation, ConversationRequest } from "./conversation.ts";
import { NotSentError } from "./errors.ts";
import type { ExchangeAnswer, ExchangeRequest } from "./exchange.ts";
import { type Fetch, keepBody, refusedReply, send } from "./http.ts";
import type { RecordingClient } from "./recording-client.ts";
import type { ShareClient } from "./share-client.ts";
import type { OpenSocket } from "./socket.ts";
import { createSpeechSource, type SourceEnvironment, type SpeechRequest } from "./speech-source.ts";

import type { TaskClient } from "./task-client.ts";
import type { VoiceModelClient } from "./voice-models.ts";

/**
 * The browser's side of the same-origin service. Where there are several, a name says which one is meant; the usual one
 * is where there is none.
 */
export interface SpeechClient {
  /**
   * Which models the key may call (section 2.7). A refusal is an answer too: see the kinds of `ModelList`. Throws
   * `SpeechRequestError` when the proxy says that no answer came from the service.
   */
  listModels(signal: AbortSignal, service?: string): Promise<ModelList>;
  /** What the page must know about its connection. */
  getConfig(signal: AbortSignal): Promise<PlaygroundConfig>;
  /**
   * Opens a session with what the visitor gave; the browser keeps it where no script can read it. Throws
   * `SpeechRequestError` when it is refused.
   */
  openSession(opener: SessionOpener, signal: AbortSignal): Promise<void>;
  endSession(signal: AbortSignal): Promise<void>;
  /**
   * The answer to a speech request as a source of sound, over HTTP or a WebSocket as its `endpoint` says; it is sent
   * when the source is first iterated.
   */
  speechSource(request: SpeechRequest): AudioSource;
  /** Sends any request once, and keeps the answer as it comes. */
  exchange(request: ExchangeRequest, signal: AbortSignal): Promise<ExchangeAnswer>;
  /** Sends frames over a WebSocket and keeps all that comes until its end. Sent once. */
  converse(request: ConversationRequest, signal: AbortSignal): Promise<Conversation>;
  /** The task routes; fetched when they are first needed. */
  tasks(service?: string): Promise<TaskClient>;
  /** The routes of one's own recordings; fetched likewise. */
  recordings(service?: string): Promise<RecordingClient>;
  /** Takes that are shared by a link; fetched likewise. */
  shares(): Promise<ShareClient>;
  /** Natural voices to be had; fetched when they are first needed. */
  voiceModels(): Promise<VoiceModelClient>;
}

interface SpeechClientOptions {
  readonly fetch: Fetch;
  /** Begins a WebSocket to the own origin; the browser's own when absent. */
  readonly openSocket?: OpenSocket;
  /** Milliseconds on a steady clock; `performance.now` when absent. */
  readonly now?: () => number;
  /**
   * Called whenever an answer is 401, or a WebSocket is closed for it: a session has ended, or a key is no longer
   * accepted.
   */
  readonly onUnauthorised?: () => void;
  /** Called whenever no answer comes, or the proxy says that none came from the service. */
  readonly onUnreachable?: () => void;
}

/** A client of the own origin. */
export function createSpeechClient(options: SpeechClientOptions): SpeechClient {
  const { now = () => performance.now(), onUnauthorised, onUnreachable } = options;
  const fetch: Fetch = async (path, init) => {
    const response = await options.fetch(path, init).catch((error: unknown) => {
      if (init.signal?.aborted !== true) onUnreachable?.();
      throw error;
    });
    if (response.status === 401) onUnauthorised?.();
    if (response.status === 502 || response.status === 504) onUnreachable?.();
    return response;
  };
  const at = (service: string | undefined): SourceEnvironment => ({
    now,
    fetch: (path, init) => fetch(pathAt(service, path), init),
  });

  async function getJson(path: string, signal: AbortSignal): Promise<{ response: Response; text: string }> {
    const response = await send(fetch, { method: "GET", path, accept: "application/json", signal });
    // What breaks off in the middle was an answer all the same: one that can't be read.
    const text = await response.text().catch(() => "");
    signal.throwIfAborted();
    return { response, text };
  }

  async function changeSession(method: "POST" | "DELETE", body: string | undefined, signal: AbortSignal) {
    const { path } = playgroundRoutes.openSession;
    const request = { method, path, accept: "application/json", ...(body === undefined ? {} : { body }), signal };
    const response = await send(options.fetch, request);
    if (!response.ok) throw refusedReply("status", response, await keepBody(response.body?.getReader()));
  }

  /** What WebSockets need; those that end with the session say so. */
  async function socketEnvironment(service: string | undefined) {
    const open = options.openSocket ?? (await import("./socket.ts")).openBrowserSocket;
    const openSocket: OpenSocket = (path) => {
      const socket = open(pathAt(service, path));
      socket.addEventListener("close", ({ reason }) => {
        if (readPlaygroundClose(reason)?.error === "session_ended") onUnauthorised?.();
      });
      return socket;
    };
    return { ...at(service), openSocket };
  }

  /** The source for a WebSocket, whose part of the page is there since the page was idle, or comes now. */
  function socketSource(request: SpeechRequest): AudioSource {
    const source = Promise.all([import("./socket-source.ts"), socketEnvironment(request.service)]).then(
      ([{ createSocketSource }, sockets]) => createSocketSource(sockets, request),
      (cause: unknown) => Promise.reject(new NotSentError(cause)),
    );
    // Heard of by whoever listens to the source.
    source.catch(() => undefined);
    return async function* (signal) {
      yield* (await source)(signal);
    };
  }

  return {
    openSession: (opener, signal) => changeSession("POST", JSON.stringify(opener), signal),
    endSession: (signal) => changeSession("DELETE", undefined, signal),
    async listModels(signal, service) {
      const { response, text } = await getJson(pathAt(service, routes.models.path), signal);
      const body = parseJson(text);
      if (isUnreachable(body)) {
        throw refusedReply("status", response, await keepBody(undefined, [new TextEncoder().encode(text)]));
      }
      return readModelList(response.status, body);
    },
    async getConfig(signal) {
      const { response, text } = await getJson(playgroundRoutes.config.path, signal);
      const config = playgroundConfigSchema.safeParse(parseJson(text));
      if (response.ok && config.success) return config.data;
      const body = await keepBody(undefined, [new TextEncoder().encode(text)]);
      throw refusedReply(response.ok ? "unknown_shape" : "status", response, body);
    },
    speechSource: (request) =>
      request.endpoint === "websocket" ? socketSource(request) : createSpeechSource(at(request.service), request),
    exchange: async (request, signal) => (await import("./exchange.ts")).exchange(at(request.service), request, signal),
    converse: async (request, signal) =>
      (await import("./conversation.ts")).converse(await socketEnvironment(request.service), request, signal),
    tasks: async (service) => (await import("./task-client.ts")).createTaskClient(at(service)),
    recordings: async (service) => (await import("./recording-client.ts")).createRecordingClient(at(service)),
    shares: async () => (await import("./share-client.ts")).createShareClient(fetch),
    voiceModels: async () => (await import("./voice-models.ts")).createVoiceModelClient(fetch),
  };
}

/** Whether a body is the proxy's word that the service gave no answer; the service's own errors say something else. */
function isUnreachable(body: unknown): boolean {
  const code = property(property(body, "error"), "code");
  return unreachableCodes.some((known) => known === code);
}

const unreachableCodes = [
  "upstream_unreachable",
  "upstream_closed",
  "upstream_timeout",
  "shutting_down",
] as const satisfies readonly ProxyErrorCode[];
