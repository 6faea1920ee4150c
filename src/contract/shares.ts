import * as z from "zod/mini";
import { interfaceLanguages } from "./language.ts";

/**
 * A take that somebody shares by a link: the playground's server keeps sound and text for a time, where whoever runs it
 * allows that. Page and server share the form here.
 */
export const share = {
  mediaType: "application/octet-stream",
  /** The most bytes of sound, text and all together. */
  mostBytes: 24 * 1024 * 1024,
  /** The most UTF-16 units that say who speaks. */
  mostVoice: 500,
} as const;

/** The path below which shared takes are. */
export const sharedPath = "/shared/";

/** What is shared beside the sound. */
export const shareDetailsSchema = z.object({
  /** The language of the page that whoever has the link reads. */
  language: z.enum(interfaceLanguages),
  text: z.string().check(z.maxLength(1_000_000)),
  voice: z.string().check(z.maxLength(share.mostVoice)),
  model: z.string().check(z.maxLength(500)),
});
/** What is sent before the sound. */
export const sentShareSchema = z.extend(shareDetailsSchema, {
  /**
   * What its sender removes it with: 192 random bits of the page. The sender knows it before the server has anything,
   * so that no lost answer takes the right along. The same one again is the same take.
   */
  removal: z.string().check(z.regex(/^[\w-]{32,64}$/)),
});
export type SentShare = Readonly<z.infer<typeof sentShareSchema>>;

/** What the server answers when it has taken a shared take. */
export const keptShareSchema = z.object({
  /** The link. */
  address: z.string(),
  /** When it ends, in Unix milliseconds. */
  end: z.number(),
});
export type KeptShare = Readonly<z.infer<typeof keptShareSchema>>;

/** Before the sound stand the details as JSON, and before those their length in so many bytes, the high one first. */
export const shareLengthBytes = 4;

/** Sounds that are shared, by the ending of their files. */
export const soundKinds = ["mp3", "wav", "ogg", "flac"] as const;
export type SoundKind = (typeof soundKinds)[number];
