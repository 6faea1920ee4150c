import { numbersOf } from "../../../core/messages/numbers.ts";

const { counted, integer, size } = numbersOf("en");

/** The texts of the tools below the script in English. */
export const en = {
  clear: "Clear",
  samples: "Samples",
  samplesMenu: "Sample scripts",
  lengths: { stream: "Stream length", speech: "Speech length", async: "Async length" },
  dialogue: "Two voices, pauses",
  languagesHeading: "Languages",
  lengthsHeading: "Lengths",
  open: "Open a text file",
  drop: "Drop it here to speak it",
  dropNote: (limit: number) => `A text file or captions, up to ${integer(limit)} characters, or exported takes`,
  replaced: (name: string) => `The script is now “${name}”.`,
  read: (name: string, characters: number, encoding?: string) =>
    `Read ${name}: ${counted(characters, { one: "character", other: "characters" })}` +
    (encoding ? `, ${encoding}.` : "."),
  captionsOnly: "Numbers, times and markup of the captions are left out.",
  cleared: "The script is empty.",
  pronunciations: "Pronunciation",
  brokenLines: "The lines are broken as on a page.",
  join: "Join lines and words",
  joined: "Lines and divided words are joined.",
  documents: {
    say: (name: string, kind: string) =>
      `${name} is ${kind}. Save it as plain text (.txt) and open that, or paste its text here.`,
    kinds: {
      word: "a Word document",
      epub: "an e-book (EPUB)",
      openDocument: "an OpenDocument file",
      pages: "a document of Pages, Numbers or Keynote",
      office: "a spreadsheet or a presentation",
      oldOffice: "a document of an older Word, Excel or PowerPoint",
      pdf: "a PDF",
      rtf: "a rich text document (RTF)",
    },
  },
  fileProblems: {
    empty: (name: string) => `${name} holds no text.`,
    binary: (name: string) => `${name} isn't a text file, so it wasn't read.`,
    unknown_encoding: (name: string) => `${name} is in an encoding that can't be told. Save it as UTF-8.`,
    several: "Nothing was opened: drop one file at a time.",
    unreadable: (name: string) => `${name} can't be read. Is it a folder, or gone?`,
    too_long: (name: string, characters: number, limit: number) =>
      `${name} has ${integer(characters)} characters; at most ${integer(limit)} can be spoken. Nothing was replaced.`,
    too_large: (name: string, bytes: number, limit: number) =>
      `${name} has ${size(bytes)}: that is more than ${integer(limit)} characters can take. Nothing was replaced.`,
  },
};

/** Every text of the tools below the script. */
export type ScriptToolsMessages = typeof en;
