import type * as z from "zod/mini";
import { taskIdIn, taskPath } from "../../contract/routes.ts";
import { pathAt } from "../../contract/service-names.ts";
import { spokenText } from "../text/directions.ts";
import type { Pronunciations } from "../text/pronunciations.ts";
import type {
  logEntrySchema,
  storedErrorSchema,
  takeDetailsSchema,
  takeRowSchema,
  takeSoundSchema,
} from "./take-schema.ts";

/**
 * How far a submission is. It is written as `submitting` before the request leaves. `waiting`: the service took it as a
 * task and works on it. `interrupted`: the page that had sent it went away before the answer's end, so it may have been
 * billed; nothing repeats it by itself.
 */
export const takeStatuses = [
  "submitting",
  "receiving",
  "waiting",
  "complete",
  "stopped",
  "failed",
  "interrupted",
] as const;
export type TakeStatus = (typeof takeStatuses)[number];

/**
 * How much of a take's sound is kept; `removed` where a person made room. `remote`: it is too large to keep, and plays
 * from the service as long as that has it.
 */
export const soundStates = ["none", "partial", "whole", "removed", "remote"] as const;

/** A string that sorts by the time at which it was made (see `createTakeId`). */
export type TakeId = string;

/**
 * What lists show of a take and search in: a light row, all of which fit into memory by the ten thousand. What else
 * there is to a take stands in {@link TakeDetails} and {@link TakeSound}.
 */
export type TakeRow = Readonly<z.infer<typeof takeRowSchema>>;

/** The most characters of a script that a row holds. */
export const excerptLength = 2_000;

/** An error as it can be stored: see `storeError` and `restoreError`. */
export type StoredError = Readonly<z.infer<typeof storedErrorSchema>>;

/** One thing that happened to a request; `at` in milliseconds since it was started. Further keys tell more about it. */
export type TakeLogEntry = Readonly<z.infer<typeof logEntrySchema>>;

/** Everything about a take but its sound: read when the take is opened, never for lists. */
export type TakeDetails = Readonly<z.infer<typeof takeDetailsSchema>>;
/** The form that made a request, as it can be brought back. */
export type TakeForm = TakeDetails["form"];

/** A part of a script that one request speaks. */
export type TakePart = NonNullable<TakeDetails["parts"]>[number];

/** What of a take's script is spoken: all of it but the directions in brackets that its parts leave out. */
export function saidIn({
  form,
  parts,
}: {
  readonly form: Pick<TakeForm, "text">;
  readonly parts?: readonly Pick<TakePart, "start" | "end">[] | undefined;
}): string {
  return parts === undefined ? form.text : spokenText(form.text, parts).text;
}

/** What is said in a take, and how it was sent. */
export interface SpokenScript {
  /** The script without the directions that its parts leave out. */
  readonly text: string;
  /** Words of it for which others were sent, so that what a service tells of words is told of those. */
  readonly pronunciations?: Pronunciations | undefined;
  /** Where it was sent in several requests. */
  readonly parts?: TakeDetails["parts"];
}

export function spokenScriptOf({ form, parts }: Pick<TakeDetails, "form" | "parts">): SpokenScript {
  // The times of parts are the page's own, and of the script as it is written.
  if (parts === undefined) return { text: form.text, pronunciations: form.pronunciations };
  return { text: saidIn({ form, parts }), parts };
}

/** A take's sound, exactly as the service sent it. */
export type TakeSound = Readonly<z.infer<typeof takeSoundSchema>>;

/** What may change of a take after it was written first. */
export type TakePatch = Readonly<Partial<Omit<TakeRow, "id" | "created">>>;
export type TakeDetailsPatch = Readonly<Partial<Omit<TakeDetails, "id">>>;

/** Whether the answer may still bring something to the page that sent the request. */
export function isSending({ status }: Pick<TakeRow, "status">): boolean {
  return status === "submitting" || status === "receiving";
}

/**
 * Until when the service has audio that is too large to be kept here, in Unix milliseconds; undefined where the address
 * of the audio, the only one that tells, says nothing of it.
 */
export function remoteUntil({ task }: Pick<TakeRow, "task">): number | undefined {
  const seconds = Number(new URLSearchParams(task?.content?.split("?")[1]).get("expires"));
  return seconds > 1e9 && seconds < 1e10 ? seconds * 1_000 : undefined;
}

/** Whether what a task brings is still to come, to this page or another. */
export function isTaskUnderWay({ status }: Pick<TakeRow, "status">): boolean {
  return status === "submitting" || status === "waiting";
}

/**
 * The path of a take's sound that stays with the service, because it is too large to be kept. Only a documented one is
 * asked.
 */
export function remoteAddress({ sound, task, serviceName }: RemoteSound): string | undefined {
  const [path = ""] = task?.content?.split("?") ?? [];
  return sound === "remote" && path === taskPath("content", taskIdIn(path) ?? "")
    ? pathAt(serviceName, task?.content ?? "")
    : undefined;
}

type RemoteSound = Pick<TakeRow, "sound" | "task" | "serviceName">;

/** Whether a take's sound can be saved as a file: what is kept of it here, or all of it from the service. */
export function isDownloadable(row: RemoteSound): boolean {
  return row.sound === "whole" || row.sound === "partial" || remoteAddress(row) !== undefined;
}

/** Whether parts of a take's script are still to be sent, and nobody sends them: behind what is there it can go on. */
export function canGoOn({ status, parts, sound }: Pick<TakeRow, "status" | "parts" | "sound">): boolean {
  return parts !== undefined && parts.done < parts.count && sound !== "removed" && !isSending({ status });
}

/** The name under which the sound of a take's part is kept until the whole is there. */
export function partId(id: TakeId, index: number): TakeId {
  return `${id}/${index}`;
}

/** Whether nothing of a take can be heard. Its request and answer can be compared all the same, from the tab. */
export function isSilent({ status, sound }: Pick<TakeRow, "status" | "sound">): boolean {
  return status === "failed" && sound === "none";
}
