import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "vite";
import { afterPage } from "./page-plugin.ts";

/** What the page asks of a browser while it is drawn. */
const browser = `
const navigator = { languages: [], onLine: true };
const location = { hostname: "localhost" };
const matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} });
`;

/**
 * A Vite plugin that puts the first screen into the built index.html, once for each language, so that it is seen before
 * any script of the page has come: `public/appearance.js` shows the right one, and asks for the page's scripts when
 * that is painted. It must run before files are compressed.
 */
export function putFirstScreen(): Plugin {
  return afterPage("first-screen", async (outDir, root, logLevel) => {
    const folder = await mkdtemp(join(tmpdir(), "first-screen-"));
    try {
      await build({
        configFile: false,
        root,
        logLevel,
        ssr: { noExternal: true },
        build: {
          ssr: join(root, "src/first-screen.tsx"),
          outDir: folder,
          copyPublicDir: false,
          rolldownOptions: { output: { codeSplitting: false, entryFileNames: "first-screen.mjs", intro: browser } },
        },
      });
      const program: { readonly renderFirstScreens: () => Promise<Readonly<Record<string, string>>> } = await import(
        pathToFileURL(join(folder, "first-screen.mjs")).href
      );
      const screens = await program.renderFirstScreens();
      const page = join(outDir, "index.html");
      const parts = await readParts(outDir);
      await checkStyles(
        Object.values(screens).join(""),
        parts.soon.css.map((file) => join(outDir, file)),
      );
      const preload = preloadsOf(parts, Object.keys(screens));
      const templates = Object.entries(screens)
        .map(([language, markup]) => templateOf(language, markup))
        .join("\n");
      const built = await readFile(page, "utf8");
      const scripts = [
        ...built.matchAll(/ *<script type="module".*<\/script>\n| *<link rel="modulepreload".*>\n/g),
      ].map(String);
      const later = `<template data-first-screen="scripts">\n${scripts.join("")}${preload}\n</template>`;
      const html = scripts
        .reduce((rest, script) => rest.replace(script, ""), built)
        .replace("<first-screen>", () => `${templates}\n${later}\n<first-screen>`);
      await writeFile(page, html);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
}

/** The page's policy forbids styles in attributes; a script may set them one by one. */
function templateOf(language: string, markup: string): string {
  return `<template data-first-screen="${language}">${markup.replaceAll(" style=", " data-style=")}</template>`;
}

/** @throws an error where a sheet that isn't there before the first paint has a word on it */
async function checkStyles(markup: string, sheets: readonly string[]): Promise<void> {
  const rules = (await Promise.all(sheets.map((sheet) => readFile(sheet, "utf8")))).join("\n");
  const late = [...markup.matchAll(/ class="([^"]*)"/g)]
    .flatMap(([, classes = ""]) => classes.split(" "))
    .filter((name) => new RegExp(`\\.${name}(?![\\w-])`).test(rules));
  if (late.length > 0)
    throw new Error(`Styles of the first screen come later: import them in src/app/app.tsx. ${late.join(" ")}`);
}

/**
 * What the page loads by itself, at once: it is asked for by a script that must come first. Texts in one language only.
 */
function preloadsOf({ soon, textsOf }: Parts, languages: readonly string[]): string {
  const link = (file: string, attributes = "") => `<link rel="modulepreload"${attributes} crossorigin href="/${file}">`;
  return [
    link(soon.file),
    ...languages.map((language) => link(textsOf(language).file, ` data-only="${language}"`)),
    ...soon.css.map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
  ].join("\n");
}

interface Parts {
  readonly soon: { readonly file: string; readonly css: readonly string[] };
  readonly textsOf: (language: string) => { readonly file: string };
}

/** What the build calls its parts that the page loads by itself. */
async function readParts(outDir: string): Promise<Parts> {
  const manifest: Record<string, { readonly file: string; readonly name?: string; readonly css?: readonly string[] }> =
    JSON.parse(await readFile(join(outDir, ".vite/manifest.json"), "utf8"));
  function partOf(name: string) {
    const part = Object.values(manifest).find((one) => one.name === name);
    if (part === undefined) throw new Error(`The build has no part named ${name}.`);
    return { file: part.file, css: part.css ?? [] };
  }
  return { soon: partOf("soon"), textsOf: (language) => partOf(`texts-${language}`) };
}
