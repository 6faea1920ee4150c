import { ownScript } from "../base/own-script.ts";
import { PlaybackError } from "../base/playback-error.ts";
import type { Decoder, DecoderOutput } from "./decoder.ts";
import workerAddress from "./worker.ts?worker&url";
import type { DecodingAnswer, DecodingOrder } from "./worker-messages.ts";

/** Makes a decoder of MP3 beside the page. */
export type WorkerDecoder = (output: DecoderOutput) => Decoder;

/** Pieces that may wait in the worker: one is decoded while the next one comes. */
const mostWaiting = 2;

/**
 * Starts a worker that decodes MP3 by WebCodecs. The browser takes up one frame after the other, each in a turn of
 * whoever asked: a page that is busy has fewer turns than the sound has frames, and the sound stands still. Undefined
 * where the worker has no decoder, or doesn't start.
 */
export async function startWorkerDecoder(
  createWorker: () => Worker = () => new Worker(ownScript(workerAddress), { type: "module" }),
): Promise<WorkerDecoder | undefined> {
  const worker = createWorker();
  const isAble = await new Promise<boolean>((resolve) => {
    worker.addEventListener("message", ({ data }) => resolve(data === true), { once: true });
    worker.addEventListener("error", () => resolve(false), { once: true });
  });
  if (isAble) return (output) => createWorkerDecoder(worker, output);
  worker.terminate();
  return undefined;
}

function createWorkerDecoder(worker: Worker, { onAudio, onError }: DecoderOutput): Decoder {
  const { port1: port, port2: its } = new MessageChannel();
  let waiting = 0;
  let disposed = false;
  let proceed = (): void => {};
  let flushed = (): void => {};

  function tell(order: DecodingOrder): void {
    if (!disposed) port.postMessage(order, order.type === "bytes" ? [order.bytes.buffer] : []);
  }

  function fail(error: PlaybackError): void {
    if (disposed) return;
    dispose();
    onError(error);
  }

  function broke(): void {
    fail(new PlaybackError("unsupported", "The MP3 decoder beside the page ended."));
  }

  function dispose(): void {
    tell({ type: "end" });
    disposed = true;
    port.close();
    worker.removeEventListener("error", broke);
  }

  port.onmessage = ({ data }: MessageEvent<DecodingAnswer>) => {
    if (disposed) return;
    if (data.type === "audio") onAudio(data.audio);
    else if (data.type === "error") fail(new PlaybackError(data.code, data.message));
    else if (data.type === "flushed") flushed();
    else {
      waiting -= 1;
      proceed();
    }
  };
  worker.addEventListener("error", broke);
  worker.postMessage(its, [its]);

  return {
    decode(bytes) {
      waiting += 1;
      // What is sent is gone here.
      tell({ type: "bytes", bytes: bytes.slice() });
    },
    async ready() {
      if (waiting < mostWaiting) return;
      await new Promise<void>((resolve) => {
        proceed = resolve;
      });
    },
    flush: () =>
      new Promise((resolve) => {
        flushed = resolve;
        tell({ type: "flush" });
      }),
    dispose,
  };
}
