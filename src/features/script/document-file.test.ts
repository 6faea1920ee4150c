import { BlobWriter, TextReader, ZipWriter } from "@zip.js/zip.js";
import { expect, it } from "vitest";
import { documentKindOf } from "./document-file.ts";

async function zip(entries: Readonly<Record<string, string>>): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter());
  for (const [name, text] of Object.entries(entries)) {
    await writer.add(name, new TextReader(text), name === "mimetype" ? { level: 0, extendedTimestamp: false } : {});
  }
  return writer.close();
}

const long = "a".repeat(200_000);

it.each([
  ["word", { "[Content_Types].xml": long, "_rels/.rels": "<r/>", "word/document.xml": "<w/>" }],
  ["office", { "[Content_Types].xml": "<t/>", "xl/workbook.xml": "<w/>" }],
  ["pages", { "Index/Document.iwa": "x" }],
  ["epub", { mimetype: "application/epub+zip", "OEBPS/content.opf": "<p/>" }],
  ["openDocument", { mimetype: "application/vnd.oasis.opendocument.text", "content.xml": "<p/>" }],
  [undefined, { "takes.json": "[]", "sounds/1.mp3": long }],
])("a zip is %s by what is in it", async (kind, entries) => {
  expect(await documentKindOf(await zip(entries))).toBe(kind);
});

it.each([
  ["pdf", "%PDF-1.7\n%âãÏÓ"],
  ["rtf", "{\\rtf1\\ansi Hello}"],
  [undefined, "PDF files begin with %PDF-"],
  [undefined, ""],
])("a file is %s by its beginning", async (kind, text) => {
  expect(await documentKindOf(new Blob([text]))).toBe(kind);
});

it("what can't be read is no document", async () => {
  const gone = Object.assign(new Blob(["x"]), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new Error("gone")) }),
  });
  expect(await documentKindOf(gone)).toBeUndefined();
});
