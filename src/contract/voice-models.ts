import * as z from "zod/mini";

/** How far a model of natural voices is on this machine. */
const modelStates = [
  "absent",
  /** A part of its archive is here, and nobody fetches the rest. */
  "partial",
  "downloading",
  "checking",
  "unpacking",
  /** It is tried out: it speaks a sentence. */
  "speaking",
  "installed",
  /** Files of it are missing. */
  "incomplete",
] as const;
export type ModelState = (typeof modelStates)[number];

/** Why a model can't be had, or isn't well. */
const modelProblems = [
  "broken_off",
  "cannot_speak",
  "disk_full",
  "failed",
  "file_missing",
  "no_digest",
  "not_writable",
  "release_refuses",
  "too_large",
  "unreachable",
  "used_elsewhere",
  "wrong_digest",
] as const;
export type ModelProblem = (typeof modelProblems)[number];

const voiceModelSchema = z.object({
  name: z.string(),
  /** `voices`, `cloning`, `recognition`, or what a later version knows. */
  kind: z.string(),
  /** For people. */
  languages: z.string(),
  /** About how large its archive is. */
  megabytes: z.number(),
  licence: z.string(),
  /** How many voices it has. */
  voices: z.number(),
  state: z.enum(modelStates),
  /** The model that writes down the words of a recording for it; without it, only those with a text are cloned. */
  needs: z.optional(z.string()),
  /** It is here, and the service's configuration leaves it out. */
  leftOut: z.optional(z.boolean()),
  /** Bytes of its archive that are here, and of all of it where that is known. */
  received: z.optional(z.number()),
  total: z.optional(z.number()),
  /** What the last try ended with; `message` says it in English, for whoever wants to know more. */
  problem: z.optional(z.object({ code: z.catch(z.enum(modelProblems), "failed"), message: z.string() })),
  /** The sentence that it spoke last can be heard: its number, which changes with every sentence. */
  sample: z.optional(z.number()),
});

/** A model of natural voices that can be had, and how far it is. */
export type VoiceModel = z.infer<typeof voiceModelSchema>;

/** The models that can be had. */
export const voiceModelsSchema = z.object({ models: z.array(voiceModelSchema) });
export type VoiceModels = z.infer<typeof voiceModelsSchema>;

/** What can be done with a model. Who adds one that speaks like a recording consents to use only voices they may. */
export const voiceModelChangeSchema = z.strictObject({
  action: z.enum(["add", "cancel", "remove", "verify"]),
  name: z.string(),
  consent: z.optional(z.boolean()),
});
export type VoiceModelChange = z.infer<typeof voiceModelChangeSchema>;

/** Whether something is being done with a model. */
export function isUnderWay({ state }: Pick<VoiceModel, "state">): boolean {
  return state === "downloading" || state === "checking" || state === "unpacking" || state === "speaking";
}
