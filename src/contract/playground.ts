import * as z from "zod/mini";
import { enginesSchema } from "./engines.ts";
import { parseJson } from "./json.ts";

/** The routes that the proxy answers itself, for its own page. */
export const playgroundRoutes = {
  config: { method: "GET", path: "/playground/config" },
  openSession: { method: "POST", path: "/playground/session" },
  endSession: { method: "DELETE", path: "/playground/session" },
  voiceModels: { method: "GET", path: "/playground/voices" },
  changeVoiceModels: { method: "POST", path: "/playground/voices" },
  voiceSample: { method: "GET", path: "/playground/voices/{name}/sample" },
  health: { method: "GET", path: "/healthz" },
  keepRecording: { method: "POST", path: "/playground/recordings" },
  keepShare: { method: "POST", path: "/playground/shares" },
  removeShare: { method: "DELETE", path: "/playground/shares" },
  shared: { method: "GET", path: "/shared/{id}" },
  sharedSound: { method: "GET", path: "/shared/{id}/sound" },
} as const;

/** The codes of the proxy's own refusals, so that the page can tell them from the service's errors. */
const proxyErrorCodes = [
  "bad_request",
  "bad_target",
  "body_too_large",
  "destination_not_allowed",
  "foreign_origin",
  "headers_too_large",
  "host_not_allowed",
  "internal_error",
  "json_too_complex",
  "key_not_checked",
  "key_not_lent",
  "method_not_allowed",
  "not_found",
  "overloaded",
  "recording_unusable",
  "recordings_not_offered",
  "request_timeout",
  "service_unknown",
  "session_not_needed",
  "session_required",
  "share_not_deleted",
  "share_not_written",
  "share_unusable",
  "shares_not_offered",
  "shutting_down",
  "too_many_attempts",
  "too_many_recordings",
  "too_many_shares",
  "too_much_at_once",
  "unsupported_media_type",
  "upgrade_required",
  "upstream_closed",
  "upstream_invalid",
  "upstream_redirected",
  "upstream_timeout",
  "upstream_unauthorized",
  "upstream_unreachable",
  "voices_not_allowed",
  "wrong_key",
  "wrong_password",
] as const;
export type ProxyErrorCode = (typeof proxyErrorCodes)[number];

/** The page's one policy of Trusted Types: it says which addresses are of scripts of its own. */
export const scriptPolicyName = "own-scripts";

/**
 * How the proxy calls itself in the field `Proxy-Status` (RFC 9209) of each answer that it gives in the service's
 * place.
 */
export const playgroundAnswerer = "speech-playground";

/** What the proxy says of itself among an answer's headers (RFC 9209); undefined where the service answered. */
export function playgroundMember(headers: readonly (readonly [name: string, value: string])[]): string | undefined {
  // Another proxy's member may stand in the same field.
  const field = headers.find(([name]) => name === "proxy-status")?.[1] ?? "";
  return field.split(",").find((each) => each.trim().split(";", 1)[0] === playgroundAnswerer);
}

/**
 * Why the proxy ends a WebSocket itself: no close frame of the service's could be passed on, or the visitor's session
 * is over.
 */
export const playgroundCloseCodes = [
  "message_too_slow",
  "overloaded",
  "session_ended",
  "shutting_down",
  "too_much_at_once",
  "upstream_broken_off",
  "upstream_invalid",
  "upstream_message_too_large",
  "upstream_silent",
] as const;
export type PlaygroundCloseCode = (typeof playgroundCloseCodes)[number];

/**
 * The reason of a close frame of the proxy's own, such as `speech-playground upstream_silent: …`: nobody takes it for
 * the service's.
 */
export function playgroundCloseReason(code: PlaygroundCloseCode, message: string): string {
  return `${playgroundAnswerer} ${code}: ${message}`;
}

/** Reads what {@link playgroundCloseReason} wrote; undefined for a reason of the service's. */
export function readPlaygroundClose(
  reason: string,
): { readonly error: PlaygroundCloseCode; readonly message: string } | undefined {
  const [, name, code, message = ""] = /^(\S+) (\w+): (.*)$/s.exec(reason) ?? [];
  const error = playgroundCloseCodes.find((known) => known === code);
  return name === playgroundAnswerer && error !== undefined ? { error, message } : undefined;
}

/**
 * Lists the fields that the proxy added to an answer of the service, where they could be taken for the service's own.
 */
export const addedFieldsName = "playground-added";

/**
 * Holds what of the service's header fields the proxy withholds, as JSON: a list of names and values. It is data to
 * look at: under their own names the browser would act on them.
 */
export const upstreamFieldsName = "x-upstream-headers";

/** Reads what stands under {@link upstreamFieldsName}; empty where nothing does, or nothing that can be read. */
export function readUpstreamFields(value: string | undefined): readonly [name: string, value: string][] {
  const parsed = z.array(z.tuple([z.string(), z.string()])).safeParse(parseJson(value));
  return parsed.success ? parsed.data : [];
}

/** The sample recordings that the playground serves for Model C, by the names of their files in `public/references`. */
export const sampleRecordings = ["lower", "higher", "lively"] as const;
export type SampleRecording = (typeof sampleRecordings)[number];

/** What a visitor must give before anything is spoken: nothing, the playground's password, or a key of their own. */
const sessionNeeds = ["none_needed", "password", "key"] as const;
export type SessionNeed = (typeof sessionNeeds)[number];

/** What opens a session: the one that {@link PlaygroundConfig} names. */
export type SessionOpener = { readonly password: string } | { readonly apiKey: string };

const serviceFields = {
  service: z.enum(["embedded", "remote"]),
  /**
   * The service's base address, for its name on the page and to recognise its own `content_url`; not told before the
   * playground's password is given.
   */
  baseUrl: z.optional(z.string()),
  /**
   * The base address of the service's WebSockets, to which the key goes as well; told with `baseUrl`, where its
   * origin is another.
   */
  webSocketBaseUrl: z.optional(z.string()),
  /** The address under which the service gives out its tasks' content, where that isn't its base address. */
  contentUrl: z.optional(z.string()),
  /** The address below which the service can fetch the sample recordings; absent where it can't reach this machine. */
  references: z.optional(z.string()),
  /** The address below which the service can fetch what visitors record; absent where it can't reach this server. */
  recordings: z.optional(z.string()),
  /** What speaks, where the service tells it: the embedded one does. */
  engines: z.optional(enginesSchema),
  /** Whether visitors may bring natural voices to the service's machine, and remove them. */
  addVoices: z.optional(z.boolean()),
  /** What the service is called where there are several. */
  name: z.optional(z.string()),
  /** By which it is told from others at a glance, such as `#c02020`. */
  colour: z.optional(z.string()),
};

/** All of them absent: what is told of one service isn't so of another. */
const untold: Readonly<Partial<Record<keyof typeof serviceFields, undefined>>> = Object.fromEntries(
  Object.keys(serviceFields).map((field) => [field, undefined]),
);

const playgroundServiceSchema = z.object({ ...serviceFields, name: z.string() });
/** One of several services. */
export type PlaygroundService = z.infer<typeof playgroundServiceSchema>;

/** What the page must know about its connection; never the key. What stands here of a service is of the usual one. */
export const playgroundConfigSchema = z.object({
  ...serviceFields,
  version: z.string(),
  session: z.enum(sessionNeeds),
  /** Whether a key is there to pay with: the server's, for those who may use it, or the visitor's own. */
  hasKey: z.boolean(),
  /** How many hours the server keeps what visitors share by a link; absent where it keeps nothing. */
  shareHours: z.optional(z.number()),
  /** All services, where there are several; the usual one first. */
  services: z.optional(z.array(playgroundServiceSchema)),
});

/** What the server answers when it has taken a visitor's recording. */
export const keptRecordingSchema = z.object({
  /** Where the service fetches it. */
  address: z.string(),
  /** When it is removed, in Unix milliseconds. */
  end: z.number(),
});
export type KeptRecording = Readonly<z.infer<typeof keptRecordingSchema>>;

/** Languages of the document's voices that the embedded service's engine has no voice for: it refuses theirs. */
export const unspokenByEmbedded: ReadonlySet<string> = new Set(["iu", "km", "lo", "mn", "ps"]);

/** The address of a sample recording, as the service reaches it. */
export function sampleAddress(references: string, name: SampleRecording): string {
  return `${references}${name}.mp3`;
}

export type PlaygroundConfig = z.infer<typeof playgroundConfigSchema>;

/** What is true of one of several services, by its name: of the usual one where there is none of that name. */
export function configAt(config: PlaygroundConfig, name: string | undefined): PlaygroundConfig {
  const { services } = config;
  const service = services?.find((each) => each.name === name) ?? services?.[0];
  return service === undefined ? config : { ...config, ...untold, ...service };
}
