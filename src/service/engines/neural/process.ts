import type { OfflineTts, Sherpa } from "sherpa-onnx-node";
import { type FromProcess, notInstalled, type ToProcess } from "./messages.ts";
import { libraryConfig, type NeuralModel } from "./model.ts";

/**
 * Entry of a process that holds one model. The library may end the process it is in, so that no other work is in this
 * one; it ends by itself when its parent is gone or when it takes more memory than it may.
 */

/** In Hz. */
const sampleRate = 22_050;
/** How often the memory is looked at, in milliseconds: the library computes in threads of its own meanwhile. */
const memoryEvery = 100;

let loaded: Promise<{ readonly library: Sherpa; readonly model: OfflineTts }> | undefined;
let isStopped = false;

// Not by process.exit, which waits for what the library computes.
const end = () => process.kill(process.pid, "SIGKILL");

process.on("disconnect", end);
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
    speak(message.text, message.speaker).then(
      () => tell({ type: "done" }),
      (error: unknown) => tell({ type: "failed", message: reasonOf(error) }),
    );
  }
});

async function load(model: NeuralModel): Promise<{ library: Sherpa; model: OfflineTts }> {
  const { default: library } = await import("sherpa-onnx-node").catch(() => process.exit(notInstalled));
  return { library, model: await library.OfflineTts.createAsync(libraryConfig(model)) };
}

async function speak(text: string, speaker: number): Promise<void> {
  if (loaded === undefined) throw new Error("no model was named");
  const { library, model } = await loaded;
  // As the model leaves its pauses: they are part of how it speaks.
  const options = { sid: speaker, speed: 1, silenceScale: 1 };
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
