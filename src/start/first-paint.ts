import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";
import { afterPage } from "./page-plugin.ts";

/** A script or a style sheet in the page's head that a browser waits for before it paints. */
const awaited = /<(?:script|link rel="stylesheet")[^>]* (?:src|href)="\/([^"]+)">(?:<\/script>)?/g;

/**
 * A Vite plugin that writes into the built index.html what a browser would otherwise ask for before it paints: on a
 * slow network each question takes longer than its answer. The server allows exactly these texts by their hashes. It
 * must run before the page's files are listed for use offline.
 */
export function inlineFirstPaint(): Plugin {
  return afterPage("first-paint", async (outDir) => {
    const page = join(outDir, "index.html");
    const html = await readFile(page, "utf8");
    const head = html.slice(0, html.indexOf("</head>"));
    const parts = await Promise.all(
      [...head.matchAll(awaited)].map(async ([tag, file = ""]) => ({
        tag,
        written: inline(file, (await readFile(join(outDir, file), "utf8")).trim()),
        file,
      })),
    );
    await writeFile(
      page,
      parts.reduce((text, { tag, written }) => text.replace(tag, () => written), html),
    );
    await Promise.all(parts.map(({ file }) => rm(join(outDir, file))));
  });
}

/** @throws an error where the text would end its own element */
function inline(file: string, text: string): string {
  const element = file.endsWith(".css") ? "style" : "script";
  if (text.includes(`</${element}`))
    throw new Error(`${file} can't stand in the page, since it has </${element} in it.`);
  const written = `<${element}>${text}</${element}>`;
  // Parts that come later ask for the sheets that they stand on, unless a link to them is there.
  return element === "style" ? `${written}\n    <link rel="stylesheet" href="/${file}" disabled>` : written;
}
