import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";
import { afterPage } from "./page-plugin.ts";

const compressible = /\.(?:html|js|css|svg|json|wasm|txt|webmanifest)$/;
/** Below this size in bytes a compressed file saves no packet. */
const smallest = 1_024;

/**
 * A Vite plugin that puts a brotli and a gzip file beside every file of the page that gets smaller by it, so that the
 * server compresses nothing while it answers.
 */
export function compressPage(): Plugin {
  return afterPage("compress-page", compressFolder);
}

async function compressFolder(directory: string): Promise<void> {
  const files = await readdir(directory, { recursive: true });
  await Promise.all(files.filter((file) => compressible.test(file)).map((file) => compress(join(directory, file))));
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < smallest) return;
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  if (brotli.length < content.length) await writeFile(`${file}.br`, brotli);
  if (gzipped.length < content.length) await writeFile(`${file}.gz`, gzipped);
}
