import * as z from "zod/mini";
import type { RequestEvent } from "../../api/request-events.ts";
import type { TakeDetails, TakeLogEntry } from "../takes/take.ts";

const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined);

const pollSchema = z.object({
  /** Milliseconds since the task was sent. */
  at: z.number(),
  status: optional(z.number()),
  requestId: optional(z.string()),
  /** The body; absent where it is that of the look before. */
  text: optional(z.string()),
  truncated: optional(z.boolean()),
  /** Why no answer came. */
  problem: optional(z.string()),
});
/** One look at a task: what the service answered, or that it didn't. */
export type Poll = z.infer<typeof pollSchema>;

const pollsSchema = z.object({ first: z.array(pollSchema), last: z.array(pollSchema), dropped: z.number() });
/** The looks at a task, oldest first; those between the first and the last ones are only counted. */
export type Polls = z.infer<typeof pollsSchema>;

/** So many of the first looks and of the last ones are kept, and so much of the text of each, in UTF-16 units. */
const [mostFirst, mostLast, mostText] = [20, 60, 16_000];

/** What is kept of the looks at a task. */
export function pollsOf(task: TakeDetails["task"]): Polls {
  const parsed = pollsSchema.safeParse(task?.["polls"]);
  return parsed.success ? parsed.data : { first: [], last: [], dropped: 0 };
}

const askedSchema = z.array(z.looseObject({ at: z.number(), type: z.enum(["head", "content", "timestamps"]) }));

/** What was answered whenever a task, its audio or its times were asked for, as it happened. */
export function answersAbout(task: TakeDetails["task"]): readonly TakeLogEntry[] {
  const asked = askedSchema.safeParse(task?.["asked"]);
  const looks = listPolls(pollsOf(task)).map((poll) => ({ ...poll, type: "poll", direction: "received" }));
  return [...looks, ...(asked.success ? asked.data : [])].toSorted((one, other) => one.at - other.at);
}

/** `polls` and one look more. */
export function withPoll({ first, last, dropped }: Polls, poll: Poll): Polls {
  const before = [...first, ...last].findLast(({ text }) => text !== undefined)?.text;
  const { text, ...others } = poll;
  const kept: Poll =
    text === undefined || text === before
      ? others
      : { ...others, text: text.slice(0, mostText), ...(text.length > mostText ? { truncated: true } : {}) };
  if (first.length < mostFirst) return { first: [...first, kept], last, dropped };
  const over = last.length === mostLast;
  const [oldest, next] = last;
  // What stood there for those behind it has to stand on.
  const rest = !over
    ? last
    : last.slice(1).map((each, at) => (at === 0 && next?.text === undefined ? { ...each, text: oldest?.text } : each));
  return { first, last: [...rest, kept], dropped: dropped + (over ? 1 : 0) };
}

/** Notes one look while it happens. */
export function createPollNote(at: number): { readonly observe: (event: RequestEvent) => void; read(): Poll } {
  let poll: Poll = { at };
  return {
    observe(event) {
      if (event.type === "headers") {
        const requestId = event.headers.find(([name]) => name === "x-request-id")?.[1];
        poll = { ...poll, status: event.status, ...(requestId === undefined ? {} : { requestId }) };
      }
      if (event.type === "body") poll = { ...poll, text: event.text, ...(event.truncated ? { truncated: true } : {}) };
    },
    read: () => poll,
  };
}

/** A look as a person reads it: with its number, and its text also where it was the one before. */
export type ListedPoll = Poll & { readonly number: number; readonly same: boolean };

/** The looks that are kept, oldest first. */
export function listPolls({ first, last, dropped }: Polls): readonly ListedPoll[] {
  let text: string | undefined;
  return [...first, ...last].map((poll, at) => {
    const { text: own, ...facts } = poll;
    const same = own === undefined && poll.status !== undefined;
    text = own ?? text;
    const number = at + 1 + (at < first.length ? 0 : dropped);
    // One that wasn't answered only carries the text of a dropped one on.
    return { ...facts, number, same, ...(poll.status !== undefined && text !== undefined ? { text } : {}) };
  });
}
