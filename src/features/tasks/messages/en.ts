/** The texts of the tasks tab in English. They come with the tab. */
export const en = {
  empty: {
    title: "No tasks yet",
    text:
      "Async mode makes one: for long texts, and for voices made from a recording. " +
      "It goes on at the service while the page is closed; the page fetches its audio when it is open again.",
    choose: "Choose async mode",
  },
  further: "Show more",
  leave: "Stop waiting",
  leaveHelp: "The page stops asking for the task. It goes on at the service, and is charged as usual.",
  look: "Check now",
  details: "Details",
  id: "Task id",
  object: "What the service said last",
  foreign: "The service named an address for the audio that isn't its own, so the page doesn't download it:",
  foreignKept:
    "The service named an address for the audio that isn't its own. " +
    "The audio came from the service itself, at the path that the document names; this address was never asked:",
};

/** Every text of the tasks tab. */
export type TasksMessages = typeof en;
