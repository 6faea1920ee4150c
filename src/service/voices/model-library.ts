import { isUnderWay, type ModelState, type VoiceModel } from "../../contract/voice-models.ts";
import { kindOf, type NeuralModel } from "../engines/neural/model.ts";
import { engineSampleRate } from "../synthesis/formats.ts";
import { fillWavLengths, sampleEncoder } from "../synthesis/signal/encoder.ts";
import { type CatalogueEntry, catalogue } from "./catalogue.ts";
import { type InstallOptions, type InstallStep, install, partialSize, reasonOf, uninstall } from "./install.ts";
import { InstallError } from "./install-error.ts";
import { type InstalledModels, installedModels } from "./installed.ts";
import type { TriedOut } from "./try-out.ts";

interface ModelLibraryOptions extends Pick<InstallOptions, "folder" | "mirror" | "fetch" | "unpackingFile"> {
  readonly installed: InstalledModels;
  readonly tryOut: (model: NeuralModel, signal: AbortSignal) => Promise<TriedOut>;
}

/** What is being done with a model. */
interface Work {
  readonly ending: AbortController;
  step: InstallStep;
  received: number | undefined;
  total: number | undefined;
  /** Never rejects. */
  done: Promise<void>;
}

/** What is known of a model beside its files. */
interface Known {
  work?: Work;
  problem?: VoiceModel["problem"];
  /** The sentence that it spoke last, as a WAV, and which one that is. */
  sample?: { readonly number: number; readonly wav: Buffer };
}

/** The models that can be had, for a service that brings and removes them while it runs. */
export class ModelLibrary {
  readonly #options: ModelLibraryOptions;
  readonly #known = new Map<string, Known>();
  #samples = 0;

  constructor(options: ModelLibraryOptions) {
    this.#options = options;
  }

  /** Every model of the catalogue, and how far it is. */
  async list(): Promise<VoiceModel[]> {
    this.#options.installed.look();
    const { incomplete } = installedModels(this.#options.folder);
    const broken = new Set(incomplete.map(({ name }) => name));
    return await Promise.all(catalogue.map((entry) => this.#describe(entry, broken)));
  }

  /**
   * Begins to bring a model, or goes on with it; nothing where that is under way or done. Consent is the caller's to
   * ask for.
   */
  add(name: string): void {
    this.#begin(entryOf(name), "downloading", async (entry, work) => {
      const { folder, mirror, fetch, unpackingFile, tryOut } = this.#options;
      let spoken: TriedOut | undefined;
      await install(entry, {
        folder,
        mirror,
        fetch,
        unpackingFile,
        signal: work.ending.signal,
        onProgress(received, total) {
          work.received = received;
          work.total = total;
        },
        onStep(step) {
          work.step = step;
        },
        async tryOut(model) {
          spoken = await tryOut(model, work.ending.signal);
        },
      });
      this.#options.installed.look();
      return spoken;
    });
  }

  /** Has a model that is here speak a sentence. */
  verify(name: string): void {
    this.#begin(entryOf(name), "speaking", async (entry, work) => {
      const model = this.#modelOf(entry);
      if (model === undefined) throw new InstallError(`${entry.name} isn't installed, or not whole.`, "file_missing");
      return await this.#options.tryOut(model, work.ending.signal);
    });
  }

  /** Ends what is being done with a model; what has come is kept. */
  async cancel(name: string): Promise<void> {
    const work = this.#known.get(entryOf(name).name)?.work;
    work?.ending.abort();
    await work?.done;
  }

  /** Deletes a model, and what has come of one. */
  async remove(name: string): Promise<void> {
    await this.cancel(name);
    const entry = entryOf(name);
    try {
      await uninstall(entry, this.#options.folder);
      this.#known.delete(name);
    } catch (error) {
      this.#known.set(name, { ...this.#known.get(name), problem: problemOf(error) });
    } finally {
      this.#options.installed.look();
    }
  }

  /** The sentence that a model spoke last, as a WAV; undefined where none is kept. */
  sample(name: string): Buffer | undefined {
    return this.#known.get(name)?.sample?.wav;
  }

  /** Ends everything that is being done; what has come is kept. */
  async close(): Promise<void> {
    await Promise.all([...this.#known.keys()].map((name) => this.cancel(name)));
  }

  #begin(
    entry: CatalogueEntry,
    step: InstallStep,
    work: (entry: CatalogueEntry, work: Work) => Promise<TriedOut | undefined>,
  ): void {
    const { name } = entry;
    const before = this.#known.get(name);
    if (before?.work !== undefined) return;
    if (step === "downloading" && this.#modelOf(entry) !== undefined) return;
    const mine: Work = {
      ending: new AbortController(),
      step,
      received: undefined,
      total: undefined,
      done: Promise.resolve(),
    };
    const { problem: _, ...rest } = before ?? {};
    this.#known.set(name, { ...rest, work: mine });
    mine.done = work(entry, mine).then(
      (spoken) => this.#end(name, spoken?.samples.length ? { sample: this.#keep(spoken) } : {}),
      (error: unknown) => this.#end(name, mine.ending.signal.aborted ? {} : { problem: problemOf(error) }),
    );
  }

  #end(name: string, news: Known): void {
    const { work: _, ...rest } = this.#known.get(name) ?? {};
    this.#known.set(name, { ...rest, ...news });
  }

  #keep({ samples }: TriedOut): { number: number; wav: Buffer } {
    const encoder = sampleEncoder({ codec: "wav", sampleRate: engineSampleRate });
    const wav = Buffer.concat([encoder.encode(samples), encoder.finish()]);
    fillWavLengths(wav);
    return { number: ++this.#samples, wav };
  }

  #modelOf({ name }: CatalogueEntry): NeuralModel | undefined {
    return installedModels(this.#options.folder, [name]).models[0];
  }

  async #describe(entry: CatalogueEntry, broken: ReadonlySet<string>): Promise<VoiceModel> {
    const { name, family, languages, megabytes, licence, speakers, needs } = entry;
    const { work, problem, sample } = this.#known.get(name) ?? {};
    const partial = work === undefined ? await partialSize(entry, this.#options.folder) : 0;
    const isHere = this.#modelOf(entry) !== undefined;
    const state: ModelState =
      work?.step ?? (isHere ? "installed" : partial > 0 ? "partial" : broken.has(name) ? "incomplete" : "absent");
    const isUsed = this.#options.installed.all.some((model) => model.name === name);
    return {
      ...{ name, kind: kindOf(family), languages, megabytes, licence, voices: speakers.length, state },
      needs,
      ...(isHere && !isUsed ? { leftOut: true } : {}),
      ...(state === "downloading" ? { received: work?.received, total: work?.total } : {}),
      ...(state === "partial" ? { received: partial } : {}),
      ...(isUnderWay({ state }) ? {} : { problem }),
      ...(isHere ? { sample: sample?.number } : {}),
    };
  }
}

/** @throws RangeError for a name that no model has. */
function entryOf(name: string): CatalogueEntry {
  const entry = catalogue.find((each) => each.name === name);
  if (entry === undefined) throw new RangeError(`There is no model ${name}.`);
  return entry;
}

function problemOf(error: unknown): NonNullable<VoiceModel["problem"]> {
  return error instanceof InstallError
    ? { code: error.code, message: error.message }
    : {
        code: error instanceof Error && error.name === "ModelFailedError" ? "cannot_speak" : "failed",
        message: reasonOf(error),
      };
}
