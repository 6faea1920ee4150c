/** What a stage says of itself, whatever is shown on it, in English. */
export const en = {
  fullScreen: "Full screen",
  leaveFullScreen: "Leave full screen",
  refused: "The browser refused full screen.",
};

export type StageMessages = typeof en;
