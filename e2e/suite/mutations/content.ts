import { joinBytes } from "../../../src/contract/bytes.ts";
import { onHttp, onSound, replaced, textBytes, withHeader, withStatus } from "../operations.ts";
import { places } from "../places.ts";
import { type Mutation, mutation, swapped, unseen } from "./mutation.ts";

/** What is done to parts, HEAD, and what isn't there. */
export const contentMutations: readonly Mutation[] = [
  mutation(
    "part: one byte late",
    places.part,
    onSound((bytes) => joinBytes([bytes.slice(1), bytes.slice(0, 1)])),
    "4/content-range",
  ),
  mutation(
    "part: one byte too many",
    places.part,
    onSound((bytes) => joinBytes([bytes, bytes.slice(0, 1)])),
    "4/content-range",
  ),
  mutation(
    "part: another total in content-range",
    places.part,
    onHttp((http) =>
      withHeader(
        "content-range",
        http.answer.headers.find(([name]) => name === "content-range")?.[1].replace(/\d+$/, "123456789"),
      )(http),
    ),
    "4/content-range",
  ),
  mutation(
    "part: other ends in content-range",
    places.part,
    withHeader("content-range", "bytes 1-100/5000"),
    "4/content-range",
  ),
  mutation("part: without content-range", places.part, withHeader("content-range", undefined), "4/content-range"),
  mutation("part: with 200", places.part, withStatus(200), "4/content-range"),
  swapped(
    "part: the whole in its place",
    places.part,
    (each, mine) => each.path === mine.path && each.range === undefined && each.method === "GET",
    "4/content-range",
  ),
  swapped(
    "part: another part",
    places.part,
    (each, mine) => each.path === mine.path && each.range !== undefined && each.range !== mine.range,
    "4/content-range",
  ),
  mutation("part: beyond the end with 200", places.beyondEnd, withStatus(200), "4/content-range"),
  mutation("part: beyond the end with 206", places.beyondEnd, withStatus(206), "4/content-range"),
  mutation("HEAD: another length", places.head, withHeader("content-length", "12345"), "4/content-head"),
  mutation("HEAD: another type", places.head, withHeader("content-type", "audio/wav"), "4/content-head"),
  mutation("HEAD: no type", places.head, withHeader("content-type", undefined), "4/content-head"),
  mutation("HEAD: not there", places.head, withStatus(404), "4/content-head"),
  mutation("HEAD: 204", places.head, withStatus(204), "4/content-head"),
  mutation(
    "timestamps of a Model C task",
    places.noTimestamps,
    replaced(textBytes("[]"), "application/json", 200),
    "4/no-timestamps",
  ),
  mutation(
    "a task that doesn't exist is there",
    places.unknownTask,
    replaced(textBytes('{"id":"task_nosuchtask","status":"queued"}'), "application/json", 200),
    "4/unknown-task",
  ),
  unseen(
    mutation(
      "a task that doesn't exist is a failure of the service",
      places.unknownTask,
      withStatus(500),
      "4/unknown-task",
    ),
    "A failure of the service says nothing of the rule: the check is not judged.",
  ),
];
