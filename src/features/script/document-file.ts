/** Kinds of files that hold a text in a form that isn't read here. */
export type DocumentKind = "word" | "epub" | "openDocument" | "pages" | "office" | "oldOffice" | "pdf" | "rtf";

/** As much of a zip's end as names its entries, in bytes: the directory of a document is shorter. */
const directory = 65_536;

/** What kind of document a file is, by what is in it; undefined for all others, such as texts and exported takes. */
export async function documentKindOf(file: Blob): Promise<DocumentKind | undefined> {
  try {
    const head = await latin1(file.slice(0, 100));
    if (head.startsWith("%PDF-")) return "pdf";
    if (head.startsWith("{\\rtf")) return "rtf";
    if (head.startsWith("\xd0\xcf\x11\xe0")) return "oldOffice";
    if (!head.startsWith("PK")) return undefined;
    // Both say what they are in an entry that stands first, uncompressed.
    if (head.includes("mimetypeapplication/epub+zip")) return "epub";
    if (head.includes("mimetypeapplication/vnd.oasis.opendocument")) return "openDocument";
    const names = await latin1(file.slice(Math.max(0, file.size - directory)));
    if (names.includes("word/document")) return "word";
    if (names.includes("xl/workbook") || names.includes("ppt/presentation")) return "office";
    return names.includes("Index/Document.iwa") ? "pages" : undefined;
  } catch {
    // A folder, or a file that is gone: whoever reads it next says so.
    return undefined;
  }
}

async function latin1(part: Blob): Promise<string> {
  return Array.from(new Uint8Array(await part.arrayBuffer()), (byte) => String.fromCharCode(byte)).join("");
}
