import * as z from "zod/mini";
import { interfaceLanguages } from "../../../contract/language.ts";
import type { PresenterAction } from "../../../core/stage/stage-keys.ts";
import { openChannel } from "../../../core/takes/browser-library.ts";

/** The longest sentence from the audience, in UTF-16 units. */
export const longestSentence = 2_000;

/** The stage's keys that do the same there when they are pressed in the presenter's window. */
const remoteActions = [
  "on",
  "back",
  "next",
  "previous",
  "playOrPause",
  "again",
  "details",
  "figures",
  "goTo",
  "number",
  "black",
  "first",
  "last",
  "louder",
  "quieter",
  "toggleMuted",
  "anew",
] as const satisfies readonly PresenterAction[];

export type RemoteAction = (typeof remoteActions)[number];

export const isRemote = (action: PresenterAction): action is RemoteAction =>
  remoteActions.some((each) => each === action);

const card = z.object({
  title: z.string(),
  /** Its kind, whether it is live or kept, voice and model. */
  about: z.string(),
  words: z.string(),
  notes: z.string(),
});

/** An item in words, as the presenter reads it. */
export type ItemCard = Readonly<z.infer<typeof card>>;

const shown = z.object({
  type: z.literal("shown"),
  language: z.enum(interfaceLanguages),
  scheme: z.enum(["light", "dark", "system"]),
  /** Whether single letters and signs do something. */
  single: z.boolean(),
  /** Such as `3 of 8`. */
  place: z.string(),
  black: z.boolean(),
  /** When the show began, in Unix milliseconds. */
  began: z.number(),
  now: z.optional(card),
  next: z.optional(card),
});

/** What stands on the stage. */
export type ShownOnStage = Readonly<z.infer<typeof shown>>;

const moment = z.object({
  type: z.literal("moment"),
  playing: z.boolean(),
  /** What is left of the sound, in whole seconds; absent where nothing sounds, and where nobody knows. */
  left: z.optional(z.number()),
  /** What the stage says beside the words, such as that something isn't heard. */
  note: z.string(),
});

/** What changes while an item is shown. */
export type Moment = Readonly<z.infer<typeof moment>>;

/** The most items that leave for the window: nobody looks through more. */
export const mostItems = 500;

const items = z.object({
  type: z.literal("items"),
  items: z
    .array(z.object({ id: z.string(), title: z.string(), about: z.string(), shown: z.boolean() }))
    .check(z.maxLength(mostItems)),
});

/** What is prepared, in words, as it stands when it is asked for. */
export type ItemList = Readonly<z.infer<typeof items>>["items"];

/** What a presenter's window hears from its stage. `closed`: the stage was left. */
const heardByWindow = z.discriminatedUnion("type", [shown, moment, items, z.object({ type: z.literal("closed") })]);

/**
 * What a stage hears. `hello` asks for all there is, `ping` whether it is there, `items` for the programme; `show` goes
 * to one of them, `say` has a sentence from the audience spoken. A stage `claim`s its channel, and hears
 * `taken` where another tab has it, of which this one is a copy; of two that claim it together the smaller name has it.
 */
const heardByStage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("hello") }),
  z.object({ type: z.literal("ping") }),
  z.object({ type: z.literal("act"), action: z.enum(remoteActions), key: z.string().check(z.maxLength(20)) }),
  z.object({ type: z.literal("items") }),
  z.object({ type: z.literal("show"), id: z.string().check(z.maxLength(100)) }),
  z.object({ type: z.literal("say"), text: z.string().check(z.maxLength(longestSentence)) }),
  z.object({ type: z.literal("claim"), page: z.string() }),
  z.object({ type: z.literal("taken"), page: z.string() }),
]);

export type ToWindow = Readonly<z.infer<typeof heardByWindow>>;
export type ToStage = Readonly<z.infer<typeof heardByStage>>;

/** What a person does in the window. */
export type PresenterAct = Extract<ToStage, { readonly type: "act" | "items" | "show" | "say" }>;

/** Undefined where it is none for a window: the channel holds both directions. */
export function readToWindow(message: unknown): ToWindow | undefined {
  return heardByWindow.safeParse(message).data;
}

/** Undefined where it is none for a stage. */
export function readToStage(message: unknown): ToStage | undefined {
  return heardByStage.safeParse(message).data;
}

/** Both ends of a channel between a stage and its window. */
export interface Wire {
  post(message: ToWindow | ToStage): void;
  close(): void;
}

export type OpenWire = (stage: string, hear: (message: unknown) => void) => Wire;

/** The channel of one stage, between the pages of this origin. */
export const openWire: OpenWire = (stage, hear) => {
  const channel = openChannel(`speech-playground stage ${stage}`);
  channel.listen(hear);
  return channel;
};
