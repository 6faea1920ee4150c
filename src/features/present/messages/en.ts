import { numbersOf } from "../../../core/messages/numbers.ts";
import type { KeyNamer } from "../../../core/shortcuts/key-namer.ts";

const { counted, integer } = numbersOf("en");

/** The texts of the presentation in English. They come with it. */
export const en = {
  title: "Presentation",
  helpTitle: "Keys",
  closeHelp: "Close the keys",
  /** The keys with what they do, the clicker's first. */
  keys: (key: KeyNamer): readonly (readonly [keys: string, what: string])[] => [
    [key("present", "on", "all"), "a step on: the words, then their sound, then the next item"],
    [key("present", "back", "all"), "a step back; what failed is tried again"],
    [`${key("present", "next")}, ${key("present", "previous")}`, "the next and the previous item at once"],
    [key("present", "playOrPause"), "play and pause"],
    [key("present", "again"), "speak it, or speak it again"],
    [key("present", "black", "all"), "a black screen, and back"],
    [`${key("present", "first")}, ${key("present", "last")}`, "the first and the last item"],
    [`${key("present", "louder")}, ${key("present", "quieter")}`, "louder and quieter"],
    [key("present", "toggleMuted"), "mute"],
    [key("present", "details"), "why an item isn't heard, in detail"],
    [key("present", "list"), "the programme"],
    [key("present", "help"), "these keys"],
    [key("present", "fullScreen"), "the whole screen"],
    [
      `${key("present", "start")}, ${key("present", "startHere")}`,
      "the whole screen, from the first and the shown item",
    ],
    [key("present", "leave"), "leave"],
  ],
  close: "Leave the presentation",
  previous: "Previous",
  next: "Next",
  place: (index: number, count: number) => `${integer(index)} of ${integer(count)}`,
  shown: (index: number, count: number, title: string) => `${integer(index)} of ${integer(count)}: ${title}`,
  firstOne: "This is the first one.",
  lastOne: "That was the last one.",
  resumed: (index: number, first: string) =>
    `Back at ${integer(index)}, where it was left. ${first}: from the first one.`,
  /** What a clicker does about what isn't heard. */
  clicker: {
    on: "Forward goes on.",
    again: "Back tries again.",
    both: "Forward goes on, back tries again.",
  },
  calm: {
    offline: "No network at this moment.",
    signedOut: "Nobody is signed in.",
    busy: "The service is busy at this moment.",
    broken: "The sound broke off.",
    other: "This one can't be heard at this moment.",
  },
  details: "Details",
  signIn: "Sign in",
  partial: "Only a part of its sound is there.",
  seconds: (seconds: number) => `${integer(seconds)} s`,
  muted: "Muted",
  nothing: "Nothing to show. Write a script, or add takes to the programme.",
  black: "Black screen",
  bringBack: "The screen is black. Bring it back",
  goOn: "Go on to the next",
  again: "Speak it again",
  notSpoken: "This can't be spoken yet",
  unplayable: "This browser can't play this audio",
  unplayableHelp: {
    script: "Speaking it again may help. What came is kept among the takes.",
    take: "Another browser may play it. Its file can be saved from the list of takes.",
  },
  later: "Speak it again, or go on. The page's list of takes says more.",
  incomplete: "What arrived is kept and can be played.",
  busy: "Another task is being sent at this moment.",
  looking: "Looking for it…",
  task: "The service is working on it…",
  taskAt: (percent: number) => `The service is working on it: ${integer(percent)}\u00a0%`,
  standings: {
    gone: "This take was deleted",
    silent: "The audio of this take isn't kept",
    unreadable: "This script's model isn't known here",
  },
  standingHelp: {
    gone: "It can't be played any more. Its place in the programme is still there.",
    silent: "There is nothing to play. Speak it once more among the takes, and add the new one.",
    unreadable: "It comes from another version of the playground. Add the script again.",
  },
  states: {
    partial: "only a part",
    unspoken: "not spoken yet",
    under_way: "under way",
    looking: "…",
    gone: "deleted",
    silent: "no audio",
    unreadable: "unknown model",
  },
  programme: "Programme",
  closeProgramme: "Close the programme",
  empty: "Nothing is prepared: the page's script is shown.",
  addScript: "Add the page's script",
  showScript: "Show it now",
  added: "Added at the end.",
  correct: (title: string) => `Correct it on the page: ${title}`,
  inForm: "It is in the page's form now. Correct it there, then replace it here.",
  replaceScript: (index: number) => `Replace number ${integer(index)} with the page's script`,
  replaced: "Replaced.",
  addTakes: "A take is added from its menu in the list of takes.",
  save: "Save as a file",
  fileName: "programme",
  saveFailed: "The file couldn't be made. The programme is as it was.",
  importHint: "“Import takes…” in the list of takes brings it in again, here or in another browser.",
  leftOut: {
    takes: (count: number) => `${counted(count, { one: "item has", other: "items have" })} no take any more.`,
    sounds: (count: number) =>
      `The audio of ${counted(count, { one: "take isn't", other: "takes aren't" })} in it: ` +
      "too large, or not kept here.",
    cleaned: (count: number) =>
      `In ${counted(count, { one: "place", other: "places" })} something was left out that must not leave, ` +
      "such as a key or a signed address.",
  },
  isThere: "The page's script is in the programme with the same settings.",
  moveUp: (title: string) => `Move up: ${title}`,
  moveDown: (title: string) => `Move down: ${title}`,
  moved: (index: number, count: number) => `now ${integer(index)} of ${integer(count)}`,
  rename: (title: string) => `Rename: ${title}`,
  name: "Name",
  remove: (title: string) => `Remove: ${title}`,
  removed: "removed",
  renamed: "renamed",
  undo: "Undo",
};

/** Every text of the presentation. */
export type PresentMessages = typeof en;
