import { join } from "node:path";
import type { Plugin } from "vite";

/**
 * A Vite plugin that does something to the built page, in the order of the list of plugins.
 *
 * @param work gets the folder of the page, the project's folder, and how much Vite is to say
 */
export function afterPage(
  name: string,
  work: (page: string, root: string, logLevel: "info" | "warn" | "error" | "silent") => Promise<void>,
): Plugin {
  return {
    name,
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    writeBundle: {
      order: "post",
      sequential: true,
      async handler() {
        const { root, build, logLevel } = this.environment.config;
        await work(join(root, build.outDir), root, logLevel ?? "silent");
      },
    },
  };
}
