import type { KeyNamer } from "../../shortcuts/key-namer.ts";

/** The texts of the presentation in English. They come with it. */
export const en = {
  title: "Presentation",
  keys: (key: KeyNamer) =>
    `${key("present", "on", "all")}: a step on, the words, then their sound, then the next item. ${key("present", "back", "all")}: a step back. ${key("present", "playOrPause")}: play and pause. ${key("present", "black", "all")}: a black screen, and back. ${key("present", "first")} and ${key("present", "last")}: the first and the last item. ${key("present", "list")}: the programme. ${key("present", "fullScreen")}: the whole screen. ${key("present", "leave")}: leave.`,
  close: "Leave the presentation",
  fullScreen: "Full screen",
  leaveFullScreen: "Leave full screen",
  refused: "The browser refused full screen.",
  previous: "Previous",
  next: "Next",
  place: (index: string, count: string) => `${index} of ${count}`,
  shown: (index: string, count: string, title: string) => `${index} of ${count}: ${title}`,
  firstOne: "This is the first one.",
  lastOne: "That was the last one.",
  bringBack: "The screen is black. Bring it back",
  goOn: "Go on to the next",
  again: "Speak it again",
  notSpoken: "This can't be spoken yet",
  underWay: {
    title: "The same task is under way",
    text: "It was sent a moment ago and isn't done yet. Sending it again makes a second task, which costs as much again.",
    repeat: "Send a second one",
    decline: "Wait for it",
  },
  busy: "Another task is being sent at this moment.",
  looking: "Looking for it…",
  task: "The service is working on it…",
  taskAt: (percent: string) => `The service is working on it: ${percent} %`,
  standings: {
    gone: "This take was deleted",
    silent: "The sound of this take isn't kept",
    unreadable: "This script's model isn't known here",
  },
  standingHelp: {
    gone: "It can't be played any more. Its place in the programme is still there.",
    silent: "There is nothing to play. Speak it once more among the takes, and add the new one.",
    unreadable: "It comes from another version of the playground. Add the script again.",
  },
  states: {
    unspoken: "not spoken yet",
    under_way: "under way",
    looking: "…",
    gone: "deleted",
    silent: "no sound",
    unreadable: "unknown model",
  },
  programme: "Programme",
  closeProgramme: "Close the programme",
  empty: "Nothing is prepared: the page's script is shown.",
  addScript: "Add the page's script",
  added: "Added at the end.",
  addTakes: "A take is added from its menu in the list of takes.",
  isThere: "The page's script is in the programme with the same settings.",
  moveUp: (title: string) => `Move up: ${title}`,
  moveDown: (title: string) => `Move down: ${title}`,
  moved: (title: string, index: string, count: string) => `${title}: now ${index} of ${count}.`,
  rename: (title: string) => `Rename: ${title}`,
  name: "Name",
  remove: (title: string) => `Remove: ${title}`,
  removed: (title: string) => `Removed: ${title}`,
  undo: "Undo",
};

/** Every text of the presentation. */
export type PresentMessages = typeof en;
