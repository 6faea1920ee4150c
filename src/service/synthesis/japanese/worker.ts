import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parentPort } from "node:worker_threads";
import { initSync, TokenizerBuilder } from "lindera-wasm";
import { giveWay } from "../../engines/background.ts";
import type { ReaderAnswer, ReaderRequest } from "./reader.ts";
import { type DictionaryWord, spokenParts } from "./reading.ts";

/** Entry of the thread that holds the Japanese dictionary. */
if (parentPort === null) throw new Error("The Japanese reader runs as a worker thread only.");
const port = parentPort;
giveWay();

const file = createRequire(import.meta.url).resolve("lindera-wasm/lindera_wasm_bg.wasm");
initSync({ module: readFileSync(file) });
const builder = new TokenizerBuilder();
builder.setDictionary("embedded://ipadic");
builder.setMode("normal");
const tokenizer = builder.build();

/** The library gives each word as a Map, or an object, of strings. */
function wordOf(token: unknown): DictionaryWord {
  const fields = new Map<unknown, unknown>(token instanceof Map ? token : Object.entries(Object(token)));
  const field = (name: string): string | undefined => {
    const value = fields.get(name);
    return typeof value === "string" ? value : undefined;
  };
  return {
    surface: field("surface") ?? "",
    pronunciation: field("pronunciation"),
    partOfSpeech: field("partOfSpeech") ?? "",
    subcategory: field("partOfSpeechSubcategory1") ?? "",
  };
}

port.on("message", ({ request, text }: ReaderRequest) => {
  // WebAssembly takes well-formed text only. The replacement has the same length in code points.
  const wellFormed = text.replace(/\p{Cs}/gu, "\ufffd");
  const tokens: unknown = tokenizer.tokenize(wellFormed);
  const words = Array.isArray(tokens) ? tokens.map(wordOf) : [];
  const answer: ReaderAnswer = { request, parts: spokenParts(wellFormed, words) };
  port.postMessage(answer);
});
