import { isJsonObject, type JsonObject } from "../../../src/contract/json.ts";
import { onHttp, onJson, replaced, textBytes, withBytes, withStatus } from "../operations.ts";
import { places, sent, where } from "../places.ts";
import type { Asked } from "../recording.ts";
import { closed } from "./frames.ts";
import { failurePage, has, isLacking, type Mutation, mutation, type OtherSounds, swapped } from "./mutation.ts";

const errorOf = (body: JsonObject): JsonObject => (isJsonObject(body["error"]) ? body["error"] : {});
const spokenInstead = ({ mp3 }: OtherSounds) => replaced(mp3, "audio/mpeg", 200);

/** What should be refused and isn't, by what is wrong in the request. */
const leniences: readonly (readonly [
  name: string,
  isMeant: (asked: Asked) => boolean,
  ...claims: [string, ...string[]],
])[] = [
  [
    "Speed out of range",
    (asked) => Math.abs(Number(sent(asked, "Speed"))) > 1,
    "2.3/range-streamspeech-v8-speech-Speed",
  ],
  ["Pitch out of range", (asked) => Number(sent(asked, "Pitch")) > 1.5, "2.3/range-streamspeech-v8-speech-Pitch"],
  [
    "Temperature out of range",
    (asked) => Number(sent(asked, "Temperature")) > 0.8,
    "2.3/range-streamspeech-v8-speech-Temperature",
  ],
  ["an emotion above 1", (asked) => Number(sent(asked, "emo_happy")) > 1, "2.5/c-emo-happy"],
  ["both modes", (asked) => sent(asked, "stream") === true && sent(asked, "speech") === true, "2.3/b-both-modes"],
  [
    "PCM in speech mode",
    (asked) => sent(asked, "response_format") === "pcm" && sent(asked, "stream") !== true,
    "2.3/b-format-pcm-in-speech",
  ],
  ["a text that is too long", (asked) => String(sent(asked, "input")).length > 1_000, "8/stream-limit-refused"],
  [
    "no text",
    (asked) => asked.body !== undefined && isLacking(asked, "input", "Text", "text", "prompt_text"),
    "2.1/model-required",
  ],
  ["no voice", (asked) => isLacking(asked, "voice", "VoiceId", "voiceid"), "2.1/model-required"],
  ["a model that isn't there", (asked) => sent(asked, "model") === "no-such-model", "4/unknown-model"],
  [
    "a voice name for Model C",
    (asked) => sent(asked, "voice") === "Autumn" && sent(asked, "model") === "refvoice-2",
    "2.4/c-voice-name",
  ],
  [
    "MP3 of Model C",
    (asked) => sent(asked, "response_format") === "mp3" && sent(asked, "model") === "refvoice-2",
    "2.4/c-no-mp3",
  ],
  ["instructions as text", (asked) => typeof sent(asked, "instructions") === "string", "2.4/c-instructions-text"],
  ["emo_surprised above 0", (asked) => Number(sent(asked, "emo_surprised")) > 0, "2.5/c-surprised"],
  ["a body that is no JSON", (asked) => asked.body === undefined, "4/body-json"],
];

/** What is done to refusals. */
export function refusalMutations(found: OtherSounds): readonly Mutation[] {
  const refused = where(places.refusal, ({ path }) => path === "/v1/audio/speech");
  return [
    ...leniences.map(([name, isMeant, ...claims]) =>
      mutation(`spoken: ${name}`, where(refused, isMeant), spokenInstead(found), ...claims),
    ),
    mutation("refusals with 200", places.refusal, withStatus(200), "7/error-status"),
    mutation(
      "refusals that are sound",
      places.refusal,
      onHttp((http) => withBytes(http, found.mp3, "audio/mpeg")),
      "7/error-status",
    ),
    mutation("refusals with a redirection", places.refusal, withStatus(302), "7/error-status"),
    mutation(
      "refusals of another type",
      places.refusal,
      onJson((body) => ({ ...body, error: { ...errorOf(body), type: "x" } })),
      "7/error-status",
    ),
    mutation(
      "refusals that name no field",
      places.refusal,
      onJson((body) => ({ ...body, error: { ...errorOf(body), param: null } })),
      "7/error-status",
    ),
    mutation(
      "refusals with another code",
      places.refusal,
      onJson((body) => ({ ...body, error: { ...errorOf(body), code: "x" } })),
      "7/error-status",
    ),
    mutation("refusals as a page", places.refusal, replaced(failurePage, "text/html"), "7/error-status"),
    mutation(
      "tasks of Model A",
      where(places.refusal, (asked) => asked.path.endsWith("tasks") && sent(asked, "model") === "cloud-tts"),
      replaced(textBytes('{"id":"task_1","status":"queued"}'), "application/json", 200),
      "4/task-of-model-a",
    ),
    mutation(
      "tasks with modes",
      where(places.refusal, (asked) => asked.path.endsWith("tasks") && has("stream", "speech")(asked)),
      replaced(textBytes('{"id":"task_1","status":"queued"}'), "application/json", 200),
      "4/task-without-modes",
    ),
    swapped(
      "WebSocket: wrong frames are spoken",
      places.refusedSocket,
      (each) =>
        each.method === "WS" &&
        sent(each, "Text") === "Hello." &&
        isLacking(each, "Speed", "Pitch", "Bitrate") &&
        has("VoiceId")(each),
      "4/socket-ranges",
    ),
    mutation(
      "WebSocket: wrong frames break it off",
      places.refusedSocket,
      closed({ code: 1_006, reason: "" }),
      "4/socket-ranges",
    ),
  ];
}
