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

/** A model, with its processes that read by its rules, and those for whatever speaks another language. */
interface Held {
  readonly model: NeuralModel;
  readonly ruled: ModelProcesses;
  readonly plain: ModelProcesses;
}

/** The models that are installed, each with its processes. Models come and go while the service runs. */
export class NeuralModels implements NaturalSource {
  readonly #options: NeuralModelsOptions;
  #held: ReadonlyMap<string, Held> = new Map();
  #models: readonly NaturalModel[] = [];

  constructor(models: readonly NeuralModel[], options: NeuralModelsOptions) {
    this.#options = options;
    this.update(models);
  }

  get all(): readonly NeuralModel[] {
    return [...this.#held.values()].map(({ model }) => model);
  }

  get models(): readonly NaturalModel[] {
    return this.#models;
  }

  /**
   * Takes these models in place of the ones before. A model that is another object than before has other files: its
   * processes end, as do those of models that are gone, and what they were speaking fails.
   */
  update(models: readonly NeuralModel[]): void {
    const before = this.#held;
    this.#models = models.map(naturalModel);
    this.#held = new Map(
      models.map((model) => {
        const known = before.get(model.name);
        return [model.name, known?.model === model ? known : this.#hold(model)];
      }),
    );
    for (const [name, held] of before) {
      if (this.#held.get(name) !== held) void close(held, `The model ${name} was removed.`);
    }
  }

  #hold(model: NeuralModel): Held {
    const { processFile, limits } = this.#options;
    const create = (each: NeuralModel) => new ModelProcesses(each, processFile, { ...usualLimits, ...limits });
    const { rules, ...files } = model.files;
    const ruled = create(model);
    return { model, ruled, plain: rules === undefined ? ruled : create({ ...model, files }) };
  }

  /** The processes that are there, by their numbers in the system. */
  get pids(): readonly number[] {
    return [...this.#held.values()].flatMap((held) => processesOf(held).flatMap(({ pids }) => pids));
  }

  async speak(
    { model, speaker, reference }: NeuralVoice,
    text: string,
    take: TakeSound,
    signal: AbortSignal,
  ): Promise<void> {
    const held = this.#find(model);
    const { rules } = held.model.files;
    const language = held.model.speakers.find(({ number }) => number === speaker)?.language ?? "";
    const processes = rules?.language === language.split("-")[0] ? held.ruled : held.plain;
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
    return await this.#find(model).plain.recognise(samples, rate, signal);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#held.values()].map((held) => close(held)));
  }

  #find(name: string): Held {
    const held = this.#held.get(name);
    if (held === undefined) throw new ModelFailedError(`There is no model ${name}.`);
    return held;
  }
}

const processesOf = ({ ruled, plain }: Held): readonly ModelProcesses[] => (ruled === plain ? [ruled] : [ruled, plain]);

const close = (held: Held, reason?: string): Promise<unknown> =>
  Promise.all(processesOf(held).map((processes) => processes.close(reason)));

/** A model as those see it who choose a voice. */
export function naturalModel({ name, speakers }: Pick<NeuralModel, "name" | "speakers">): NaturalModel {
  return { name, speakers: speakers.map(({ number: speaker, ...rest }) => ({ speaker, ...rest })) };
}
