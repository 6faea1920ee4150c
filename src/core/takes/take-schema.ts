import * as z from "zod/mini";
import { usualSampleRate } from "../../audio/formats/expected-format.ts";
import { sampleCodecs } from "../../audio/formats/sample-layout.ts";
import { modes, transports } from "../../contract/model.ts";
import { playgroundCloseCodes } from "../../contract/playground.ts";
import { endpoints } from "../../contract/routes.ts";
import { isPlayableChannels, isPlayableRate } from "../../contract/sample-bounds.ts";
import { serviceNamePattern } from "../../contract/service-names.ts";
import { usablePronunciations } from "../text/pronunciations.ts";
import { storedBlobSchema } from "./stored-blob.ts";

/**
 * How far a submission is. It is written as `submitting` before the request leaves. `waiting`: the service took it as a
 * task and works on it. `interrupted`: the page that had sent it went away before the answer's end, so it may have been
 * billed; nothing repeats it by itself.
 */
const takeStatuses = ["submitting", "receiving", "waiting", "complete", "stopped", "failed", "interrupted"] as const;

/**
 * How much of a take's sound is kept; `removed` where a person made room. `remote`: it is too large to keep, and plays
 * from the service as long as that has it.
 */
const soundStates = ["none", "partial", "whole", "removed", "remote"] as const;

const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined);
const count = z.number().check(z.minimum(0));

/** Milliseconds since the request was started; absent until they come. */
const timesSchema = z.object({
  firstAudio: optional(count),
  firstSound: optional(count),
  ended: optional(count),
  /** When the sound stood still because nothing was there to play. */
  stalls: optional(z.array(z.object({ from: count, until: optional(count) }))),
});

const factsSchema = z.object({
  bytes: z.catch(count, 0),
  duration: optional(count),
  sampleRate: optional(count),
  channels: optional(count),
  bitrate: optional(count),
  constantBitrate: optional(z.boolean()),
  joined: optional(
    z.object({
      runs: z.array(z.tuple([count, count])),
      frames: count,
      cut: z.tuple([count, count]),
      places: optional(z.array(count).check(z.length(100))),
      tags: optional(count),
    }),
  ),
  unsized: optional(z.object({ codec: z.enum(sampleCodecs), start: count })),
});

/** What the samples of a sound say of it: see `SoundMeasures`. */
const measuresSchema = z.object({
  peak: count,
  loudness: optional(z.number()),
  leadingSilence: count,
  trailingSilence: count,
  clipped: count,
  duration: count,
  sampleRate: count,
  channels: count,
});

/** How a stored sound is coded. Of samples, what no browser plays counts as untold. */
export const formatSchema = z.union([
  z.object({ codec: z.enum(["mp3", "wav", "ogg", "flac"]) }),
  z.pipe(
    z.object({
      codec: z.enum(["pcm_s16le", "pcm_mulaw"]),
      sampleRate: z.number(),
      channels: z.number(),
      rateAssumed: optional(z.literal(true)),
    }),
    z.transform((format) => ({
      ...format,
      ...(isPlayableRate(format.sampleRate) ? {} : { sampleRate: usualSampleRate, rateAssumed: true as const }),
      ...(isPlayableChannels(format.channels) ? {} : { channels: 1 }),
    })),
  ),
  z.object({ codec: z.literal("other"), mediaType: z.string() }),
]);

const priceSchema = z.union([
  z.object({ kind: z.literal("tokens"), tokens: z.number() }),
  z.object({
    kind: z.literal("money"),
    seconds: z.number(),
    amount: z.number(),
    basis: z.enum(["text", "duration_seconds"]),
  }),
  z.object({ kind: z.literal("undocumented") }),
]);

/**
 * What lists show of a take and search in: a light row, all of which fit into memory by the ten thousand. What else
 * there is to a take stands in the details and the sound.
 */
export const takeRowSchema = z.object({
  id: z.string().check(z.minLength(1)),
  /** Unix time in milliseconds. */
  created: z.number(),
  status: z.enum(takeStatuses),
  /** When what was left of its parts was sent last, in Unix milliseconds: its times and its log count from here. */
  resumed: optional(z.number().check(z.minimum(0), z.maximum(8e15))),
  /** The page that sent it, while it is under way (see `Presence`). */
  owner: optional(z.string()),
  /** The model's id as it was sent. */
  model: z.string(),
  mode: z.enum(modes),
  transport: z.enum(transports),
  /** A voice name, or the address of a reference recording. */
  voice: z.catch(z.string(), ""),
  /** All voices of a script that several speak, in the order in which they begin; `voice` is the first. */
  voices: optional(z.array(z.string())),
  /** What was asked for of the emotion, by the fields' keys. */
  emotion: optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
  /** The script's beginning, at most `excerptLength` characters. */
  excerpt: z.catch(z.string(), ""),
  /** The script's length in code points. */
  characters: z.catch(count, 0),
  starred: z.catch(z.boolean(), false),
  /** Whether a person wrote the request's body by hand. */
  byHand: optional(z.boolean()),
  name: z.catch(z.string(), ""),
  note: z.catch(z.string(), ""),
  service: optional(z.enum(["embedded", "remote"])),
  /** What the service is called, where there are several: the request went there. */
  serviceName: optional(z.string().check(z.regex(serviceNamePattern))),
  /** What spoke it, as the answer named it; several are separated by commas. */
  engine: optional(z.string()),
  /** The service's base address. */
  address: optional(z.string()),
  /** What it costs by estimate, as far as known, before the group multiplier. */
  price: optional(priceSchema),
  /** What it cost by the length that the service told when it was done, before the group multiplier. */
  settled: optional(priceSchema),
  /** The group multiplier that a person had entered when it was sent. */
  multiplier: optional(count),
  times: z.catch(timesSchema, {}),
  /** Whether nothing was sent of it: its turn is still to come, or a person stopped it before. */
  unsent: optional(z.boolean()),
  /** The answer's HTTP status. */
  httpStatus: optional(z.number()),
  /** What went wrong in a few words; the error as it came stands in the details. */
  failure: optional(
    z.object({
      /** One of `FailureKind`. */
      kind: z.string(),
      message: z.catch(z.string(), ""),
      code: optional(z.string()),
      /** The field as it was sent, or the first of the form that is meant. */
      param: optional(z.string()),
      cost: z.catch(z.enum(["none", "possible", "refunded", "done"]), "possible"),
    }),
  ),
  sound: z.catch(z.enum(soundStates), "none"),
  format: optional(formatSchema),
  facts: optional(factsSchema),
  /** What is to be remarked on the answer, once it was looked through: see `remarksOn`. */
  remarks: optional(z.array(z.object({ code: z.string(), was: optional(z.string()) }))),
  /** What was measured on the samples; absent until somebody asked for it. */
  measures: optional(measuresSchema),
  /**
   * What a recogniser of speech heard in it, and the word error rate against its script, in percent; absent until
   * somebody asked for it.
   */
  heard: optional(z.object({ text: z.string(), recogniser: z.string(), errors: optional(count) })),
  /** The task that the service made of it. */
  task: optional(
    z.object({
      id: z.string(),
      /** In the service's own word. */
      status: z.string(),
      /** Percent. */
      progress: optional(z.number()),
      /** When the page asks for it next, in Unix milliseconds; absent when it doesn't any more. */
      nextPoll: optional(z.number()),
      /** While a page fetches its audio: when some of it came last, in Unix milliseconds. */
      fetchedAt: optional(z.number()),
      /** Whether a person has stopped waiting for it: it isn't asked for by itself any more. */
      left: optional(z.boolean()),
      /** How often in a row asking has failed, and with what the last time. */
      failures: optional(count),
      problem: optional(z.object({ kind: z.string(), message: z.catch(z.string(), "") })),
      /** The path of its audio, where that is too large to be kept. */
      content: optional(z.string()),
      /** The address of its audio that isn't the service's own: shown, never fetched. */
      foreignContent: optional(z.string()),
    }),
  ),
  /** Of a script that is sent in parts: how many there are, and of how many the sound is there. */
  parts: optional(z.object({ count, done: count })),
  /** When it came from a file, in Unix milliseconds, and when that file was made. */
  imported: optional(z.object({ at: z.number(), made: optional(z.number()) })),
  /**
   * When a person deleted it, in Unix milliseconds: it is hidden, can be brought back, and is erased a little later.
   */
  deleted: optional(z.number()),
});

const bytesSchema = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array);

export const headerListSchema = z.array(z.tuple([z.string(), z.string()]));

const errorFields = {
  name: z.string(),
  message: z.catch(z.string(), ""),
  refusal: optional(z.string()),
  status: optional(z.number()),
  type: optional(z.string()),
  param: optional(z.string()),
  code: optional(z.string()),
  /** The body as it came, as text. */
  raw: optional(z.string()),
  /** The same as bytes, where the text in UTF-8 isn't what came. */
  bytes: optional(bytesSchema),
  truncated: optional(z.boolean()),
  receivedBytes: optional(z.number()),
  expectedBytes: optional(z.number()),
  /** Of a WebSocket that was closed: its code. */
  closeCode: optional(z.number()),
  /** Of one that the playground's server closed: why. */
  closedByPlayground: optional(z.enum(playgroundCloseCodes)),
};

/** An error as it can be stored, with what led to it: see `storeError` and `restoreError`. */
export const storedErrorSchema = z.object({ ...errorFields, cause: optional(z.object(errorFields)) });

/**
 * One thing that happened to a request; `at` in milliseconds since it was started. Further keys tell more about it:
 * `count` that it stands for so many of its kind, the last one `lasted` milliseconds behind the first, with the size of
 * all.
 */
export const logEntrySchema = z.looseObject({ at: z.number(), type: z.string() });

/**
 * The words of a script that were sent as they are to be spoken, and how; absent where there are none. Whatever a file
 * holds, none of them is empty or without an end: a page that looked for such a one would stand still.
 */
export const optionalPronunciations = optional(
  z.pipe(
    z.array(z.object({ word: z.string(), spoken: z.string() })),
    z.transform((list) => usablePronunciations(list)),
  ),
);

/** A part of a script that one request speaks. */
const partSchema = z.object({
  /** Where it stands in the script, in UTF-16 units. */
  start: count,
  end: count,
  /** Seconds of silence in front of it. */
  pause: count,
  /** Behind the last part. */
  pauseBehind: optional(count),
  body: z.string(),
  /** `sent`: no answer to it is known. */
  state: z.enum(["unsent", "sent", "done"]),
  /** How long its sound ends in silence, once it is done: that is a part of the pause behind it. Seconds. */
  silentBehind: optional(count),
  /** The head of its answer, and what isn't as it should be in its sound: see `SoundInspection`. */
  answer: optional(
    z.object({ status: z.number(), headers: headerListSchema, inspection: optional(z.record(z.string(), count)) }),
  ),
});

/** Everything about a take but its sound: read when the take is opened, never for lists. */
export const takeDetailsSchema = z.object({
  id: z.string(),
  /**
   * The form that made the request: what was set, the values that were sent without being set, and the whole script.
   */
  form: z.object({
    model: z.string(),
    mode: z.enum(modes),
    transport: z.enum(transports),
    values: z.catch(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])), {}),
    text: z.string(),
    pronunciations: optionalPronunciations,
    /** Whether the text's directions were followed: so when absent, as where it has none. */
    followsDirections: optional(z.boolean()),
  }),
  /** Exactly what was sent; of a script that is sent in parts, the first of them. */
  request: z.object({ endpoint: z.enum(endpoints), path: z.string(), body: z.string() }),
  /** What is sent one after the other and becomes one sound; absent where one request is all. */
  parts: optional(z.array(partSchema)),
  /** Of the answer that came last; what the others said of a script in parts stands with each part. */
  headers: optional(headerListSchema),
  /** The body of an answer that was neither sound nor an error, as text: what came when a task was made. */
  answer: optional(
    z.object({ text: z.string(), bytes: optional(bytesSchema), truncated: z.catch(z.boolean(), false) }),
  ),
  error: optional(storedErrorSchema),
  /** What happened to the request, in order; `dropped` entries aren't there in takes of earlier versions. */
  log: z.catch(z.object({ entries: z.array(logEntrySchema), dropped: z.number() }), { entries: [], dropped: 0 }),
  /** What the service said about the words, as it came. */
  words: z.catch(z.array(z.unknown()), []),
  /** The task as it was told last, and whatever else was heard of it. */
  task: optional(z.looseObject({ object: z.unknown() })),
  /** The timestamps document, as it came. */
  timestamps: z.optional(z.unknown()),
});

/** A take's sound, exactly as the service sent it. */
export const takeSoundSchema = z.object({
  id: z.string(),
  format: formatSchema,
  facts: factsSchema,
  blob: storedBlobSchema,
});

/** Reads a stored row; undefined where it is damaged. */
export function parseRow(stored: unknown): Readonly<z.infer<typeof takeRowSchema>> | undefined {
  return takeRowSchema.safeParse(stored).data;
}

/** Reads stored details; undefined where they are damaged or absent. */
export function parseDetails(stored: unknown): Readonly<z.infer<typeof takeDetailsSchema>> | undefined {
  return takeDetailsSchema.safeParse(stored).data;
}

/** Reads a stored sound; undefined where it is damaged or absent. */
export function parseSound(stored: unknown): Readonly<z.infer<typeof takeSoundSchema>> | undefined {
  return takeSoundSchema.safeParse(stored).data;
}
