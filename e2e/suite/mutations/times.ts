import type { JsonObject } from "../../../src/contract/json.ts";
import { both, eachTime, type Operation, onJson, onTimes, replaced, textBytes, withStatus } from "../operations.ts";
import { any, places } from "../places.ts";
import { type Mutation, mutation } from "./mutation.ts";

/** What is done to times, in both places where there are some. */
const onBothTimes: readonly (readonly [name: string, operation: Operation])[] = [
  ["late by 100 s", eachTime((start, end) => [start + 100, end + 100])],
  ["end before start", eachTime((start, end) => [end, start])],
  ["in milliseconds", eachTime((start, end) => [start * 1_000, end * 1_000])],
  ["reversed", onTimes((all) => all.toReversed())],
  ["below zero", eachTime((start, end) => [start - 0.5, end - 0.5])],
  ["past the end", eachTime((start, end) => [start * 3, end * 3])],
  ["all in the first tenth", eachTime((start, end) => [start / 10, end / 10])],
  [
    "as text",
    onTimes((all) => all.map((each) => ({ ...each, start: String(each["start"]), end: String(each["end"]) }))),
  ],
  ["without ends", onTimes((all) => all.map(({ end: _, ...each }) => each))],
  ["none", onTimes(() => [])],
];

const wordTask = any(places.timestamps, places.made, places.task);
const renamed = ({ word, sentence, ...rest }: JsonObject) =>
  word === undefined ? { ...rest, word: sentence } : { ...rest, sentence: word };
const otherGranularity = onJson(({ granularity, ...rest }) =>
  granularity === undefined ? rest : { ...rest, granularity: granularity === "word" ? "sentence" : "word" },
);
const oneEntry = onTimes((all) => {
  const [first, last] = [all[0], all.at(-1)];
  if (all.length < 2) return all;
  return [{ ...first, end: last?.["end"], word: all.map(({ word }) => word).join(" ") }];
});

/** What is done to times. */
export const timeMutations: readonly Mutation[] = [
  ...onBothTimes.flatMap(([name, operation]) => [
    mutation(`timestamps ${name}`, places.timestamps, operation, "4/timestamps", "2.3/b-timestamps"),
    mutation(`progress ${name}`, places.socketTimes, operation, "6/progress"),
  ]),
  mutation("timestamps: one word for the sentence", wordTask, oneEntry, "2.3/b-timestamps-word"),
  mutation("progress: one word for the sentence", places.socketTimes, oneEntry, "6/progress"),
  mutation(
    "timestamps: sentences for words, and words for sentences",
    places.timestamps,
    both(
      onTimes((all) => all.map(renamed)),
      otherGranularity,
    ),
    "2.3/b-timestamps",
  ),
  mutation(
    "timestamps: of another text",
    places.timestamps,
    onTimes((all) => all.map((each) => ({ ...each, word: "x" }))),
    "2.3/b-timestamps-word",
  ),
  mutation(
    "progress: of another text",
    places.socketTimes,
    onTimes((all) => all.map((each) => ({ ...each, word: "x" }))),
    "6/progress",
  ),
  mutation(
    "timestamps: each twice",
    places.timestamps,
    onTimes((all) => [...all, ...all]),
    "2.3/b-timestamps",
    "4/timestamps",
  ),
  mutation(
    "timestamps: as subtitles",
    places.timestamps,
    replaced(textBytes("1\n00:00:00,000 --> 00:00:01,000\nGood morning\n"), "application/x-subrip"),
    "4/timestamps",
  ),
  mutation("timestamps: not there", places.timestamps, withStatus(404), "4/timestamps"),
];
