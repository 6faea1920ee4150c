import { connect, type Socket } from "node:net";

/** One answer as it came over a connection. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  /** The code of an error in our shape; of the service's or the playground's. */
  readonly code: string | undefined;
}

/** Everything that came back for what a row sent. */
export interface Came {
  /** The statuses of interim answers (1xx), 101 among them. */
  readonly interim: readonly number[];
  /** Whole answers, in their order. */
  readonly answers: readonly Answer[];
  /** Every byte, one character each. */
  readonly raw: string;
  /** Whether the other side ended the connection. */
  readonly ended: boolean;
  /** What a WebSocket was closed with, where one was opened. */
  readonly closeCode?: number;
}

export interface WireOptions {
  /** Methods of the requests, in their order: an answer to HEAD has no body. */
  readonly methods?: readonly string[];
  /** Waits for the connection's end behind the last answer, so that it can be said whether it came. */
  readonly untilEnd?: boolean;
  /** How long is waited for, in milliseconds. */
  readonly patience?: number;
}

/** How long a row waits for what may never come, in milliseconds: far more than an idle machine needs. */
const usualPatience = 3_000;

/** Opens a connection to a port of loopback; its errors are what many rows are about, so they throw nothing. */
export function dial(port: number): Socket {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  socket.on("error", () => {});
  return socket;
}

/** Sends bytes as they are and returns what came, once every answer is there or the connection has ended. */
export function exchange(socket: Socket, bytes: Buffer, options: WireOptions = {}): Promise<Came> {
  const { methods = [], untilEnd = false, patience = usualPatience } = options;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let ended = false;
    const came = (): Came => ({ ...readAnswers(Buffer.concat(chunks), ended, methods), ended });
    const finish = (): void => {
      clearTimeout(timer);
      socket.removeAllListeners("data");
      resolve(came());
      socket.destroy();
    };
    const timer = setTimeout(finish, patience);
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      if (!untilEnd && came().answers.length >= Math.max(1, methods.length)) finish();
    });
    socket.once("close", () => {
      ended = true;
      finish();
    });
    socket.once("end", () => {
      ended = true;
      finish();
    });
    socket.write(bytes);
  });
}

/** Takes the bytes of a connection apart into answers; one that isn't whole is none unless the connection has ended. */
export function readAnswers(bytes: Buffer, ended: boolean, methods: readonly string[]): Omit<Came, "ended"> {
  const raw = bytes.toString("latin1");
  const interim: number[] = [];
  const answers: Answer[] = [];
  for (let at = 0; at < raw.length; ) {
    const end = raw.indexOf("\r\n\r\n", at);
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(raw.slice(at, at + 16))?.[1]);
    if (end === -1 || Number.isNaN(status)) break;
    const headers = readHeaders(raw.slice(at, end));
    at = end + 4;
    if (status < 200) {
      interim.push(status);
      if (status === 101) break;
      continue;
    }
    const body = bodyAt(raw, at, headers, status === 304 || methods[answers.length] === "HEAD");
    if (!body.whole && !ended) break;
    const text = Buffer.from(body.text, "latin1").toString();
    answers.push({ status, body: text, code: /"code":"([a-z_]+)"/.exec(text)?.[1] });
    at = body.end;
  }
  return { interim, answers, raw };
}

/** By name in lower case; several of one name are joined by commas. */
function readHeaders(head: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of head.split("\r\n").slice(1)) {
    const [, name = "", value = ""] = /^([^:]*):\s*(.*)$/.exec(line) ?? [];
    const known = headers.get(name.toLowerCase());
    headers.set(name.toLowerCase(), known === undefined ? value : `${known}, ${value}`);
  }
  return headers;
}

interface Body {
  readonly text: string;
  readonly end: number;
  readonly whole: boolean;
}

function bodyAt(raw: string, at: number, headers: ReadonlyMap<string, string>, none: boolean): Body {
  const length = headers.get("content-length");
  if (none || length === "0") return { text: "", end: at, whole: true };
  if (length !== undefined) {
    const end = at + Number(length);
    return { text: raw.slice(at, end), end: Math.min(end, raw.length), whole: raw.length >= end };
  }
  return headers.get("transfer-encoding") === "chunked"
    ? chunkedBodyAt(raw, at)
    : { text: raw.slice(at), end: raw.length, whole: headers.get("connection") !== "close" };
}

function chunkedBodyAt(raw: string, begin: number): Body {
  let text = "";
  for (let at = begin; ; ) {
    const line = raw.indexOf("\r\n", at);
    const size = line === -1 ? Number.NaN : Number.parseInt(raw.slice(at, line), 16);
    if (Number.isNaN(size) || raw.length < line + size + 4) return { text, end: raw.length, whole: false };
    text += raw.slice(line + 2, line + 2 + size);
    at = line + size + 4;
    if (size === 0) return { text, end: at, whole: true };
  }
}
