import * as z from "zod/mini";
import { isRateAssumed, isRaw } from "../../audio/base/format.ts";
import { readWavFacts } from "../../audio/formats/wav-facts.ts";
import { engineField } from "../../contract/engines.ts";
import { parseJson, property } from "../../contract/json.ts";
import { undocumented } from "../../contract/language.ts";
import type { Resolution } from "../../contract/model.ts";
import { findModel } from "../../contract/models/index.ts";
import { differing, effectiveValues, isOrderGuessed, resolveRequest } from "../../contract/resolve.ts";
import { noteField } from "../../contract/spoken-note.ts";
import { checkOrder } from "../exchanges/check-order.ts";
import { toFrameRows } from "../exchanges/frame-rows.ts";
import type { TakeLibrary } from "../takes/library.ts";
import type { TakeDetails, TakeId, TakeRow, TakeSound } from "../takes/take.ts";
import { respell } from "../text/pronunciations.ts";
import { localeOf } from "../voices/spoken-language.ts";
import { inspectSound } from "./inspect-sound.ts";
import { type Came, remarksOn } from "./remarks.ts";

/** Looks through what a take's request brought, and writes down what is to be remarked on it. Never rejects. */
export async function noteRemarks(library: TakeLibrary, id: TakeId): Promise<void> {
  try {
    const [details, sound] = [await library.details(id), await library.sound(id)];
    const row = library.row(id);
    if (row === undefined || details === undefined) return;
    const engine = toldIn(row, details, engineField, "engine");
    if (engine !== row.engine) library.update(id, { engine });
    const remarks = remarksOn(await cameOf(row, details, sound));
    const facts = await wavFactsOf(row, sound);
    if (facts !== undefined) library.update(id, { facts });
    if (remarks.length > 0 || row.remarks !== undefined) library.update(id, { remarks: [...remarks] });
  } catch {
    // What can't be read can't be judged, and a take is worth as much without.
  }
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

/** The head of the answer that brought a take's sound: of a task that to its content, of a WebSocket there is none. */
function headOf(row: TakeRow, { request, headers, task }: TakeDetails) {
  if (request.endpoint === "tasks") return contentSchema.safeParse(task?.["content"]).data;
  return { status: row.httpStatus, headers: row.transport === "websocket" ? [] : (headers ?? []) };
}

function headerIn(head: ReturnType<typeof headOf>, name: string): string | undefined {
  return head?.headers.find(([each]) => each.toLowerCase() === name)?.[1];
}

/** What a service tells of a take's sound beyond the document: in the answer's head, the task, or a text frame. */
function toldIn(row: TakeRow, details: TakeDetails, field: string, name: string): string | undefined {
  const frames = row.transport === "websocket" ? toFrameRows(details.log.entries) : [];
  const told = [
    headerIn(headOf(row, details), field),
    property(details.task?.object, name),
    ...frames.map(({ direction, text }) => (direction === "received" ? property(parseJson(text), name) : undefined)),
  ];
  return told.find((text) => typeof text === "string" && text !== "") as string | undefined;
}

async function cameOf(row: TakeRow, details: TakeDetails, sound: TakeSound | undefined): Promise<Came> {
  const { request, form, log, words, timestamps, task } = details;
  const isTask = request.endpoint === "tasks";
  const answer = headOf(row, details);
  const header = (name: string) => headerIn(answer, name);
  const format = sound?.format;
  const resolution = resolutionOf(row, details);
  const problem = task?.["timestampsProblem"];
  const codec = resolution?.model.output(effectiveValues(resolution)).codec;
  return {
    endpoint: request.endpoint,
    status: answer?.status,
    contentType: header("content-type"),
    contentEncoding: header("content-encoding"),
    contentLanguage: header("content-language"),
    voiceLocale: localeOf(row),
    askedCodec: codec === undocumented ? undefined : codec,
    codec: format?.codec === "other" ? format.mediaType : format?.codec,
    assumedRate: format !== undefined && isRaw(format) && isRateAssumed(format) ? format.sampleRate : undefined,
    note: toldIn(row, details, noteField, "note"),
    // Of a sound that broke off, everybody knows that something is missing.
    sound: sound === undefined || row.sound !== "whole" ? undefined : await inspectSound(sound.blob, sound.format),
    duration: row.sound === "whole" ? row.facts?.duration : undefined,
    // The times of a script in parts are the page's own.
    words: details.parts === undefined ? [...words, ...(timestamps === undefined ? [] : [timestamps])] : [],
    timesProblem: typeof problem === "string" ? problem : undefined,
    // Of what was stopped or broke off there are no times of the rest.
    script: row.status === "complete" ? respell(form.text, form.pronunciations ?? []).text : undefined,
    aliases: resolution === undefined ? [] : aliasesOf(resolution),
    taskAnswer: isTask ? parseJson(details.answer?.text) : undefined,
    taskId: isTask ? row.task?.id : undefined,
    frameFindings: row.status === "stopped" ? 0 : (checkOrder(toFrameRows(log.entries), true)?.length ?? 0),
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
