import { numbersOf } from "../../messages/numbers.ts";

const { counted, integer, plural, size } = numbersOf("en");
const takes = (count: number) => counted(count, { one: "take", other: "takes" });

/** The texts of what leaves the page and comes into it, in English. */
export const en = {
  title: (count: number) => `Export ${takes(count)}`,
  format: "As",
  formats: { zip: "Zip", html: "Page", csv: "Table", har: "HAR" },
  about: {
    zip:
      "Everything: audio byte for byte, requests, answers and times, a folder for each take. " +
      "It can be imported again.",
    html: "One page to read and listen to, with up to 40 MB of audio in it. It needs nothing else, and can be printed.",
    csv: "One line for each take, with every figure as it was measured (CSV).",
    har:
      "Requests, answers and times as developer tools read them (HTTP Archive 1.2), " +
      "with the messages of WebSockets.",
  },
  withSound: "With the audio, as base64",
  forExcel: "For Excel, which needs a mark at the beginning to know the encoding",
  clean: "Keys, cookies and signatures of addresses don't leave: “[removed]” stands in their place.",
  soundsAbsent: (count: number) =>
    `The audio of ${takes(count)} won't be in it: too large to keep here, or removed. ` +
    "What is still on the service can be downloaded from the take's menu.",
  save: "Save",
  progress: (done: number, all: number) => `${integer(done)} of ${takes(all)}`,
  saved: (name: string, bytes: number) => `Saved as ${name}, ${size(bytes)}.`,
  failed: "The file couldn't be made. The takes are as they were; try again, or export fewer at once.",
  leftOut: {
    takes: (count: number) =>
      `${counted(count, { one: "take isn't", other: "takes aren't" })} in it: ` +
      `${plural(count, { one: "its", other: "their" })} details are gone.`,
    sounds: (count: number) =>
      `The audio of ${counted(count, { one: "take isn't", other: "takes aren't" })} in it: ` +
      "too large, or not kept here.",
    cleaned: (count: number) => `In ${takes(count)} a secret was replaced, such as a key or a signed address.`,
  },
  stems: { zip: "takes", html: "takes report", csv: "takes", har: "takes" },
  report: {
    title: "Speech takes",
    about: (count: number, when: string) => `${takes(count)} · ${when}`,
    script: "Script",
    request: "Request",
    answer: "Answer",
    headers: "Headers of the answer",
    playgroundHeaders: "Added by the playground's server",
    soundLeftOut: "The audio isn't in this page: it is too large, or wasn't kept.",
    figures: {
      created: "When",
      model: "Model",
      mode: "Mode",
      voice: "Voice",
      characters: "Characters",
      status: "HTTP status",
      firstByte: "First byte",
      firstSound: "First sound",
      complete: "Complete",
      duration: "Duration",
      realTime: "× real time",
      size: "Size",
      bitrate: "Bitrate",
      channels: "Channels",
      sampleRate: "Sample rate",
      price: "Price",
      task: "Task",
    },
  },
  imports: {
    asks: (name: string, count: number, bytes: number) =>
      `${name} holds ${takes(count)}. They need up to ${size(bytes)} of room in this browser. Import them?`,
    hasRoom: (free: number) => `${size(free)} are free.`,
    lacksRoom: (free: number) =>
      `Only ${size(free)} are free: audio that finds no room stays only until the page is closed.`,
    agree: "Import",
    running: (name: string) => `Importing ${name}`,
    done: (added: number) => `${takes(added)} imported.`,
    nothing: "Nothing was imported.",
    stopped: "Stopped. Takes imported by then are kept; importing the file again adds the others.",
    known: (count: number) => `${counted(count, { one: "was", other: "were" })} here already.`,
    programme: {
      added: (count: number) => `Presentation: ${counted(count, { one: "item", other: "items" })} added at its end.`,
      known: (count: number) =>
        `${integer(count)} of the presentation's items ${plural(count, { one: "was", other: "were" })} there already.`,
      missing: (count: number) =>
        `${integer(count)} of the added items ${plural(count, { one: "has", other: "have" })} no take here, ` +
        "and nothing to play.",
    },
    skipped: (count: number) => `Left out: ${integer(count)}`,
    problems: {
      not_a_zip: "isn't a zip, or is damaged",
      unreadable: "can't be read any more: it was moved, or the browser may not open it",
      part_missing: "needs a part of this page that didn't load; the file may be fine: try again",
      failed: "met an error that isn't the file's; try again",
      not_ours: "holds no takes of this playground",
      newer: "was made by a newer version of the playground: reload the page",
      too_many: "holds more than is taken at once",
      too_large: "is too large",
      damaged: "is damaged",
      without_sound: "lacks its audio",
      undocumented_address: "names an address that isn't the service's documented one",
      unknown: "isn't part of a take",
    },
    failed: (name: string, problem: string) => `${name} can't be imported: it ${problem}.`,
  },
};

/** Every text of what leaves the page and comes into it. */
export type ExportMessages = typeof en;
