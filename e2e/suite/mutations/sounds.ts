import { wavHeader } from "../../../src/audio/formats/wav.ts";
import { joinBytes } from "../../../src/contract/bytes.ts";
import { type Bytes, type Operation, onHttp, onSound, replaced, textBytes, typed, withStatus } from "../operations.ts";
import { type SoundPlace, sounds } from "../places.ts";
import { failurePage, type Mutation, mutation, type OtherSounds, unseen } from "./mutation.ts";

/** What of the suite claims to hear each kind of sound. */
const hearing: Readonly<Record<SoundPlace, readonly [string, ...string[]]>> = {
  "Model A": ["2.1/a-", "2.2/a-"],
  "Model B, speech": ["2.3/b-speech"],
  "Model B, stream": ["2.3/b-stream"],
  "Model B, PCM": ["2.3/b-codec-pcm"],
  "Model B, mu-law": ["2.3/b-codec-mulaw"],
  "Model C": ["2.4/c-wav", "2.4/c-format"],
  "a task's content": ["4/content"],
  "the WebSocket": ["6/order"],
};

const isPcm = (place: SoundPlace) => place === "Model B, PCM" || place === "Model B, mu-law";
const overHttp = (place: SoundPlace) => place !== "the WebSocket";
const json = textBytes('{"usage":{"characters":29}}');

/** What is done to sound, with the places where it can be done. */
const onSounds: readonly {
  readonly name: string;
  readonly operation: (place: SoundPlace, found: OtherSounds) => Operation;
  readonly at?: (place: SoundPlace) => boolean;
  readonly unseen?: (place: SoundPlace) => string | undefined;
}[] = [
  { name: "cut to half", operation: () => onSound((bytes) => bytes.slice(0, (bytes.length >> 2) << 1)) },
  { name: "said twice", operation: () => onSound((bytes) => joinBytes([bytes, bytes])) },
  { name: "followed by JSON", operation: () => onSound((bytes) => joinBytes([bytes, json])) },
  {
    name: "silent",
    operation: (place, { silentMp3, silentWav }) =>
      onSound((bytes) =>
        place === "Model B, PCM"
          ? new Uint8Array(bytes.length)
          : place === "Model B, mu-law"
            ? new Uint8Array(bytes.length).fill(0xff)
            : isWav(bytes)
              ? silentWav
              : silentMp3,
      ),
  },
  {
    name: "noise",
    operation: (_, { noiseMp3 }) => onSound(() => noiseMp3),
    at: (place) => !isPcm(place) && place !== "Model C",
  },
  {
    name: "of another codec",
    operation: (_, { mp3, wav }) => onSound((bytes) => (isWav(bytes) ? mp3 : wav)),
  },
  { name: "nothing", operation: () => onSound(() => new Uint8Array()) },
  {
    name: "called another codec",
    operation: (place) => onHttp((http) => typed(isPcm(place) || isWav(http.bytes) ? "audio/mpeg" : "audio/wav")(http)),
    at: overHttp,
  },
  { name: "called text", operation: () => typed("text/plain"), at: overHttp },
  {
    name: "in place of which there is a page",
    operation: () => replaced(failurePage, "text/html"),
    at: overHttp,
  },
  {
    name: "in place of which there is an error with 200",
    operation: () => replaced(textBytes('{"error":{"message":"Oops."}}'), "application/json"),
    at: overHttp,
  },
  { name: "answered with 202", operation: () => withStatus(202), at: overHttp },
  { name: "refused with 500", operation: () => withStatus(500), at: overHttp },
  {
    name: "of another length than the text",
    operation: () => onSound((bytes) => (isWav(bytes) ? shortened(bytes) : bytes.slice(0, (bytes.length >> 3) << 1))),
  },
];

function isWav(bytes: Bytes): boolean {
  return new TextDecoder("latin1").decode(bytes.subarray(0, 4)) === "RIFF";
}

/** The first quarter of a WAV, with a header that says so. */
function shortened(bytes: Bytes): Bytes {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [channels, sampleRate] = [view.getUint16(22, true), view.getUint32(24, true)];
  const samples = bytes.slice(44, 44 + ((bytes.length >> 3) << 1));
  return joinBytes([wavHeader({ codec: "pcm_s16le", sampleRate, channels }, samples.length), samples]);
}

/** What is done to sound, wherever it can be done. */
export function soundMutations(found: OtherSounds): readonly Mutation[] {
  return onSounds.flatMap(({ name, operation, at = () => true, unseen: why = () => undefined }) =>
    soundPlaces.filter(at).map((place): Mutation => {
      const mutated = mutation(`sound ${name}: ${place}`, sounds[place], operation(place, found), ...hearing[place]);
      const reason = why(place);
      return reason === undefined ? mutated : unseen(mutated, reason);
    }),
  );
}

const soundPlaces: readonly SoundPlace[] = [
  "Model A",
  "Model B, speech",
  "Model B, stream",
  "Model B, PCM",
  "Model B, mu-law",
  "Model C",
  "a task's content",
  "the WebSocket",
];
