/** Where the differing service goes against the document, why services do so, and the checks that must say it. */
export const knownDifferences: readonly {
  readonly name: string;
  readonly reason: string;
  readonly fails: readonly string[];
}[] = [
  {
    name: "an entry of the model list without an id",
    reason: "A gateway lists a channel of its own beside the models. Section 2.7 gives every entry an id.",
    fails: ["2.7/model-list"],
  },
  {
    name: "tasks without progress",
    reason: "The queue behind it counts none. Section 2.6 has it among the fields of every task.",
    fails: ["2.6/task-object", "3/task-life"],
  },
  {
    name: "a frame before the sound",
    reason: "The session is announced first, as realtime services do. By section 6 the first frames are binary ones.",
    fails: ["6/order", "4/socket-fields"],
  },
];
