import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

/**
 * A Vite plugin that writes the table by which languages are told apart as text for JSON.parse: as fifty thousand
 * object literals a browser takes nine times as long for it, while somebody is about to press Speak, and the service
 * four times (170 ms), while all wait.
 */
export function languageTableAsJson(): Plugin {
  return {
    name: "language-table",
    load: {
      filter: { id: /\/eld\/src\/ngrams\/\w+\.js$/ },
      async handler(id) {
        const { ngramsData } = await import(pathToFileURL(id).href);
        const json = JSON.stringify(ngramsData).replace(/[\\']/g, "\\$&");
        return `export const ngramsData = JSON.parse('${json}');`;
      },
    },
  };
}
