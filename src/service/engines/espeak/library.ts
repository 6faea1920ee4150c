import load, { type EngineEvent, type EngineModule, type EngineWorker } from "@echogarden/espeak-ng-emscripten";
import { UnknownLanguageError } from "../engine.ts";

export type { EngineEvent } from "@echogarden/espeak-ng-emscripten";

/** Words per minute at which the engine's speech has its natural speed. */
export const naturalRate = 175;

const variantFolder = "/usr/share/espeak-ng-data/voices/!v";
const variantName = "playground";

/** eSpeak NG in one thread. It speaks one text at a time and holds the thread meanwhile. */
export class EspeakLibrary {
  readonly #module: EngineModule;
  readonly #worker: EngineWorker;
  #selected = "";

  private constructor(module: EngineModule) {
    this.#module = module;
    this.#worker = new module.eSpeakNGWorker();
  }

  static async load(): Promise<EspeakLibrary> {
    return new EspeakLibrary(await load());
  }

  /** Chooses a language with a voice variant, given as the text of a variant file. */
  select(language: string, variant: string): void {
    const selected = `${language}\n${variant}`;
    if (selected === this.#selected) return;
    this.#selected = "";
    this.#module.FS.writeFile(`${variantFolder}/${variantName}`, variant);
    if (this.#worker.set_voice(`${language}+${variantName}`) !== 0) throw new UnknownLanguageError(language);
    this.#selected = selected;
  }

  /**
   * Speaks at a rate in words per minute, 80 to 450. `take` gets every 100 ms of audio at 22,050 Hz with the events
   * since the last call, and stops the engine by returning true. Returns whether the text was spoken to its end.
   */
  speak(text: string, rate: number, take: (samples: Int16Array, events: readonly EngineEvent[]) => boolean): boolean {
    this.#worker.rate = rate;
    this.#worker.pitch = 50;
    this.#worker.range = 50;
    this.#worker.volume = 100;
    let stopped = false;
    this.#worker.synthesize(text, (samples, events) => {
      stopped = take(samples, events);
      return stopped;
    });
    return !stopped;
  }
}
