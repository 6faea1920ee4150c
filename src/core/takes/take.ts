import type * as z from "zod/mini";
import type { Observable, Store } from "../../audio/base/store.ts";
import type { SpeechSession } from "../../audio/session/session.ts";
import type { ModelDescriptor } from "../../contract/model.ts";
import type { SpeechRequest } from "../../contract/request.ts";
import { taskIdIn, taskPath } from "../../contract/routes.ts";
import { spokenText } from "../text/directions.ts";
import type { Pronunciations } from "../text/pronunciations.ts";
import type { EmotionValues } from "./emotion-values.ts";
import type { NetworkTimes } from "./network-times.ts";
import type {
  logEntrySchema,
  storedErrorSchema,
  takeDetailsSchema,
  takeRowSchema,
  takeSoundSchema,
} from "./take-schema.ts";

export type TakeStatus = TakeRow["status"];

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

/** Whoever speaks in a take: voice names in the order in which they begin, or the address of a reference recording. */
export function voicesOf({
  voice,
  voices = [voice],
}: {
  readonly voice: string;
  readonly voices?: readonly string[] | undefined;
}): readonly string[] {
  return voices;
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

/** How a take is found whose page went before its answer was there: what was sent may have cost something. */
export function leftBehind({ unsent }: Pick<TakeRow, "unsent">): TakeStatus {
  return unsent === true ? "stopped" : "interrupted";
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
 * Whether somebody still asks for what a task brings: not once a person has left it, or where it was asked for long
 * enough.
 */
export function isAwaited({ status, task }: Pick<TakeRow, "status" | "task">): boolean {
  if (status !== "waiting" || task === undefined) return isTaskUnderWay({ status });
  const isFetched = task.status === "completed" && task.failures === undefined;
  return task.left !== true && (task.nextPoll !== undefined || isFetched);
}

/**
 * The service's path of a take's sound that stays there, because it is too large to be kept. Only a documented one is
 * asked: see `remoteAddress`.
 */
export function remoteContent({ sound, task }: RemoteSound): string | undefined {
  const [path = ""] = task?.content?.split("?") ?? [];
  return sound === "remote" && path === taskPath("content", taskIdIn(path) ?? "") ? task?.content : undefined;
}

type RemoteSound = Pick<TakeRow, "sound" | "task">;

/** Whether a take's sound can be saved as a file: what is kept of it here, or all of it from the service. */
export function isDownloadable(row: RemoteSound): boolean {
  return row.sound === "whole" || row.sound === "partial" || remoteContent(row) !== undefined;
}

/**
 * Whether parts of a take's script are still to be sent, and nobody sends them: behind what is there it can go on. A
 * file holds the sound of the parts as one: behind that it can't.
 */
export function canGoOn({
  status,
  parts,
  sound,
  imported,
  resumed = 0,
}: Pick<TakeRow, "status" | "parts" | "sound" | "imported" | "resumed">): boolean {
  if (parts === undefined || parts.done >= parts.count || sound === "removed" || isSending({ status })) return false;
  return imported === undefined || parts.done === 0 || resumed >= imported.at;
}

/**
 * What a failure cost a take: the parts before the one that failed were spoken. A kept take's failure is read anew when
 * it is opened, perhaps by other rules than when it failed: of what both say, the more careful holds.
 */
export function costOf<Cost>(failure: { readonly cost: Cost }, row: Pick<TakeRow, "parts" | "failure"> | undefined) {
  const kept = row?.failure?.cost ?? "none";
  const cost = kept === "none" ? failure.cost : kept;
  return cost === "none" && (row?.parts?.done ?? 0) > 0 ? "parts" : cost;
}

/** When a take's times begin to count, in Unix milliseconds. */
export function startedAt({ created, resumed }: Pick<TakeRow, "created" | "resumed">): number {
  return resumed ?? created;
}

/** How long it took until all of a take was there, in milliseconds; undefined of one that ended otherwise. */
export function completeAfter({ status, times }: Pick<TakeRow, "status" | "times">): number | undefined {
  return status === "complete" ? times.ended : undefined;
}

/** When the answer to a take ended, in Unix milliseconds; undefined while it hasn't. */
export function endedAt(row: Pick<TakeRow, "created" | "resumed" | "times">): number | undefined {
  return row.times.ended === undefined ? undefined : startedAt(row) + row.times.ended;
}

/** The name under which the sound of a take's part is kept until the whole is there. */
export function partId(id: TakeId, index: number): TakeId {
  return `${id}/${index}`;
}

/** Whether nothing of a take can be heard. Its request and answer can be compared all the same, from the tab. */
export function isSilent({ status, sound }: Pick<TakeRow, "status" | "sound">): boolean {
  return status === "failed" && sound === "none";
}

/** A submission that the player holds: what was sent, and the session that brings the answer or plays what is kept. */
export interface Take extends SpokenScript {
  readonly id: TakeId;
  readonly model: ModelDescriptor;
  /** A voice name, or the address of a reference recording. */
  readonly voice: string;
  /** All of them where several speak: see `takeRowSchema`. */
  readonly voices?: readonly string[] | undefined;
  /** What was asked for of the emotion; undefined where the model knows none. */
  readonly emotion?: EmotionValues | undefined;
  readonly request: SpeechRequest;
  /** What the service is called that it went to, where there are several. */
  readonly serviceName?: string | undefined;
  readonly session: SpeechSession;
  /** Whether this page asked for it and takes its times; else it is from the library. */
  readonly isAskedHere?: boolean;
  /** Whether it went on behind parts that were kept, so that its times are not those of all its sound. */
  readonly goesOn?: boolean;
  /** What the service said about the words, as it came: `progress` frames, or a task's timestamps document. */
  readonly timestamps: Store<readonly unknown[]>;
  /** What the network did for it so far, on the clock of the session's times. */
  readonly network: () => NetworkTimes;
  /** Where the service's own download of its sound is, which is too large to be kept here. */
  readonly download?: string | undefined;
  /** Why a sound that came isn't there any more: a person removed it, or there was never room to keep it. */
  readonly soundGone?: "removed" | "lost" | undefined;
  /** Everything that happened to the request, in order. */
  readonly log: Observable<TakeDetails["log"]>;
}
