import type { OfflineRecognizer, OfflineTts, Sherpa } from "sherpa-onnx-node";
import { type FromProcess, notInstalled, type ToProcess, type Work } from "./messages.ts";
import { cloningOptions, isCloning, kindOf, libraryConfig, type NeuralModel, referenceSampleRate } from "./model.ts";
import { decodeSound } from "./reference.ts";

/**
 * Entry of a process that holds one model. The library may end the process it is in, so that no other work is in this
 * one; it ends by itself when its parent is gone or when it takes more memory than it may.
 */

/** In Hz. */
const sampleRate = 22_050;
/** How often the memory is looked at, in milliseconds: the library computes in threads of its own meanwhile. */
const memoryEvery = 100;

/** Does a piece of work; the text that was recognised, where that was it. */
type Worker = (work: Work) => Promise<string | undefined>;

let loaded: Promise<Worker> | undefined;
let isStopped = false;

// Not by process.exit, which waits for what the library computes.
const end = () => process.kill(process.pid, "SIGKILL");

process.on("disconnect", end);
// A supervisor tells every process of the service, which lets answers finish, and ends this one by itself.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => undefined);
process.on("message", (message: ToProcess) => {
  if (message.type === "stop") isStopped = true;
  else if (message.type === "load") {
    watchMemory(message.memoryLimit);
    loaded = load(message.model);
    loaded.then(
      () => tell({ type: "ready" }),
      (error: unknown) => tell({ type: "failed", message: reasonOf(error) }),
    );
  } else {
    isStopped = false;
    work(message).then(
      (text) => tell({ type: "done", ...(text === undefined ? {} : { text }) }),
      (error: unknown) => tell({ type: "failed", message: reasonOf(error) }),
    );
  }
});

async function work(message: Work): Promise<string | undefined> {
  if (loaded === undefined) throw new Error("no model was named");
  return (await loaded)(message);
}

async function load(model: NeuralModel): Promise<Worker> {
  const { default: library } = await import("sherpa-onnx-node").catch(() => process.exit(notInstalled));
  const config = libraryConfig(model);
  return kindOf(model.family) === "recognition"
    ? recognising(await library.OfflineRecognizer.createAsync(config))
    : speaking(model, library, await library.OfflineTts.createAsync(config));
}

function speaking({ family }: NeuralModel, library: Sherpa, model: OfflineTts): Worker {
  return async (work) => {
    if (work.type !== "speak") throw new Error("the model doesn't recognise speech");
    const { text, speaker, reference } = work;
    if (isCloning(family) && reference === undefined) throw new Error("the model needs a recording to speak like");
    const recording =
      isCloning(family) && reference !== undefined
        ? {
            ...cloningOptions[family],
            referenceAudio: decodeSound(reference),
            referenceSampleRate,
            ...(reference.transcript === undefined ? {} : { referenceText: reference.transcript.text }),
          }
        : {};
    // As the model leaves its pauses: they are part of how it speaks.
    const options = { sid: speaker, speed: 1, silenceScale: 1, ...recording };
    await model.generateAsync({
      text,
      enableExternalBuffer: false,
      generationConfig: new library.GenerationConfig(options),
      onProgress: ({ samples }) => {
        if (isStopped) return 0;
        const resampled =
          model.sampleRate === sampleRate
            ? samples
            : new library.LinearResampler(model.sampleRate, sampleRate).flush(samples);
        tell({ type: "samples", samples: resampled });
        return 1;
      },
    });
    return undefined;
  };
}

function recognising(model: OfflineRecognizer): Worker {
  return async (work) => {
    if (work.type !== "recognise") throw new Error("the model doesn't speak");
    const stream = model.createStream();
    stream.acceptWaveform({ samples: work.samples, sampleRate: work.sampleRate });
    return (await model.decodeAsync(stream)).text.trim();
  };
}

function watchMemory(limit: number): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > limit) process.send?.({ type: "too-large" } satisfies FromProcess, end);
  }, memoryEvery).unref();
}

function tell(message: FromProcess): void {
  process.send?.(message);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
