import type { ReactNode } from "react";
import { countCharacters } from "../../contract/characters.ts";
import { describeGuess, encodingNames } from "../../core/text/guessed-encoding.tsx";
import { longestScript } from "../../core/text/longest-script.ts";
import type { ReadText } from "../../core/text/text-file.ts";
import type { DocumentKind } from "./document-file.ts";
import type { ToolTexts } from "./messages/index.ts";
import type { ShareReport } from "./share/use-share.ts";

/**
 * What the script's tools have to say: what was done, which can be undone, or why it wasn't. Said anew in each
 * language.
 */
export type ScriptReport =
  | {
      readonly kind: "replaced";
      readonly say: (texts: ToolTexts) => string;
      readonly before: string;
      readonly after: string;
      /** Other ways to read the same file. */
      readonly otherwise?: ReactNode;
    }
  | {
      readonly kind: "problem";
      readonly say: (texts: ToolTexts) => string;
      /** The script that it was said beside: it is no news beside another. */
      readonly script: string;
    }
  | ShareReport;

export function describeRead(
  read: Extract<ReadText, { readonly ok: true }>,
  file: { readonly name: string; readonly text: string; readonly isCaptions: boolean },
  { messages, page, language }: ToolTexts,
): string {
  const characters = countCharacters(file.text);
  const guess = describeGuess(read, language);
  const sentences = [
    messages.read(file.name, characters, guess === "" ? encodingNames[read.encoding] : undefined),
    guess,
    file.isCaptions ? messages.captionsOnly : "",
  ];
  return sentences.filter(Boolean).join(page.between.sentences);
}

/** Why nothing was read of a file. */
export function describeUnread(
  read: Extract<ReadText, { readonly ok: false }>,
  name: string,
  { messages }: ToolTexts,
): string {
  switch (read.reason) {
    case "too_long":
      return messages.fileProblems.too_long(name, read.characters, longestScript);
    case "too_large":
      return messages.fileProblems.too_large(name, read.bytes, longestScript);
    default:
      return messages.fileProblems[read.reason](name);
  }
}

/** That a file is a document which isn't read here, and what to do about it. */
export function describeDocument(kind: DocumentKind, name: string, { messages }: ToolTexts): string {
  return messages.documents.say(name, messages.documents.kinds[kind]);
}
