import type { JsonObject } from "./json.ts";
import type { Localized, Undocumented } from "./language.ts";
import type { Problem } from "./problems.ts";
import type { Endpoint } from "./routes.ts";
import type { Voice } from "./voices.ts";

/** The modes of the playground, in the order in which one yields to the next when a text grows (section 8). */
export const modes = ["stream", "speech", "async"] as const;
export type Mode = (typeof modes)[number];

/** How the stream mode reaches the service: an HTTP body, or WebSocket frames (section 6). */
export const transports = ["http", "websocket"] as const;
export type Transport = (typeof transports)[number];

/** The spellings of Model B's field names (section 2.3). */
export const spellings = ["openai", "capitalised", "lowercase"] as const;
export type Spelling = (typeof spellings)[number];

/** Where Model C's emotion fields may stand in the body (section 2.5). */
export const placements = ["top_level", "extra_body", "instructions"] as const;
export type Placement = (typeof placements)[number];

/** One place in a request body where a field may stand: the keys that lead to it, outermost first. */
export interface Place {
  readonly path: readonly string[];
  /** The spellings in which the field is written at this place; absent when the name has one spelling only. */
  readonly spellings?: readonly Spelling[];
  readonly placement?: Placement;
}

/** A numeric range; both ends are allowed. */
export interface NumberRange {
  readonly minimum: number;
  readonly maximum: number;
}

/** Where the page shows a field. `control` fields follow from the mode and are not shown. */
export type FieldGroup = "script" | "voice" | "delivery" | "output" | "emotion" | "control";

interface FieldBase {
  /** The field's name in forms and stored values. */
  readonly key: string;
  readonly group: FieldGroup;
  readonly label: Localized;
  readonly help: Localized;
  /** The section of the interface document that describes the field. */
  readonly section: string;
  /** The places where the field is read; the first one that is present wins. */
  readonly places: readonly [Place, ...Place[]];
  /** Set where the document says which of several places wins; else their order is a guess. */
  readonly isRanked?: true;
  /** The place that a form writes when neither spelling nor placement decides; the first one when absent. */
  readonly writes?: string;
  readonly required?: boolean;
  /** The modes in which the document gives the field a meaning. */
  readonly modes: readonly Mode[];
  /** The name in the WebSocket frame; absent when the frame does not have the field (section 4). */
  readonly websocketName?: string;
  /** The field is shown only while another field has one of these values. */
  readonly shownWhen?: { readonly key: string; readonly values: readonly FieldValue[] };
}

interface TextField extends FieldBase {
  readonly kind: "text";
}

export interface VoiceField extends FieldBase {
  readonly kind: "voice";
  /** The names that the document knows. A service may know more: any name can be sent. */
  readonly voices: readonly Voice[];
  /** The voice that speaks until a person chooses one, by the language of the interface. */
  readonly first: Localized;
}

/** A public HTTP(S) address of a recording. */
export interface ReferenceField extends FieldBase {
  readonly kind: "reference";
  /** The field whose value stands in when this one is absent. */
  readonly fallback?: string;
}

export interface NumberField extends FieldBase {
  readonly kind: "number";
  readonly default: number | Undocumented;
  /** The value that changes nothing: where a form starts when the document names no default. */
  readonly neutral: number;
  readonly range: NumberRange | Undocumented;
  /** The slider's ends where the document gives no range: ours, and said to be ours. */
  readonly ownRange?: NumberRange;
  readonly step: number;
  /** `native` is a scale of the model's own, without a name. */
  readonly unit: "multiplier" | "hertz" | "native" | "intensity" | Localized;
  /** Strings that mean a number all the same, such as `"0"` for `emo_surprised`. */
  readonly numericStrings?: readonly string[];
}

export interface ChoiceField extends FieldBase {
  readonly kind: "choice";
  readonly default: string | Undocumented;
  readonly options: readonly ChoiceOption[];
  /** Whether the document leaves other values open. */
  readonly open?: boolean;
  /** What holds in place of the default while this field isn't set and the other one is, by the other's values. */
  readonly follows?: { readonly key: string; readonly values: Readonly<Record<string, string>> };
}

interface ChoiceOption {
  readonly value: string;
  readonly label?: Localized;
  /** The label where there is little room: words that stand in the label too. */
  readonly short?: Localized;
  /** The modes that allow this value; every mode of the field when absent. */
  readonly modes?: readonly Mode[];
}

export interface BooleanField extends FieldBase {
  readonly kind: "boolean";
  readonly default: boolean;
}

export type FieldDescriptor = TextField | VoiceField | ReferenceField | NumberField | ChoiceField | BooleanField;
export type FieldValue = string | number | boolean;

/** What one mode of one model is (sections 2.3, 4 and 8). */
interface ModeDescriptor {
  readonly endpoint: Exclude<Endpoint, "websocket">;
  /** The longest text in characters. */
  readonly limit: number | Undocumented;
  /** The body's fields that choose this mode. */
  readonly control: Readonly<Record<string, boolean>>;
  readonly transports: readonly Transport[];
  /** Whether the answer waits until a job is done, however long that takes (section 4, rule 1). */
  readonly waitsForJob?: boolean;
}

/** What the audio of an answer is. */
export interface OutputFormat {
  readonly codec: "mp3" | "pcm_s16le" | "pcm_mulaw" | "wav" | Undocumented;
  /** Kilobits per second, for MP3 where the request says it. */
  readonly bitrate?: number;
}

/**
 * How a request is paid for (section 8, Billing): by its characters, or by the seconds of its audio with
 * `base + perSecond × seconds`, in the service's own unit and before the group multiplier.
 */
export type PriceRule =
  | { readonly kind: "tokens"; readonly perCharacter: number }
  | { readonly kind: "money"; readonly base: number; readonly perSecond: number }
  | Undocumented;

/** A rule over several fields of one request. */
export type RequestRule = (resolution: Resolution) => readonly Problem[];

/**
 * Everything that differs between models, as data. Forms, validation, limits, requests, prices, code snippets and the
 * embedded service read it; a further model is one file beside the others in `models` and one line in its `list.ts`.
 */
export interface ModelDescriptor {
  readonly id: string;
  readonly label: string;
  readonly summary: Localized;
  readonly badge: Localized;
  /** What the badge says while the embedded service speaks and clones no voice, where that differs. */
  readonly embeddedBadge?: Localized;
  readonly section: string;
  readonly modes: Readonly<Partial<Record<Mode, ModeDescriptor>>>;
  readonly defaultMode: Mode;
  readonly fields: readonly FieldDescriptor[];
  /** The top-level objects that may hold fields, such as `extra_body`. */
  readonly containers: readonly string[];
  /** The mode that a body asks for at the speech endpoint. */
  readonly modeOf: (body: JsonObject) => Mode;
  readonly rules: readonly RequestRule[];
  /** For the values of a form or of a resolved request; what is absent counts as its documented default. */
  readonly output: (values: Readonly<Record<string, FieldValue>>) => OutputFormat;
  readonly price: PriceRule;
  /** Whether the document says that a failed task is refunded (section 7); what it doesn't say isn't claimed. */
  readonly refundsFailedTasks?: true;
}

/** A value that stands at one place of a body. `place` is written with dots: `extra_body.voice`. */
export interface Candidate {
  readonly place: string;
  readonly value: unknown;
}

/** What became of one field. */
export interface ResolvedField {
  readonly field: FieldDescriptor;
  /** The place that won; undefined when the body holds the field nowhere. */
  readonly winner?: Candidate;
  /** The places that lost, with what each held, in their order of priority. */
  readonly losers: readonly Candidate[];
}

/** What a body means to a model: for every field which place won, and what means nothing to it. */
export interface Resolution {
  readonly model: ModelDescriptor;
  readonly endpoint: Endpoint;
  readonly mode: Mode;
  readonly fields: ReadonlyMap<string, ResolvedField>;
  /** Top-level objects that may hold fields, as they were sent. */
  readonly containers: readonly Candidate[];
  /** Keys that the model does not know, at the top level and inside its containers. */
  readonly ignored: readonly Candidate[];
}
