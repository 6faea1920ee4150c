import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { kindOf, type NeuralModel, requiredFiles } from "../engines/neural/model.ts";
import { type CatalogueEntry, catalogue } from "./catalogue.ts";

/** What is wrong with the files of a model. */
interface IncompleteModel {
  readonly name: string;
  readonly missing: string;
}

/**
 * The models whose files are in a folder, as far as they are whole: a model that lacks one ends the library's process.
 *
 * @param chosen names in the order in which they are preferred; the catalogue's where absent.
 */
export function installedModels(
  folder: string,
  chosen: readonly string[] = catalogue.map(({ name }) => name),
): { readonly models: readonly NeuralModel[]; readonly incomplete: readonly IncompleteModel[] } {
  const models: NeuralModel[] = [];
  const incomplete: IncompleteModel[] = [];
  for (const name of chosen) {
    const entry = catalogue.find((each) => each.name === name);
    if (entry === undefined || !existsSync(join(folder, name))) continue;
    const found = modelIn(join(folder, name), entry);
    if ("missing" in found) incomplete.push({ name, missing: found.missing });
    else models.push(found);
  }
  return { models, incomplete };
}

interface InstalledModelsOptions {
  readonly folder: string;
  /** Names in the order in which they are preferred; the catalogue's where absent. */
  readonly chosen?: readonly string[] | undefined;
  /** Told of a model that isn't whole, once. */
  readonly onIncomplete?: (model: IncompleteModel) => void;
}

/** How old what is known of the folder may be, in milliseconds. */
const lookEvery = 1_000;

/**
 * The models in a folder, whoever puts them there or takes them away: this process, `npm run voices`, or another one.
 */
export class InstalledModels {
  readonly #options: InstalledModelsOptions;
  readonly #listeners = new Set<(models: readonly NeuralModel[]) => void>();
  /** What tells a model's files from those that were in the same place before, by its name. */
  readonly #marks = new Map<string, string>();
  readonly #told = new Set<string>();
  #models: readonly NeuralModel[] = [];
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(options: InstalledModelsOptions) {
    this.#options = options;
    this.look();
  }

  /** The models that were there at the last look; the same object for a model as long as nothing changed. */
  get all(): readonly NeuralModel[] {
    return this.#models;
  }

  /** Looks into the folder where the last look is more than a second ago. */
  lookAgain(): void {
    if (performance.now() - this.#lookedAt >= lookEvery) this.look();
  }

  /** Looks into the folder at once. */
  look(): void {
    const { folder: voices, chosen, onIncomplete } = this.#options;
    this.#lookedAt = performance.now();
    const { models, incomplete } = installedModels(voices, chosen);
    for (const each of incomplete) {
      const about = `${each.name} ${each.missing}`;
      if (!this.#told.has(about)) onIncomplete?.(each);
      this.#told.add(about);
    }
    const next = models.map((model) => {
      const folder = statSync(model.folder, { throwIfNoEntry: false });
      const mark = JSON.stringify([model, folder?.ino, folder?.mtimeMs]);
      const isSame = this.#marks.get(model.name) === mark;
      this.#marks.set(model.name, mark);
      return (isSame && this.#models.find(({ name }) => name === model.name)) || model;
    });
    if (next.length === this.#models.length && next.every((model, at) => model === this.#models[at])) return;
    this.#models = next;
    for (const listener of this.#listeners) listener(next);
  }

  /** Calls `listener` whenever a model came or went, before whoever asks next hears of it. */
  onChange(listener: (models: readonly NeuralModel[]) => void): void {
    this.#listeners.add(listener);
  }
}

/** The model of an entry in the folder that holds its files, or the first file that isn't there. */
export function modelIn(folder: string, entry: CatalogueEntry): NeuralModel | { readonly missing: string } {
  const { name, family, speakers, languageTags = [], lexicons = [], rules } = entry;
  const model = kindOf(family) === "voices" ? filesIn(folder).find((file) => file.endsWith(".onnx")) : "";
  if (model === undefined) return { missing: "its model (.onnx)" };
  const rulesThere = rules?.files.filter((file) => existsSync(join(folder, file))) ?? [];
  const files = {
    model,
    lexicons,
    ...(rules && rulesThere.length > 0 ? { rules: { ...rules, files: rulesThere } } : {}),
  };
  const missing = requiredFiles({ family, files }).find((path) => !existsSync(join(folder, path)));
  return missing === undefined ? { name, family, folder, files, speakers, languages: languageTags } : { missing };
}

/** The names in a folder; none where it has gone meanwhile. */
function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
