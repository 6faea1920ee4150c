import {
  ModelFailedError,
  type NaturalModel,
  type NaturalSource,
  type NeuralVoice,
  type TakeSound,
} from "../natural-voices.ts";
import type { NeuralModel } from "./model.ts";
import { ModelProcesses, type ProcessLimits, usualLimits } from "./model-processes.ts";

interface NeuralModelsOptions {
  /** The built entry of a model's process, `dist/programs/model-process.js`. */
  readonly processFile: URL;
  readonly limits?: Partial<ProcessLimits>;
}

/** Of what a process hands on, in Hz. */
const sampleRate = 22_050;

/** The models that are installed, each with its processes. Models come and go while the service runs. */
export class NeuralModels implements NaturalSource {
  readonly #options: NeuralModelsOptions;
  #processes: ReadonlyMap<string, ModelProcesses> = new Map();
  #models: readonly NaturalModel[] = [];

  constructor(models: readonly NeuralModel[], options: NeuralModelsOptions) {
    this.#options = options;
    this.update(models);
  }

  get all(): readonly NeuralModel[] {
    return [...this.#processes.values()].map(({ model }) => model);
  }

  get models(): readonly NaturalModel[] {
    return this.#models;
  }

  /**
   * Takes these models in place of the ones before. A model that is another object than before has other files: its
   * processes end, as do those of models that are gone, and what they were speaking fails.
   */
  update(models: readonly NeuralModel[]): void {
    const { processFile, limits } = this.#options;
    const before = this.#processes;
    this.#models = models.map(naturalModel);
    this.#processes = new Map(
      models.map((model) => {
        const known = before.get(model.name);
        const processes =
          known?.model === model ? known : new ModelProcesses(model, processFile, { ...usualLimits, ...limits });
        return [model.name, processes];
      }),
    );
    for (const [name, processes] of before) {
      if (this.#processes.get(name) !== processes) void processes.close(`The model ${name} was removed.`);
    }
  }

  /** The processes that are there, by their numbers in the system. */
  get pids(): readonly number[] {
    return [...this.#processes.values()].flatMap(({ pids }) => pids);
  }

  async speak(
    { model, speaker, reference }: NeuralVoice,
    text: string,
    take: TakeSound,
    signal: AbortSignal,
  ): Promise<void> {
    const processes = this.#processes.get(model);
    if (processes === undefined) throw new ModelFailedError(`There is no model ${model}.`);
    await processes.speak(text, Number(speaker), (samples) => take(samples, sampleRate), signal, reference);
  }

  /**
   * The text that a model hears in a sound; empty where it hears none.
   *
   * @param samples mono, between −1 and 1.
   * @param rate in Hz.
   * @throws ModelFailedError; the signal's reason after an abort.
   */
  async recognise(model: string, samples: Float32Array, rate: number, signal: AbortSignal): Promise<string> {
    const processes = this.#processes.get(model);
    if (processes === undefined) throw new ModelFailedError(`There is no model ${model}.`);
    return await processes.recognise(samples, rate, signal);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#processes.values()].map((processes) => processes.close()));
  }
}

/** A model as those see it who choose a voice. */
export function naturalModel({ name, speakers }: Pick<NeuralModel, "name" | "speakers">): NaturalModel {
  return { name, speakers: speakers.map(({ number: speaker, ...rest }) => ({ speaker, ...rest })) };
}
