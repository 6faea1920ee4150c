import { once } from "node:events";
import type { Socket } from "node:net";
import { type Action, act, type Fields, headOf, offered, shortened, socketPath } from "./actions.ts";
import type { Place } from "./places.ts";
import { type Came, dial } from "./wire.ts";

export interface FrameOptions {
  /** Whether it is a message's last. */
  readonly last?: boolean;
  readonly masked?: boolean;
  /** The bits for extensions, in their place. */
  readonly reserved?: number;
  /** The length that is said instead of the true one. */
  readonly length?: number | bigint;
}

/** A frame of RFC 6455, section 5.2, right or wrong; the mask of what is masked is zero. */
export function frame(opcode: number, payload: string | Buffer = "", options: FrameOptions = {}): Buffer {
  const { last = true, masked = true, reserved = 0 } = options;
  const body = Buffer.from(payload);
  const length = options.length ?? body.length;
  const mask = masked ? 0x80 : 0;
  const first = (last ? 0x80 : 0) | reserved | opcode;
  const head =
    length < 126
      ? Buffer.from([first, mask | Number(length)])
      : length < 65_536
        ? Buffer.from([first, mask | 126, Number(length) >> 8, Number(length) & 0xff])
        : Buffer.concat([Buffer.from([first, mask | 127]), eightBytes(BigInt(length))]);
  return Buffer.concat([head, ...(masked ? [Buffer.alloc(4)] : []), body]);
}

function eightBytes(number: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(number);
  return bytes;
}

/** A close frame. */
export function closing(code: number, reason: string | Buffer = ""): Buffer {
  return frame(8, Buffer.concat([Buffer.from([code >> 8, code & 0xff]), Buffer.from(reason)]));
}

/** How long a row waits for a close frame, in milliseconds. */
const usualPatience = 5_000;

/** Opens a WebSocket, sends frames, and waits until it is closed. */
export function talk(frames: readonly Buffer[], fields: Fields = {}): Action {
  const bytes = Buffer.concat(frames);
  return act(`a WebSocket: ${shortened(bytes.subarray(0, 300).toString("latin1"))}`, async (place, { patience }) => {
    const socket = await open(place, fields);
    socket.write(bytes);
    return untilClosed(socket, patience ?? usualPatience);
  });
}

/** What came over a connection so far. */
const received = new WeakMap<Socket, Buffer[]>();

/** Opens a WebSocket as the page would, but for what is given; resolves when it is open, or refused. */
export async function open(place: Place, fields: Fields = {}): Promise<Socket> {
  const socket = dial(place.port);
  const chunks: Buffer[] = [];
  received.set(socket, chunks);
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.write(headOf(place, "GET", socketPath, { ...offered, ...fields }));
  while (!Buffer.concat(chunks).includes("\r\n\r\n") && !socket.destroyed) {
    await Promise.race([once(socket, "data"), once(socket, "close")]);
  }
  return socket;
}

/** Everything that came over an open WebSocket, once a close frame has come or the other side has ended it. */
export async function untilClosed(socket: Socket, patience: number): Promise<Came> {
  const came = (ended: boolean): Came => cameOf(Buffer.concat(received.get(socket) ?? []), ended);
  const isOver = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(resolve, patience, false);
    const end = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    const look = (): void => {
      if (came(false).closeCode !== 1006) end();
    };
    if (socket.destroyed || socket.readableEnded) end();
    else look();
    socket.on("data", look).once("end", end).once("close", end);
  });
  socket.destroy();
  return came(isOver);
}

function cameOf(bytes: Buffer, ended: boolean): Came {
  const end = bytes.indexOf("\r\n\r\n") + 4;
  const raw = bytes.toString("latin1");
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(raw)?.[1]);
  if (status !== 101) {
    const code = /"code":"([a-z_]+)"/.exec(raw)?.[1];
    return { interim: [], answers: [{ status, body: raw.slice(end), code }], raw, ended };
  }
  const closeCode = closeCodeIn(bytes.subarray(end));
  return { interim: [status], answers: [], raw, ended, ...(closeCode === undefined ? {} : { closeCode }) };
}

/** The code of the close frame behind other frames: 1005 where it holds none, 1006 where none came. */
function closeCodeIn(frames: Buffer): number {
  for (let at = 0; at + 2 <= frames.length; ) {
    const opcode = (frames[at] ?? 0) & 0x0f;
    const short = (frames[at + 1] ?? 0) & 0x7f;
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (at + head > frames.length) break;
    const length =
      short < 126 ? short : short === 126 ? frames.readUInt16BE(at + 2) : Number(frames.readBigUInt64BE(at + 2));
    if (opcode === 8) return length < 2 || at + head + 2 > frames.length ? 1005 : frames.readUInt16BE(at + head);
    at += head + length;
  }
  return 1006;
}
