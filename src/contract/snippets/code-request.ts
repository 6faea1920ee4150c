import { isFieldValue } from "../by-hand.ts";
import { documentedRoute } from "../documented-routes.ts";
import { isJsonObject, type JsonObject, parseJson } from "../json.ts";
import type { OutputFormat } from "../model.ts";
import { waitsForJob } from "../modes.ts";
import type { SpeechRequest } from "../request.ts";

export interface CodeRequest {
  readonly method: "GET" | "HEAD" | "POST";
  /** The path below the service's address, with its query. */
  readonly path: string;
  /** The JSON body, or the WebSocket's one text frame, exactly as the page sends it. */
  readonly body?: string;
  /** `Range`, where a part of a file is asked for (section 4). */
  readonly range?: string;
  /** `file`: the answer is kept as a file. `task`: it is waited for, and its audio is. `websocket`: section 6. */
  readonly kind: "file" | "task" | "websocket";
  /** The file in which the answer is kept. */
  readonly file: string;
}

/** Code that sends a request, and what it needs. */
export interface Snippet {
  readonly id: "curl" | "requests" | "openai" | "websockets" | "typescript";
  readonly language: "curl" | "python" | "typescript";
  /** What must be there besides the language itself, in the words of its package manager. */
  readonly needs: readonly string[];
  /** A name under which it can be saved and run. */
  readonly name: string;
  readonly code: string;
}

/** The environment variables that hold what must not stand in code: where the service is, and the key (section 5). */
export const variables = { baseUrl: "SPEECH_BASE_URL", key: "SPEECH_API_KEY" } as const;

/** Seconds between looks at a task: section 8 recommends 3 to 5. */
export const pollSeconds = 4;

export function codeRequestOf(request: SpeechRequest, { codec }: OutputFormat): CodeRequest {
  const { endpoint, path, body } = request;
  const extension = Object.hasOwn(extensions, codec) ? extensions[codec] : askedEnding(body);
  return {
    method: endpoint === "websocket" ? "GET" : "POST",
    path,
    body: sentText(body),
    kind: endpoint === "tasks" ? "task" : endpoint === "websocket" ? "websocket" : "file",
    file: `speech.${extension ?? "mp3"}`,
  };
}

/** The ending of a format that the body asks for, and of which the document says nothing. */
function askedEnding(body: string): string | undefined {
  const asked = parseJson(body);
  const format = isJsonObject(asked) ? asked["response_format"] : undefined;
  return typeof format === "string" && /^[a-z0-9]{2,5}$/.test(format) ? format : undefined;
}

/** A text as the browser sends it: with U+FFFD for halves of surrogate pairs, since UTF-8 has no bytes for them. */
export function sentText(text: string): string {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}

/**
 * Why no code is made of a request: its address isn't one that the document names, so that the key would go nobody
 * knows where, or its range is one that no header can hold. Undefined where code is made.
 */
export function withoutCode({ method, path, kind, range }: CodeRequest): "address" | "range" | undefined {
  const route = documentedRoute(method, path);
  const usual = route === "websocket" ? "websocket" : route === "tasks" ? "task" : "file";
  if (route === undefined || kind !== usual) return "address";
  return range === undefined || isFieldValue(range) ? undefined : "range";
}

/**
 * Whether the answer may be silent until a job is done, however long that takes (section 4, rule 1): a client that gave
 * up before would lose what is paid for. A model that the contract doesn't know may have a job, too.
 */
export function mayWaitLong({ method, path, body }: { method: string; path: string; body?: string }): boolean {
  const route = documentedRoute(method, path);
  const value = parsedBody(body);
  return route === "systemone" || (route === "speech" && value !== undefined && waitsForJob(value) !== false);
}

const extensions: Readonly<Record<string, string>> = { mp3: "mp3", wav: "wav", pcm_s16le: "pcm", pcm_mulaw: "ulaw" };

/**
 * A body as a value that code can write as its own literal: undefined where the text says more than its value does,
 * such as spaces, `1.0`, a key that stands twice, or no JSON at all. Then the text itself must be sent.
 */
export function literalBody(body: string | undefined): JsonObject | undefined {
  const value = parsedBody(body);
  // In a literal of JavaScript this key would be the object's prototype.
  if (value === undefined || body?.includes('"__proto__"')) return undefined;
  return JSON.stringify(value) === body ? value : undefined;
}

/** A body as a JSON object; undefined where it is none, or holds a number that JSON can't write again. */
export function parsedBody(body: string | undefined): JsonObject | undefined {
  try {
    let finite = true;
    const value: unknown = JSON.parse(body ?? "", (_, each: unknown) => {
      if (typeof each === "number" && !Number.isFinite(each)) finite = false;
      return each;
    });
    return finite && isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
