import { numbersOf } from "../../../core/messages/numbers.ts";
import type { KeyNamer } from "../../../core/shortcuts/key-namer.ts";

const { counted, decimal, integer } = numbersOf("en");
const requests = (count: number) => counted(count, { one: "request", other: "requests" });

/** The texts of batches in English. */
export const en = {
  batch: "Batch",
  fresh: "New batch",
  when: (moment: string, count: number) => `${moment} · ${requests(count)}`,
  about: "Every text with every voice, mode and value below. Everything else is sent as it stands in the form.",
  texts: "Texts",
  division: "Divide texts",
  divisions: { lines: "Lines", paragraphs: "Paragraphs", whole: "One text" },
  openFile: "Open a text file",
  unreadable: (name: string) => `${name} can't be read as text.`,
  textCount: (count: number) => counted(count, { one: "text", other: "texts" }),
  voices: "Voices",
  chooseVoices: "Choose voices…",
  addVoice: "Add a voice",
  addVoiceHint: "Or any name; Enter adds it",
  addReference: "Address of a recording; Enter adds it",
  unknownVoice: "not in the list",
  unknownVoiceHelp: "The model's list has no voice of this name: expect every request with it to fail.",
  removeVoice: (voice: string) => `Remove ${voice}`,
  ways: "Modes",
  fields: "Values",
  addField: "Vary a field",
  addNow: "Add",
  numbersHint: "0.5..2 step 0.5, 3",
  removeField: (label: string) => `Don't vary ${label}`,
  unread: (label: string, parts: string) => `${label}: “${parts}” is no number and no range.`,
  tooManyValues: (label: string, parts: string, limit: number) =>
    `${label}: “${parts}” makes more values than a batch takes, ${integer(limit)}.`,
  mendFirst: "Some values can't be read. Correct them above, or don't vary the field.",
  parallel: "At the same time",
  summary: (count: number) => requests(count),
  tooMany: (count: number, limit: number) =>
    `${integer(count)} requests are too many: at most ${integer(limit)} in one batch.`,
  nothing: "Nothing to send yet: a batch needs a text, a voice and a mode.",
  money: (seconds: number) => `≈ ${integer(seconds)} s of audio`,
  settled: (amount: number, seconds: number) => `${decimal(amount)} by estimate (${integer(seconds)} s)`,
  undocumented: (count: number) => `price not documented for ${integer(count)}`,
  free: "costs nothing here",
  leftOut: (count: number) => `${counted(count, { one: "request isn't", other: "requests aren't" })} sent:`,
  problems: {
    no_text: "There is nothing to speak in the text.",
    too_long: (limit: number, mode: string) =>
      `The text is longer than ${integer(limit)} characters, too long for ${mode}.`,
    not_offered: (way: string) => `The model doesn't offer ${way}.`,
    not_used: (label: string, mode: string) => `${label} makes no difference in ${mode}, or beside the other values.`,
  },
  make: "Start",
  /** With the service's name where there are several. */
  askTitle: (count: number, service: string | undefined) =>
    service === undefined ? `Send ${requests(count)}?` : `Send ${requests(count)} to ${service}?`,
  askText: (price: string) => `Each of them may be charged. All together: ${price}.`,
  repeatTitle: (count: number, service: string | undefined) =>
    service === undefined ? `Send ${requests(count)} again?` : `Send ${requests(count)} to ${service} again?`,
  repeatText: "Each may be charged again, and the first one may have been, too.",
  stopping: "Stopping: what was sent is still awaited…",
  paused: (seconds: number) => `The service asks for a pause: going on in ${integer(seconds)} s.`,
  elsewhere: "This batch is running in another tab: stop it there first.",
  progress: (done: number, all: number) => `${integer(done)} of ${integer(all)} done`,
  counts: {
    failed: (count: number) => `${integer(count)} failed`,
    gone: (count: number) => counted(count, { one: "take deleted", other: "takes deleted" }),
    unknown: (count: number) => `${integer(count)} unknown`,
  },
  repeatFailed: "Send failed ones again",
  repeat: "Send again",
  playOn: "Play on",
  remove: "Forget the batch",
  removeText: "Its takes stay among the others.",
  removeTitle: "Forget this batch?",
  grid: "Results",
  keys: (key: KeyNamer) =>
    `${key("rows", "previous")} ${key("rows", "next")} to move · ${key("batch", "hear")} plays · ` +
    `${key("batch", "show")} shows it in the player · ${key("batch", "star")} star · ` +
    `${key("batch", "repeat")} sends again`,
  sortBy: (label: string) => `Sort by ${label}`,
  columns: {
    text: "Text",
    voice: "Voice",
    way: "Mode",
    status: "State",
    firstByte: "First byte",
    complete: "Complete",
    duration: "Duration",
    realTime: "× real time",
    bytes: "Size",
    loudness: "Loudness",
    leadingSilence: "Leading silence",
    trailingSilence: "Trailing silence",
  },
  also: (service: string) => `Speak on ${service}, too`,
  alsoText: "Every cell is sent once more; this service may charge for it.",
  compareBoth: "Compare both services",
  suite: "Save as checks",
  suiteHelp:
    "For the command line's --suite and for Checks: each cell must be audible, and have its format and duration",
  status: {
    waiting: "waiting",
    running: "under way",
    done: "done",
    failed: "failed",
    unknown: "unknown",
    gone: "take deleted",
  },
};

/** Every text of batches. */
export type BatchMessages = typeof en;
