/** The texts of the list of keyboard shortcuts in English. They come with it. */
export const en = {
  title: "Keyboard shortcuts",
  speak: "Speak, or stop what runs",
  actions: {
    playOrPause: "Play or pause",
    back: "Back 5 seconds",
    on: "Forward 5 seconds",
    stop: "End and go back to the start",
    toggleMuted: "Mute or unmute",
    slower: "Slower",
    faster: "Faster",
  },
  slider: "On the waveform: ← → one second, Page keys ten, Home and End to the ends.",
  help: "Show this list",
  space: "Space",
  or: "or",
  single: "Single keys control the player",
  singleHelp: "They never act while you type. Turn them off if you speak to your computer, or if they get in the way.",
  close: "Close",
};

/** Every text of the list of keyboard shortcuts. */
export type ShortcutsMessages = typeof en;
