import { numbersOf } from "../../../../core/messages/numbers.ts";

const { integer } = numbersOf("en");

/** The texts of sharing in English. */
export const en = {
  share: "Share",
  copied: "Link copied. It holds the text and the settings, and nothing else.",
  refused: "The browser doesn't allow copying. Here is the link:",
  link: "Link",
  tooLong: (characters: number, limit: number) =>
    `The link would have ${integer(characters)} characters; beyond ${integer(limit)} many programs cut it off. ` +
    "Share it as a file instead.",
  unsupported: "This browser can't make such a link. Share it as a file instead.",
  saveFile: "Save as a file",
  fileName: "speech settings.json",
  withheld: (labels: string) => `Left out, since its address holds access data: ${labels}.`,
  textCleaned: "Something in the text looked like a key, so it was replaced.",
  received: "Text and settings come from a link.",
  receivedFile: (name: string) => `Text and settings come from ${name}.`,
  textOnly: "The text comes from a link; its model isn't known here.",
  ignored: (names: string) => `Not known here, or too long, and left out: ${names}.`,
  damaged: "The link is damaged: perhaps a part of it is missing. Nothing was changed.",
  newer: "The link was made by a newer version of the playground. Reload the page and open it again.",
};

/** Every text of sharing. */
export type ShareMessages = typeof en;
