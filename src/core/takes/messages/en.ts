import { numbersOf } from "../../messages/numbers.ts";
import type { KeyNamer } from "../../shortcuts/key-namer.ts";

const { counted, decimal, integer, list, plural, size, span } = numbersOf("en");
const numbered = (places: readonly number[]) => list(places.map(integer));
const takes = (count: number) => counted(count, { one: "take", other: "takes" });

/** The texts of the board below in English. They come with the board, which is loaded when the page stands already. */
export const en = {
  label: "History",
  height: "Height of the tabs below",
  heightHelp: (key: KeyNamer) =>
    `Drag it, or use ${key("handle", "higher")} and ${key("handle", "lower")}; ` +
    `${key("handle", "usual")} or a double click gives it the usual height.`,
  fold: "Fold script and form into one line",
  unfold: "Script and form in full",
  tabs: {
    takes: "Takes",
    tasks: "Tasks",
    request: "Request",
    frames: "Frames",
    compare: "Compare",
    batch: "Batch",
    checks: "Checks",
  },
  empty: {
    title: "Nothing spoken yet",
    text:
      "Every take stays here with its audio, its exact request and its times. " +
      "Hear it again, rename it, reuse its text and settings.",
  },
  noMatch: "No take matches.",
  looking: "still looking…",
  showAll: "Show all",
  search: "Search takes",
  searchHint: "Words, voice, name, note…",
  filters: {
    model: "Filter by model",
    mode: "Filter by mode",
    state: "Filter by state",
    day: "Filter by day",
    starred: "Only starred",
  },
  any: { model: "Model", mode: "Mode", state: "State", day: "Day" },
  states: {
    complete: "Complete",
    running: "Under way",
    failed: "Failed",
    stopped: "Stopped",
    notFailed: "Hide failed",
  },
  count: (count: number) => takes(count),
  countOf: (count: number, all: number) => `${integer(count)} of ${integer(all)}`,
  hear: "Hear",
  star: "Star",
  restore: "Reuse text and settings",
  more: "More",
  name: "Name",
  note: "Note",
  edit: "Rename…",
  save: "Save",
  cancel: "Cancel",
  compare: "Compare",
  programme: "Programme…",
  present: "Add to presentation",
  noSoundToUse: "no audio",
  presented: (places: readonly number[]) => `Added to the presentation as number ${numbered(places)}.`,
  presentedBefore: (places: readonly number[]) => `Already in the presentation, as number ${numbered(places)}.`,
  presentedAs: (place: number) => `already number ${integer(place)}`,
  inProgramme: (place: number) => `Presentation: ${integer(place)}`,
  repeat: "Speak again",
  repeatAsking: "Speak again…",
  alsoAt: (service: string) => `Speak on ${service}, too, and compare`,
  keepCase: "Save as a check…",
  download: "Download",
  downloadWav: "Download as WAV",
  downloadRaw: "Download the raw samples",
  choose: "Select",
  chooseTakes: "Select takes…",
  chosen: (count: number) => `${takes(count)} selected`,
  chooseAll: (count: number) => `All ${integer(count)} shown`,
  chooseNone: "None",
  endChoosing: "Done",
  export: "Export…",
  share: "Share as a page…",
  shareLink: "Share by a link…",
  exportShown: (count: number) => `Export ${takes(count)}…`,
  import: "Import takes…",
  imported: "imported",
  remove: "Delete",
  end: "Stop receiving",
  keys: (key: KeyNamer) =>
    `${key("rows", "previous")} ${key("rows", "next")} to move · ${key("takes", "hear")} to hear · ` +
    `${key("takes", "star")} star · ${key("takes", "edit")} rename · ` +
    `${key("takes", "restore")} reuse text and settings · ${key("takes", "compare")} compare · ` +
    `${key("takes", "present")} add to the presentation · ${key("takes", "choose")} select · ` +
    `${key("takes", "remove")} delete`,
  status: {
    submitting: "sending…",
    receiving: "receiving…",
    waiting: "task",
    stopped: "stopped",
    failed: "failed",
    interrupted: "unknown",
  },
  statusHelp: {
    interrupted:
      "The page was closed or reloaded before the answer was complete. It may have been billed. " +
      "It isn't sent again by itself.",
  },
  byHand: "by hand",
  parts: (done: number, all: number) => `${integer(done)} of ${integer(all)} parts`,
  goOn: "Go on",
  soundRemoved: "audio removed",
  soundLost: "audio not kept",
  emotionRecording: "emotion of a recording",
  ownRecordingUntil: (time: string) => `own recording, until ${time}`,
  ownRecordingGone: (time: string) => `own recording, gone since ${time}`,
  firstSound: (milliseconds: number) => `first sound ${span(milliseconds)}`,
  tokens: (count: number) => counted(count, { one: "token", other: "tokens" }),
  money: (seconds: number) => `${decimal(Math.round(10 * seconds) / 10)} s of audio`,
  moneyAt: (amount: number, multiplier: number) => `${decimal(amount)} (at ×${decimal(multiplier)})`,
  settled: (price: string) => `by its length: ${price}`,
  costs: { none: "no charge expected", refunded: "refunded" },
  estimate: "price, estimated",
  cost: "price, by its length",
  noTimes:
    "No word times came, so there is no highlighting and there are no captions. " +
    "This model sends them over a WebSocket or as a task, not over HTTP.",
  now: "now",
  undo: "Undo",
  dismiss: "Close",
  restored: "The form now has the text and settings of this take.",
  restoredWords: "The form now has the text, settings and pronunciations of this take.",
  deleted: (count: number) => `${takes(count)} deleted.`,
  deletedLinks: (count: number) => `${counted(count, { one: "link", other: "links" })} will be deleted, too.`,
  deletedPresented: (places: readonly number[]) => `The presentation can't play number ${numbered(places)} any more.`,
  notDone: {
    part_missing: "Not done: a part of the page didn't load. Nothing is lost. Try again, or reload the page.",
    sound_gone: "This audio isn't kept any more. Speak it again.",
    failed: "That didn't work. Nothing is lost. Try again, or reload the page.",
    not_kept:
      "This browser can keep no more: it stays until the page is closed. Export it, or make room among the takes.",
    elsewhere: "It is already running, here or in another tab.",
    gone: "What was sent isn't known any more.",
    busy: "Not sent: another task is being sent.",
    importing: "Not imported: another file is being imported. Try again once that is done.",
    undocumented_address:
      "Not sent: this take names an address that isn't the service's documented one. It stays here to be looked at.",
  },
  manage: "Manage takes",
  use: (used: number, available: number | undefined) =>
    available === undefined ? `${size(used)} in use` : `${size(used)} in use, ${size(available)} free`,
  clearUnstarred: "Delete all without a star…",
  clearAll: "Delete all…",
  makeRoom: "Make room…",
  retry: "Try again",
  keeping: {
    absent: "This browser keeps nothing here: takes stay until the page is closed.",
    refused: "The browser refuses to store takes: they stay until the page is closed.",
    blocked: "An older tab of the playground holds the storage. Close it; until then takes stay in this page only.",
    slow: "The browser's storage doesn't answer: takes stay until the page is closed, or until it does.",
    full: (count: number) =>
      `The browser's storage is full: the audio of ${takes(count)} stays only until the page is closed.`,
    newer:
      "A newer version of the playground has taken over the storage: reload this page. " +
      "Until then takes stay in this page only. Where reloading doesn't help, the server gives an older version: " +
      "what was kept isn't lost, and shows again in the newer one.",
    deleted:
      "The stored takes were deleted outside of this page. " +
      "What you see goes when the page is closed; new takes are kept.",
  },
  records: {
    absent:
      "This browser keeps nothing here: what you see stays until the page is closed. Export what you want to keep.",
    refused:
      "The browser refuses its storage: what was kept can't be read, " +
      "and what you make stays until the page is closed. Export what you want to keep.",
    blocked: "An older tab of the playground holds the storage. Close it: until then what was kept can't be read.",
    slow: "The browser's storage doesn't answer: what was kept can't be read yet, and nothing new is kept.",
    full: "The browser's storage is full: what you make now stays only until the page is closed.",
    newer: "A newer version of the playground has taken over the storage: reload this page.",
    deleted: "What was kept was deleted outside of this page. What you see goes when the page is closed.",
  },
  ask: {
    clearTitle: (count: number) => `Delete ${takes(count)}?`,
    clearText: (bytes: number) =>
      `Their requests, answers and audio go too: ${size(bytes)}. You can undo it for a moment.`,
    starredKept: (count: number) =>
      `${integer(count)} starred ${plural(count, { one: "take is", other: "takes are" })} kept.`,
    starredToo: (count: number) =>
      `${integer(count)} starred ${plural(count, { one: "take is", other: "takes are" })} among them.`,
    underWayKept: (count: number) =>
      `${takes(count)} under way ${plural(count, { one: "is", other: "are" })} kept; each can be deleted by itself.`,
    roomTitle: "Make room?",
    roomText: (count: number, bytes: number) =>
      `The audio of ${takes(count)} without a star is removed, oldest first, which frees ${size(bytes)}. ` +
      "Texts, settings and answers stay.",
    roomNothing:
      "All audio belongs to takes with a star or to unfinished ones, so nothing can be removed here. " +
      "Delete takes one by one, or free room in the browser.",
    room: "Remove this audio",
  },
  task: {
    states: { queued: "queued", in_progress: "in progress", completed: "completed", failed: "failed" },
    running: (count: number) => `${integer(count)} under way`,
    progress: "Progress",
    percent: (percent: number) => `${integer(percent)} %`,
    /** @param seconds about how long it takes still. */
    left: (seconds: number) =>
      seconds < 90
        ? `about ${integer(Math.max(5, Math.ceil(seconds / 5) * 5))} s left`
        : `about ${integer(Math.round(seconds / 60))} min left`,
    wasLeft: "You stopped waiting. The task goes on at the service and is charged as usual; “Check now” asks for it.",
    next: (seconds: number) => `checks again in ${integer(seconds)} s`,
    looking: "checking…",
    paused: "checks again when back online",
    fetching: (bytes: number) => `downloading the audio: ${size(bytes)}`,
    fetchingSoon: "downloading the audio…",
    never: "no longer checked by itself",
    kept: "The task is kept and checked again.",
    elsewhere:
      "This task belongs to another service. It is checked when the playground is connected to that one again.",
    remote:
      "The audio is too large to keep in this browser. Only the service has it, and may delete it at any time: " +
      "download it soon.",
    remoteUntil: (moment: string) =>
      `The audio is too large to keep in this browser. Only the service has it, until ${moment}: download it before.`,
    foreignRow:
      "The audio isn't here. The service named an address that isn't its own; the page doesn't open it. " +
      "There is no audio at the service's own address. Details shows the address.",
    done: (title: string) => `Task done: ${title}`,
    failed: (title: string) => `Task failed: ${title}`,
    hear: "Hear it",
    sent: {
      sending: "Sending the task…",
      queued: "Task queued",
      running: "Task under way",
      percent: (percent: number) => `Task under way, ${integer(percent)} %`,
      fetching: "Task done, downloading its audio…",
      done: "Task done",
      failed: "Task failed",
      see: "See it under Tasks",
    },
  },
};

/** Every text of the board below. */
export type HistoryMessages = typeof en;
