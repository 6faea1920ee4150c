import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StartProblem } from "./problem.mjs";

/** The oldest Node that works: major and minor version. */
const oldest = /** @type {const} */ ([20, 19]);

/**
 * Checks that Node is new enough and that the packages are installed.
 *
 * @param {string} root the project's folder
 * @param {string} [version] of Node
 * @throws {StartProblem}
 */
export function checkInstallation(root, version = process.versions.node) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
    throw new StartProblem(`Node ${oldest.join(".")} or newer is needed; this is ${version}.`);
  }
  const [missing] = missingPackages(root, "dependencies");
  if (missing !== undefined) throw new StartProblem(`The package ${missing} isn't installed. Run npm ci first.`);
}

/**
 * Checks that the packages are there which only the embedded speech service needs.
 *
 * @param {string} root the project's folder
 * @param {boolean} [isPlaygrounds] whether it is to serve a playground, which another service would do as well
 * @throws {StartProblem}
 */
export function checkEmbeddedService(root, isPlaygrounds = false) {
  const [missing] = missingPackages(root, "optionalDependencies");
  if (missing === undefined) return;
  throw new StartProblem(
    `The embedded speech service needs the package ${missing}, which isn't installed. ` +
      `Run npm ci without --omit=optional${isPlaygrounds ? ", or set SPEECH_BASE_URL to use another service" : ""}.`,
  );
}

/**
 * @param {string} root
 * @param {"dependencies" | "optionalDependencies"} kind
 * @returns {string[]} the names of the packages that package.json names and node_modules lacks
 */
function missingPackages(root, kind) {
  /** @type {Partial<Record<typeof kind, Record<string, string>>>} */
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const names = Object.keys(manifest[kind] ?? {});
  return names.filter((name) => !existsSync(join(root, "node_modules", name, "package.json")));
}
