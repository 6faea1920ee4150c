import { numbersOf } from "../../messages/numbers.ts";

const { integer, time } = numbersOf("en");
const further = (price: string) => (price === "" ? "" : `: ${price}`);

/** The questions before something is sent, and what mends a form's problems, in English. */
export const en = {
  mend: {
    set: (value: string) => `Set to ${value}`,
    default: "Use the default",
    leaveOut: (label: string) => `Leave out “${label}”`,
  },
  unlisted: {
    title: (models: string, count = 1) => `${models} ${count === 1 ? "isn't" : "aren't"} in the service's list`,
    text:
      "The list names language models: a speech model may be missing from it and still work. " +
      "If the key may not use it, the service refuses, and nothing should be charged. " +
      "You are asked once for this service.",
    accept: "Speak anyway",
    decline: "Not now",
  },
  orphaned: {
    title: "This may be running already",
    /** @param since when the same request was sent, in Unix milliseconds. */
    text: (since: number) =>
      `The same request was sent at ${time(since)}, and no answer came. ` +
      "It may still be running, and be billed. Sending it again makes a second job.",
    accept: "Send it again",
    decline: "Not now",
  },
  underWay: {
    title: "The same task is already under way",
    /** @param price in words; empty where it isn't told. */
    text: (price: string) =>
      "It isn't done yet; its audio comes by itself. " +
      `Sending it again makes a second task, which may cost as much again${further(price)}.`,
    accept: "Send a second one",
    decline: "Wait for it",
  },
  part: {
    title: "One part may be charged twice",
    text: (part: number, parts: number) =>
      `Part ${integer(part)} of ${integer(parts)} was sent, and its answer never came: it may have been charged. ` +
      "Going on sends that part again, and those behind it for the first time. What was spoken stays as it is.",
    accept: "Go on",
    decline: "Not now",
  },
  repetition: {
    title: "Send it again?",
    /** @param price in words; empty where it isn't told. */
    text: (price: string) => `The same request is sent again, byte for byte, and may be charged${further(price)}.`,
    accept: "Speak again",
    decline: "Cancel",
  },
};

export type SubmitMessages = typeof en;
