import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { build, type Plugin } from "vite";
import { afterPage } from "./page-plugin.ts";

/**
 * What isn't kept: Vite's own manifest, recordings that a service fetches, and what tells languages apart for a hint.
 */
const others = /^(?:\.|references\/|assets\/language-worker-)/;

/**
 * A Vite plugin that puts `offline.js` beside the built page: the service worker that keeps the page on the visitor's
 * device, with the list of what to keep. It must run before files are compressed.
 */
export function keepPageOffline(): Plugin {
  return afterPage("keep-page-offline", async (outDir, root, logLevel) => {
    const files = JSON.stringify(await listPage(outDir));
    await build({
      configFile: false,
      root,
      logLevel,
      define: { __PAGE_FILES__: files, __PAGE_VERSION__: JSON.stringify(hash(files, "hex").slice(0, 16)) },
      build: {
        outDir,
        emptyOutDir: false,
        copyPublicDir: false,
        // Not every browser that has service workers takes modules as such.
        rolldownOptions: {
          input: join(root, "src/offline/worker.ts"),
          output: { format: "iife", entryFileNames: "offline.js" },
        },
      },
    });
  });
}

/** Every file of the page by its path, with the hash of its content unless its name tells that. */
async function listPage(directory: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(directory.length + 1)
        .replaceAll(sep, "/"),
    )
    .filter((file) => !others.test(file))
    .sort();
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file) => {
        const hashed = file.startsWith("assets/");
        const integrity = hashed ? "" : `sha256-${hash(await readFile(join(directory, file)), "base64")}`;
        return [file === "index.html" ? "/" : `/${file}`, integrity] as const;
      }),
    ),
  );
}

function hash(content: string | Buffer, encoding: "hex" | "base64"): string {
  return createHash("sha256").update(content).digest(encoding);
}
