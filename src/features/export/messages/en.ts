import { share } from "../../../contract/shares.ts";
import { numbersOf } from "../../../core/messages/numbers.ts";

const { counted, size } = numbersOf("en");
const hours = (count: number) => counted(count, { one: "hour", other: "hours" });
const most = size(share.mostBytes);

/** The texts of a take that is shared by a link, in English. */
export const en = {
  title: "Share by a link",
  about: (count: number) =>
    `The playground's server keeps the audio and its text for ${hours(count)}. Whoever has the link can read and ` +
    "hear them until then, without signing in. Then both are deleted.",
  make: "Make a link",
  making: "Sending the audio…",
  begun:
    "A link was being made when this page was closed. The server may have it: make it again to see it, or delete it.",
  link: "Link",
  until: (when: string) => `It works until ${when}.`,
  copy: { copy: "Copy the link", copied: "Copied", refused: "The browser doesn't allow copying." },
  remove: "Delete it now",
  removed: "The link is gone, and so are its audio and text on the server.",
  problems: {
    body_too_large: `The audio is larger than ${most}. Choose “Share as a page…” for it.`,
    share_not_deleted:
      "The link opens nothing any more, but the server can't delete audio and text now. It tries again every minute.",
    share_not_written: "The server's disk is full or can't be written. Tell whoever runs the playground.",
    share_unusable: "The server doesn't take this audio. Choose “Share as a page…” for it.",
    shares_not_offered: "This playground doesn't share by a link any more. Reload the page.",
    too_many_shares: "You have reached the limit of shared takes for this hour. Try again later.",
    overloaded: "This playground keeps as many shared takes as it can, or is busy. Try again later.",
    request_timeout: "The connection is too slow for so much audio. Choose “Share as a page…” for it.",
    too_much_at_once: "You are sending too much at once. Try again when some of it has been answered.",
    gone: "The audio of this take isn't kept any more. Speak it again.",
    session_required: "Sign in first.",
    unreachable: "The playground's server didn't answer. Try again.",
  },
  failed: (code: string) => `The answer was an error (${code}). Tell whoever runs the playground.`,
};

export type LinkMessages = typeof en;
