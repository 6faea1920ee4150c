import { connect, type Socket } from "node:net";

export interface LoadOptions {
  readonly port: number;
  /** The request, byte for byte, sent again on the same connection as soon as its answer has come whole. */
  readonly request: Buffer;
  /** What every answer's `Content-Length` must be. */
  readonly bodyLength: number;
  readonly connections: number;
  readonly milliseconds: number;
}

/** What came in the time given. */
export interface Load {
  readonly answers: number;
  readonly seconds: number;
  /** Seconds of processor time that the load itself took. */
  readonly cpuSeconds: number;
}

/**
 * Keeps a number of connections busy for a while and counts whole answers. It reads answers into one buffer and looks
 * at nothing but their heads, because a client that did more would be slower than what it measures.
 *
 * @throws {Error} when an answer isn't 200 with the expected length, or a connection ends.
 */
export async function load(options: LoadOptions): Promise<Load> {
  const buffer = Buffer.allocUnsafe(256 * 1024);
  const sockets: Socket[] = [];
  let answers = 0;
  const used = process.cpuUsage();
  const begin = performance.now();
  try {
    await new Promise<void>((done, failed) => {
      setTimeout(done, options.milliseconds);
      for (let index = 0; index < options.connections; index++) {
        const count = countAnswers(options.bodyLength, () => {
          answers++;
          socket.write(options.request);
        });
        const socket: Socket = connect({
          host: "127.0.0.1",
          port: options.port,
          noDelay: true,
          onread: {
            buffer,
            callback(length) {
              try {
                count(buffer, length);
                return true;
              } catch (error) {
                failed(error);
                return false;
              }
            },
          },
        });
        socket.once("connect", () => socket.write(options.request));
        socket.once("error", failed);
        socket.once("close", () => failed(new Error(`A connection to port ${options.port} was closed.`)));
        sockets.push(socket);
      }
    });
    const { user, system } = process.cpuUsage(used);
    return { answers, seconds: (performance.now() - begin) / 1_000, cpuSeconds: (user + system) / 1e6 };
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

/** Reads the answers of one connection, wherever they are cut, and calls `onAnswer` behind each whole one. */
export function countAnswers(bodyLength: number, onAnswer: () => void): (bytes: Buffer, length: number) => void {
  let head = "";
  let missing = 0;
  return (bytes, length) => {
    let at = 0;
    while (at < length) {
      if (missing > 0) {
        const taken = Math.min(missing, length - at);
        missing -= taken;
        at += taken;
      } else {
        const before = head.length;
        head += bytes.toString("latin1", at, Math.min(length, at + 4_096));
        const end = head.indexOf("\r\n\r\n");
        if (end === -1) {
          at += head.length - before;
          continue;
        }
        at += end + 4 - before;
        checkHead(head.slice(0, end), bodyLength);
        head = "";
        missing = bodyLength;
      }
      if (missing === 0 && head === "") onAnswer();
    }
  };
}

function checkHead(head: string, bodyLength: number): void {
  if (!head.startsWith("HTTP/1.1 200 ")) throw new Error(`The answer wasn't 200:\n${head}`);
  if (Number(/^content-length: *(\d+)\s*$/im.exec(head)?.[1]) !== bodyLength) {
    throw new Error(`The answer's length wasn't ${bodyLength}:\n${head}`);
  }
}
