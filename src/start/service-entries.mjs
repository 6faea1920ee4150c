import { readFileSync } from "node:fs";

/**
 * As much of the file that SPEECH_SERVICES names as the launcher needs: whether the embedded service is among the
 * services, and which variables hold keys. What is wrong with the file is the proxy's to say.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @returns {{ name?: unknown, baseUrl?: unknown, keyEnv?: unknown }[] | undefined} undefined where no file is named
 */
export function readServiceEntries(environment) {
  const file = environment["SPEECH_SERVICES"]?.trim();
  if (!file) return undefined;
  try {
    const list = JSON.parse(readFileSync(file, "utf8"));
    return Array.isArray(list) ? list.filter((entry) => typeof entry === "object" && entry !== null) : [];
  } catch {
    return [];
  }
}
