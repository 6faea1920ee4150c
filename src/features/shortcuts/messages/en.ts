import type { ShortcutIn, ShortcutPlace } from "../../../core/shortcuts/shortcut-table.ts";

/** The texts of the list of keyboard shortcuts in English. They come with it. */
export const en = {
  title: "Keyboard shortcuts",
  places: {
    page: "Anywhere",
    player: "Player, wherever nothing else takes the key",
    waveform: "On the player's waveform",
    rows: "In lists of takes, results and frames",
    rowButtons: "On a take or a result",
    takes: "On a take",
    compare: "In Compare",
    comparePosition: "On Compare's position",
    blind: "In a blind test",
    batch: "On a result of a batch",
    voices: "In the list of voices",
    words: "On the words, while reading along",
    handle: "On the line above the tabs",
    present: "While presenting",
    compareStage: "Comparing on the stage, beside the keys of Compare and of a blind test",
  },
  actions: {
    page: { speak: "Speak, or stop what runs", present: "Present", help: "Show this list" },
    player: {
      playOrPause: "Play or pause",
      back: "Back 5 seconds",
      on: "Forward 5 seconds",
      stop: "End and go back to the start",
      toggleMuted: "Mute or unmute",
      slower: "Slower",
      faster: "Faster",
    },
    waveform: {
      on: "Forward 1 second",
      back: "Back 1 second",
      farOn: "Forward 10 seconds",
      farBack: "Back 10 seconds",
      toStart: "To the start",
      toEnd: "To the end",
    },
    rows: {
      next: "Next",
      previous: "Previous",
      nextPage: "One page on",
      previousPage: "One page back",
      first: "First",
      last: "Last",
    },
    rowButtons: { into: "To its next button", out: "To its previous button" },
    takes: {
      hear: "Hear it",
      star: "Star",
      edit: "Rename, and write a note",
      restore: "Reuse text and settings",
      compare: "Compare",
      present: "Add to the presentation",
      choose: "Select",
      remove: "Delete",
    },
    compare: {
      select: "Hear that take from the same moment",
      playOrPause: "Play or pause all",
      back: "Back 5 seconds",
      on: "Forward 5 seconds",
      loopFrom: "Loop from here",
      loopUntil: "Loop to here",
    },
    comparePosition: {
      on: "Forward half a second",
      back: "Back half a second",
      farOn: "Forward 5 seconds",
      farBack: "Back 5 seconds",
      toStart: "To the start",
      toEnd: "To the end",
    },
    blind: {
      a: "Hear A",
      b: "Hear B",
      x: "Hear X",
      playOrPause: "Play or pause",
      preferA: "Decide for A",
      preferB: "Decide for B",
      none: "Decide for neither",
    },
    batch: { hear: "Play or pause", show: "Show it in the player", star: "Star", repeat: "Send again" },
    voices: { choose: "Choose the voice", hear: "Hear a sample sentence", favour: "Add to favourites, or remove" },
    words: { hear: "Hear from this word" },
    handle: {
      higher: "Higher",
      lower: "Lower",
      muchHigher: "Much higher",
      muchLower: "Much lower",
      usual: "Usual height",
    },
    present: {
      on: "A step on: the words, their audio, the next item",
      back: "A step back",
      next: "Next item, without hearing this one",
      previous: "Previous item",
      playOrPause: "Play or pause",
      black: "Black screen, and back",
      first: "First item",
      last: "Last item",
      louder: "Louder",
      quieter: "Quieter",
      toggleMuted: "Mute or unmute",
      list: "The programme",
      fullScreen: "Full screen",
      start: "Full screen, from the first item",
      startHere: "Full screen, from the shown item",
      leave: "Leave full screen, then the presentation",
    },
    compareStage: {
      on: "Hear the next one",
      back: "Hear the previous one",
      reveal: "End the blind test and show what it was",
      toggleMuted: "Mute or unmute",
      fullScreen: "Full screen",
      leave: "Leave full screen, then the stage",
    },
  },
  names: {
    Space: "Space",
    Enter: "Enter",
    Shift: "Shift",
    Home: "Home",
    End: "End",
    PageUp: "Page up",
    PageDown: "Page down",
    Escape: "Esc",
    Delete: "Delete",
    Backspace: "Backspace",
  },
  or: "or",
  single: "Single keys control the player",
  singleHelp: "They never act while you type. Turn them off if you speak to your computer, or if they get in the way.",
  stage: "Letters and signs control the stage",
  stageHelp:
    "Nobody types there, and clickers send some of them, such as B or the full stop for the black screen. " +
    "Without them all other keys act as ever, and everything else has its button.",
  close: "Close",
} satisfies Texts;

/** Each place and each key of the table needs its words. */
interface Texts {
  readonly places: Readonly<Record<ShortcutPlace, string>>;
  readonly actions: { readonly [Place in ShortcutPlace]: Readonly<Record<ShortcutIn<Place>, string>> };
  readonly [other: string]: unknown;
}

/** Every text of the list of keyboard shortcuts. */
export type ShortcutsMessages = typeof en;
