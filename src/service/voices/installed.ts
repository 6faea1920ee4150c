import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type NeuralModel, requiredFiles } from "../engines/neural/model.ts";
import { type CatalogueEntry, catalogue } from "./catalogue.ts";

/** What is wrong with the files of a model. */
export interface IncompleteModel {
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

/** The model of an entry in the folder that holds its files, or the first file that isn't there. */
export function modelIn(folder: string, entry: CatalogueEntry): NeuralModel | { readonly missing: string } {
  const { name, family, speakers, lexicons = [], rules = [] } = entry;
  const model = readdirSync(folder).find((file) => file.endsWith(".onnx"));
  if (model === undefined) return { missing: "its model (.onnx)" };
  const files = { model, lexicons, rules: rules.filter((rule) => existsSync(join(folder, rule))) };
  const missing = requiredFiles({ family, files }).find((path) => !existsSync(join(folder, path)));
  return missing === undefined ? { name, family, folder, files, speakers } : { missing };
}
