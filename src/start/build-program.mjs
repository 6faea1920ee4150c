/** The build as a program of its own, so that its memory is given back and Ctrl-C can end it: `<root> all|programs`. */
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";

const [, , root = ".", what = "all"] = process.argv;

process.on("disconnect", () => process.exit(1));

/** @param {string} message */
function fail(message) {
  process.send?.({ type: "failed", message }, undefined, undefined, () => process.exit(1));
}

/**
 * What went wrong, in one line: the bundler's first line only counts the errors, the next ones tell.
 *
 * @param {unknown} error
 */
function reasonOf(error) {
  const text = stripVTControlCharacters(error instanceof Error ? error.message : String(error));
  const lines = text.split("\n").map((line) => line.trim());
  const told = lines.filter((line) => line !== "" && !/^Build failed with \d+ errors?:?$/.test(line));
  return told.slice(0, 3).join(" ").slice(0, 400);
}

const vite = await import("vite").catch(() => undefined);
if (vite === undefined) {
  fail(
    "The page must be built and Vite isn't installed. Run npm ci without --omit=dev, " +
      "or run npm run build where it is installed and bring the folder dist along.",
  );
} else {
  try {
    const builder = await vite.createBuilder({ root, configFile: join(root, "vite.config.ts"), logLevel: "silent" });
    for (const [name, environment] of Object.entries(builder.environments)) {
      if (what === "all" || name !== "client") await builder.build(environment);
    }
    process.exit(0);
  } catch (error) {
    fail(`The build failed: ${reasonOf(error)}. Run npx vite build to see everything about it.`);
  }
}
