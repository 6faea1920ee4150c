import { numbersOf } from "../../../core/messages/numbers.ts";

const { counted, decimal, integer, list } = numbersOf("en");

/** What is said of the brackets in a script, in English. */
export const en = {
  followed(pauses: number, voices: readonly string[], requests: number) {
    const found = [
      ...(pauses === 0 ? [] : [counted(pauses, { one: "pause", other: "pauses" })]),
      ...(voices.length === 0 ? [] : [voices.length === 1 ? `the voice ${voices[0]}` : `the voices ${list(voices)}`]),
    ];
    const sent = requests === 1 ? "one request" : `${integer(requests)} requests, one after the other, become one take`;
    return `Brackets: ${found.join(", and ")}. ${sent.charAt(0).toUpperCase()}${sent.slice(1)}.`;
  },
  nothingElse: "There is nothing to speak: the script has only brackets.",
  spoken: "Brackets are spoken as they stand.",
  speak: "Speak the brackets",
  follow: "Follow the brackets",
  unknownVoice: (name: string, model: string) =>
    `${model} has no voice “${name}”. Write a name from its list of voices.`,
  pauseRange: (seconds: number, minimum: number, maximum: number) =>
    `A pause lasts from ${decimal(minimum)} to ${decimal(maximum)} s, not ${decimal(seconds)} s.`,
  show: "Show it",
};

export type DirectionsMessages = typeof en;
