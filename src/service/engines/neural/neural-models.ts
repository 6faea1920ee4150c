import type { NeuralModel } from "./model.ts";
import { ModelFailedError, ModelProcesses, type ProcessLimits, usualLimits } from "./model-processes.ts";
import type { NeuralVoice } from "./neural-engine.ts";

interface NeuralModelsOptions {
  /** The built entry of a model's process, `dist/programs/model-process.js`. */
  readonly processFile: URL;
  readonly limits?: Partial<ProcessLimits>;
}

/** The models that are installed, each with its processes. */
export class NeuralModels {
  readonly all: readonly NeuralModel[];
  readonly #processes: ReadonlyMap<string, ModelProcesses>;

  constructor(models: readonly NeuralModel[], { processFile, limits }: NeuralModelsOptions) {
    this.all = models;
    this.#processes = new Map(
      models.map((model) => [model.name, new ModelProcesses(model, processFile, { ...usualLimits, ...limits })]),
    );
  }

  /** The processes that are there, by their numbers in the system. */
  get pids(): readonly number[] {
    return [...this.#processes.values()].flatMap(({ pids }) => pids);
  }

  /**
   * Speaks a text and hands on its sound sentence by sentence, mono at 22,050 Hz.
   *
   * @throws ModelFailedError; the signal's reason after an abort.
   */
  async speak(
    { model, speaker }: NeuralVoice,
    text: string,
    take: (samples: Float32Array) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const processes = this.#processes.get(model);
    if (processes === undefined) throw new ModelFailedError(`There is no model ${model}.`);
    await processes.speak(text, speaker, take, signal);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#processes.values()].map((processes) => processes.close()));
  }
}
