/** What a row can be asked for. */
export const takeCommands = ["hear", "show", "star", "edit", "restore", "repeat", "save", "end", "remove"] as const;
export type TakeCommand = (typeof takeCommands)[number];

/** The keys of a row that has the focus. */
export const commandKeys: Readonly<Record<string, TakeCommand>> = {
  Enter: "hear",
  " ": "hear",
  s: "star",
  e: "edit",
  F2: "edit",
  r: "restore",
  Delete: "remove",
  Backspace: "remove",
};
