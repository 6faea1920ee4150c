import * as z from "zod/mini";

/** The figures of an answer that an expectation can be about, each with the unit in which it is written. */
export const figures = {
  duration: "s",
  bytes: "B",
  sample_rate: "Hz",
  channels: "",
  bitrate: "kbit/s",
  first_byte: "ms",
  end: "ms",
  leading_silence: "s",
  trailing_silence: "s",
  loudness: "LUFS",
  peak: "",
  /** The median of what is voiced. */
  pitch: "Hz",
  /**
   * Letters of the script a second, without the silence around them; a character of a script without an alphabet counts
   * as three.
   */
  pace: "/s",
  /** How much the second half of a sound is like the first, from -1 to 1: what is said twice is 1. */
  halves: "",
  /** Bytes that are no sound, and those that the sound's own head counts more or less than there are. */
  stray: "B",
  words: "",
  /** The word error rate of what a recogniser of speech hears, against the script. */
  word_errors: "%",
  close_code: "",
} as const;
export type Figure = keyof typeof figures;
export const figureNames = Object.keys(figures) as readonly Figure[];

/** What is written of a figure, with its unit where it has one. */
export const withUnit = (text: string, unit: string): string => (unit === "" ? text : `${text} ${unit}`);

/** The figures that only a decoded sound tells. */
export const heardFigures = [
  "leading_silence",
  "trailing_silence",
  "loudness",
  "peak",
  "pitch",
  "pace",
  "halves",
] as const satisfies readonly Figure[];

const figure = z.enum(figureNames);
const limit = z.optional(z.number());
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
/** Judged by the embedded service alone: what it has chosen where the document says nothing. */
const beyond = { beyond: z.optional(z.literal(true)) };

/** What may be expected of one answer. Every limit is allowed itself; a limit that is absent isn't looked at. */
export const expectationSchema = z.discriminatedUnion("kind", [
  /**
   * HTTP status from `least` to `most`. With `orClosed` a WebSocket that was taken counts too, where the service closed
   * it by a close frame after nothing but an error.
   */
  z.object({
    kind: z.literal("status"),
    least: z.number(),
    most: z.number(),
    orClosed: z.optional(z.literal(true)),
    ...beyond,
  }),
  /** A field of the error body; `is` is the whole of it, `contains` a part, in any letter case. */
  z.object({
    kind: z.literal("error"),
    field: z.enum(["type", "param", "code", "message"]),
    is: z.optional(z.string()),
    contains: z.optional(z.string()),
    ...beyond,
  }),
  /** What the audio is, read from its bytes: one of `MP3`'s kind, such as `mp3`, `wav`, `pcm_s16le`. */
  z.object({ kind: z.literal("codec"), is: z.array(z.string()), ...beyond }),
  z.object({ kind: z.literal("figure"), of: figure, least: limit, most: limit, ...beyond }),
  /** A figure divided by the same figure of an earlier step's answer. */
  z.object({ kind: z.literal("compared"), of: figure, step: z.string(), least: limit, most: limit, ...beyond }),
  /** The sound is like that of an earlier step, from -1 to 1, whatever their lengths. */
  z.object({ kind: z.literal("alike"), step: z.string(), least: limit, most: limit, ...beyond }),
  /**
   * Times of words or sentences are there, in order and over the sound: the answer's own, or that of the step `sound`.
   */
  z.object({
    kind: z.literal("times"),
    granularity: z.optional(z.enum(["word", "sentence"])),
    sound: z.optional(z.string()),
    unit: z.optional(z.literal("seconds")),
    ...beyond,
  }),
  /** The timed texts say the script. */
  z.object({ kind: z.literal("script"), ...beyond }),
  /** Over the WebSocket everything came and went as section 6 says (see `judgeFrameOrder`). */
  z.object({ kind: z.literal("order"), ...beyond }),
  /** The task's last state; with `orRefused` it needn't be made at all, but is refused. */
  z.object({ kind: z.literal("task"), is: z.string(), orRefused: z.optional(z.literal(true)), ...beyond }),
  /**
   * All looks at the task, of this step and those before, are of one task that stays once it has ended; with `forward`
   * it never goes back before.
   */
  z.object({ kind: z.literal("life"), forward: z.optional(z.literal(true)), ...beyond }),
  /** The headers tell of the file that the step `step` sent: its length and its type. */
  z.object({ kind: z.literal("head"), step: z.string(), ...beyond }),
  /** With neither value nor pattern it must only be there; with `optional` it needn't be. The name is in lower case. */
  z.object({
    kind: z.literal("header"),
    name: z.string(),
    is: z.optional(z.string()),
    matches: z.optional(z.string()),
    absent: z.optional(z.literal(true)),
    optional: z.optional(z.literal(true)),
    ...beyond,
  }),
  /** A value in a JSON answer, by its path: `data.0.id`, or `data.*.id` for each of a list; `optional` as above. */
  z.object({
    kind: z.literal("json"),
    path: z.string(),
    is: z.optional(scalar),
    matches: z.optional(z.string()),
    type: z.optional(z.enum(["string", "number", "integer", "boolean", "object", "array"])),
    absent: z.optional(z.literal(true)),
    /** A `*` in the path may stand for no item at all. */
    empty: z.optional(z.literal(true)),
    optional: z.optional(z.literal(true)),
    ...beyond,
  }),
  /** The frames in their order as a pattern of letters: b binary, p progress, c complete, e error, o other. */
  z.object({ kind: z.literal("frames"), is: z.string(), ...beyond }),
  /**
   * The body is a part of an earlier step's, and `content-range` says so: bytes `from` to `to`, which doesn't belong to
   * it. A `from` below 0 counts from the end; without `to` the part reaches the end.
   */
  z.object({ kind: z.literal("part"), step: z.string(), from: z.number(), to: z.optional(z.number()), ...beyond }),
]);

export type Expectation = Readonly<z.infer<typeof expectationSchema>>;
export type ExpectationKind = Expectation["kind"];
