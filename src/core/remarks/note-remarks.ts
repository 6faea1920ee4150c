import * as z from "zod/mini";
import type { HeaderList } from "../../api/errors.ts";
import { type AudioFormat, isRateAssumed, isRaw } from "../../audio/base/format.ts";
import { readWavFacts } from "../../audio/formats/wav-facts.ts";
import { engineField } from "../../contract/engines.ts";
import { parseJson, property } from "../../contract/json.ts";
import { undocumented } from "../../contract/language.ts";
import type { Resolution } from "../../contract/model.ts";
import { findModel } from "../../contract/models/index.ts";
import { differing, effectiveValues, isOrderGuessed, resolveRequest } from "../../contract/resolve.ts";
import { noteField } from "../../contract/spoken-note.ts";
import { checkOrder } from "../exchanges/check-order.ts";
import { type FrameRow, toFrameRows } from "../exchanges/frame-rows.ts";
import type { TakeLibrary } from "../takes/library.ts";
import type { TakeDetails, TakeId, TakeRow, TakeSound } from "../takes/take.ts";
import { respell } from "../text/pronunciations.ts";
import { localeOf } from "../voices/spoken-language.ts";
import { inspectSound, type SoundInspection } from "./inspect-sound.ts";
import { remarkCodes } from "./remark-codes.ts";
import { type Came, type Remark, remarksOn } from "./remarks.ts";

/** Looks through what a take's request brought, and writes down what is to be remarked on it. Never rejects. */
export async function noteRemarks(library: TakeLibrary, id: TakeId): Promise<void> {
  try {
    const [details, sound] = [await library.details(id), await library.sound(id)];
    const row = library.row(id);
    if (row === undefined || details === undefined) return;
    const heads = headsOf(row, details);
    const frames = toFrameRows(details.log.entries);
    const told = toldIn(row, details, frames);
    const engine = engineOf(heads, told("engine"));
    if (engine !== undefined && engine !== row.engine) library.update(id, { engine });
    const inspection = await inspectionOf(row, details, sound);
    const came = cameOf(row, details, sound, frames, inspection);
    const note = told("note");
    // Parts are many, and so is what came for them: of each only its head is looked at.
    const { endpoint, voiceLocale, codec } = came;
    const each = { endpoint, voiceLocale, codec, words: [], aliases: [], frameFindings: 0 };
    const remarks = onceEach([
      ...remarksOn(came),
      ...heads.flatMap((head) => remarksOn({ ...each, ...cameInHead(head, note) })),
    ]);
    const facts = await wavFactsOf(row, sound);
    if (facts !== undefined) library.update(id, { facts });
    if (remarks.length > 0 || row.remarks !== undefined) library.update(id, { remarks: [...remarks] });
  } catch {
    // What can't be read can't be judged, and a take is worth as much without.
  }
}

/** What isn't as it should be in the sound of a take's part, as it is kept for {@link noteRemarks}. */
export async function inspectPart(sound: Blob, format: AudioFormat): Promise<Record<string, number>> {
  return { ...(await inspectSound(sound, format)) };
}

/** What a WAV file's header says of it, for takes of an older version: it is read while the sound comes by now. */
async function wavFactsOf({ facts }: TakeRow, sound: TakeSound | undefined): Promise<TakeRow["facts"]> {
  if (sound?.format.codec !== "wav" || facts?.sampleRate !== undefined) return undefined;
  return { bytes: sound.blob.size, ...(await readWavFacts(sound.blob)), ...facts };
}

const contentSchema = z.object({
  status: z.number(),
  headers: z.array(z.tuple([z.string(), z.string()])),
});

interface Head {
  readonly status?: number | undefined;
  readonly headers: HeaderList;
}

/**
 * The heads of the answers that brought a take's sound, or one that says nothing where none is known: of a task that to
 * its content, of parts those to the parts that are there, of a WebSocket there is none.
 */
function headsOf(row: TakeRow, { request, headers = [], task, parts }: TakeDetails): readonly Head[] {
  const nothing: Head = { headers: [] };
  if (request.endpoint === "tasks") return [contentSchema.safeParse(task?.["content"]).data ?? nothing];
  if (parts === undefined) return [{ status: row.httpStatus, headers: row.transport === "websocket" ? [] : headers }];
  const heads = parts.flatMap(({ state, answer }) => (state === "done" && answer !== undefined ? [answer] : []));
  return heads.length === 0 ? [nothing] : heads;
}

function headerIn(head: Head, name: string): string | undefined {
  return head.headers.find(([each]) => each.toLowerCase() === name)?.[1];
}

/** What spoke a take, by all of its answers. */
function engineOf(heads: readonly Head[], elsewhere: string | undefined): string | undefined {
  const told = heads.flatMap((head) => (headerIn(head, engineField) || elsewhere)?.split(/, */) ?? []);
  return told.length === 0 ? undefined : [...new Set(told)].join(", ");
}

/** Remarks that say the same of several answers count as one. */
function onceEach(remarks: readonly Remark[]): readonly Remark[] {
  const each = new Map(remarks.map((remark) => [`${remark.code} ${remark.was}`, remark]));
  return [...each.values()].sort((one, other) => remarkCodes.indexOf(one.code) - remarkCodes.indexOf(other.code));
}

/** What isn't as it should be in a take's sound. That of parts is put together: what came is told by each of them. */
async function inspectionOf(
  row: TakeRow,
  { parts }: TakeDetails,
  sound: TakeSound | undefined,
): Promise<SoundInspection | undefined> {
  if (parts !== undefined)
    return summed(parts.map(({ state, answer }) => (state === "done" ? (answer?.inspection ?? {}) : {})));
  // Of a sound that broke off, everybody knows that something is missing.
  return sound === undefined || row.sound !== "whole" ? undefined : inspectSound(sound.blob, sound.format);
}

function summed(all: readonly SoundInspection[]): SoundInspection {
  const sum = (name: keyof SoundInspection) => all.reduce((total, each) => total + (each[name] ?? 0), 0);
  const parts = Math.max(1, ...all.map((each) => each.parts ?? 1));
  return { missing: sum("missing"), behind: sum("behind"), stray: sum("stray"), half: sum("half"), parts };
}

/** What a service tells of a take's sound elsewhere than in the answer's head: in the task, or a text frame. */
function toldIn(row: TakeRow, { task }: TakeDetails, frames: readonly FrameRow[]) {
  const texts = frames.flatMap(({ direction, text }) => (direction === "received" ? [text] : []));
  const objects = [task?.object, ...(row.transport === "websocket" ? texts.map(parseJson) : [])];
  return (name: string) =>
    objects
      .map((object) => property(object, name))
      .find((text): text is string => typeof text === "string" && text !== "");
}

/** What is told in the head of one answer, or of its sound `elsewhere`. */
function cameInHead(head: Head, elsewhere: string | undefined) {
  return {
    status: head.status,
    contentType: headerIn(head, "content-type"),
    contentEncoding: headerIn(head, "content-encoding"),
    contentLanguage: headerIn(head, "content-language"),
    note: headerIn(head, noteField) || elsewhere,
  };
}

/** What came for a take as a whole. */
function cameOf(
  row: TakeRow,
  details: TakeDetails,
  sound: TakeSound | undefined,
  frames: readonly FrameRow[],
  inspection: SoundInspection | undefined,
): Came {
  const { request, form, words, timestamps, task } = details;
  const isTask = request.endpoint === "tasks";
  const format = sound?.format;
  const resolution = resolutionOf(row, details);
  const problem = task?.["timestampsProblem"];
  const codec = resolution?.model.output(effectiveValues(resolution)).codec;
  return {
    endpoint: request.endpoint,
    voiceLocale: localeOf(row),
    askedCodec: codec === undocumented ? undefined : codec,
    codec: format?.codec === "other" ? format.mediaType : format?.codec,
    assumedRate: format !== undefined && isRaw(format) && isRateAssumed(format) ? format.sampleRate : undefined,
    sound: inspection,
    duration: row.sound === "whole" ? row.facts?.duration : undefined,
    // The times of a script in parts are the page's own.
    words: details.parts === undefined ? [...words, ...(timestamps === undefined ? [] : [timestamps])] : [],
    timesProblem: typeof problem === "string" ? problem : undefined,
    // Of what was stopped or broke off there are no times of the rest.
    script: row.status === "complete" ? respell(form.text, form.pronunciations ?? []).text : undefined,
    aliases: resolution === undefined ? [] : aliasesOf(resolution),
    taskAnswer: isTask ? parseJson(details.answer?.text) : undefined,
    taskId: isTask ? row.task?.id : undefined,
    frameFindings: row.status === "stopped" ? 0 : (checkOrder(frames, true)?.length ?? 0),
  };
}

function resolutionOf({ model: id }: TakeRow, { request }: TakeDetails): Resolution | undefined {
  const model = findModel(id);
  const body = parseJson(request.body);
  return model === undefined || body === undefined ? undefined : resolveRequest(model, body, request.endpoint);
}

/** Fields that stand in a body several times with values that differ, where the document leaves open which one wins. */
function aliasesOf({ fields }: Resolution): Came["aliases"] {
  return [...fields.values()]
    .filter(isOrderGuessed)
    .map(({ winner, losers }) => [winner, ...differing(winner, losers)].flatMap((each) => each?.place ?? []));
}
