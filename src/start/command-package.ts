import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** What the package of the command line says of itself; everything else is the project's own. */
const own = {
  name: "speech-check",
  description: "Asks a text-to-speech service whether it keeps its interface document",
  bin: { "speech-check": "check.js" },
  files: ["check.js"],
};

/** Makes the folder of the command line a package: `npm pack` of it gives one file that `npx` runs anywhere. */
export function packCommand(): Plugin {
  return {
    name: "command-package",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "command",
    generateBundle() {
      const { version, license, type, engines } = JSON.parse(readFileSync("package.json", "utf8"));
      const source = `${JSON.stringify({ ...own, version, license, type, engines }, undefined, 2)}\n`;
      this.emitFile({ type: "asset", fileName: "package.json", source });
    },
  };
}
