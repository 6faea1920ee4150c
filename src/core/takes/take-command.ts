/** What a row can be asked for. */
export const takeCommands = [
  "hear",
  "show",
  "star",
  "edit",
  "restore",
  "compare",
  "present",
  "repeat",
  "keepCase",
  "save",
  "saveRaw",
  "end",
  "choose",
  "export",
  "remove",
] as const;
export type TakeCommand = (typeof takeCommands)[number];
