import { numbersOf } from "../../messages/numbers.ts";
import type { RemarkCode } from "../remark-codes.ts";

/**
 * What is remarked on answers, in English: in a few words for a row, and as a sentence. `was` is what gave rise to it.
 */
export interface RemarksMessages {
  readonly title: string;
  readonly more: (count: number) => string;
  readonly codes: Readonly<
    Record<
      Exclude<RemarkCode, "note">,
      { readonly short: (was: string) => string; readonly long: (was: string) => string }
    >
  >;
  /** What the service says of a sound beyond the document. Pitches are in hertz. */
  readonly notes: {
    readonly pitch: Readonly<Record<"short" | "long", (asked: number, spoken: number) => string>>;
    readonly words: {
      readonly short: (engine: string) => string;
      readonly add: (engine: string, recogniser: string) => string;
      readonly unheard: (engine: string, recogniser: string) => string;
    };
    readonly other: (note: string) => string;
  };
}

const { counted, integer } = numbersOf("en");
const number = (was: string) => integer(Number(was));
const bytes = (was: string) => counted(Number(was), { one: "byte", other: "bytes" });

export const en: RemarksMessages = {
  title: "Remarks",
  more: (count) => `and ${integer(count)} more`,
  codes: {
    status: {
      short: (was) => `status ${was}`,
      long: (was) => `The audio came with the status ${was}; an answer that is whole has 200.`,
    },
    type: {
      short: (was) => `sent as ${was}`,
      long: (was) => `The content-type says ${was}; the bytes are something else.`,
    },
    encoding: {
      short: (was) => `content-encoding ${was}`,
      long: (was) => `The answer was sent with content-encoding ${was}, which nobody asked for.`,
    },
    language: {
      short: (was) => `content-language ${was}`,
      long: (was) => `The content-language is ${was}; the voice speaks another language.`,
    },
    other_codec: {
      short: (was) => `${was} was asked for`,
      long: (was) => `${was} was asked for, and another format came.`,
    },
    truncated: {
      short: (was) => `about ${bytes(was)} missing`,
      long: (was) => `The audio announces about ${bytes(was)} more than came.`,
    },
    bytes_behind: {
      short: (was) => `${bytes(was)} after the audio`,
      long: (was) => `${bytes(was)} come after the audio's end; players know nothing like them.`,
    },
    stray_bytes: {
      short: (was) => `${bytes(was)} between the frames`,
      long: (was) => `${bytes(was)} in the middle belong to no frame.`,
    },
    joined: {
      short: (was) => `${number(was)} files in one`,
      long: (was) =>
        `${number(was)} MP3 files were put together, each with an Info frame of its own; ` +
        "many players stop at the first one's end.",
    },
    odd_samples: {
      short: () => "half a sample",
      long: (was) => `${bytes(was)} at the end are a part of a sample.`,
    },
    assumed_rate: {
      short: (was) => `${number(was)} Hz assumed`,
      long: (was) =>
        `Nothing that came tells the sample rate: ${number(was)} Hz is an assumption. It is set beside the codec.`,
    },
    times_failed: {
      short: () => "no times came",
      long: (was) => `No word times came that can be read: ${was}`,
    },
    times_backwards: {
      short: () => "times run backwards",
      long: (was) =>
        `A time ends before it begins, or begins before the one in front of it: ${was} s. Captions sort them.`,
    },
    times_negative: {
      short: () => "negative times",
      long: (was) => `A time lies before the audio: ${was} s. Captions leave it out.`,
    },
    times_beyond: {
      short: () => "times beyond the end",
      long: (was) => `The last time ends at ${was} s, after the audio's end.`,
    },
    times_script: {
      short: () => "other words than the script",
      long: () => "The timed words differ from the script.",
    },
    aliases: {
      short: (was) => `${was} differ`,
      long: (was) =>
        `The request held ${was} with different values. ` +
        "The documentation doesn't say which one wins: that the first does is an assumption.",
    },
    task_id: {
      short: () => "unusual task id",
      long: (was) => `The task's id is ${was}; as documented it is a string that begins with task_.`,
    },
    task_wrapped: {
      short: () => "task not as documented",
      long: () => "The id didn't stand under id in the answer itself, where the documentation has it.",
    },
    frames: {
      short: () => "frames not as documented",
      long: (was) => `The frames tab has ${counted(Number(was), { one: "remark", other: "remarks" })} on their order.`,
    },
  },
  notes: {
    pitch: {
      short: (asked, spoken) => `pitch ${spoken} Hz, not ${asked} Hz`,
      long: (asked, spoken) => `The voice can't speak at a pitch of ${asked} Hz, so it spoke at ${spoken} Hz.`,
    },
    words: {
      short: (engine) => `not by ${engine}, which lacks the recording's words`,
      add: (engine, recogniser) => `${needsWords(engine)} Add ${recogniser}, which writes that down.`,
      unheard: (engine, recogniser) => `${needsWords(engine)} ${recogniser} heard no words in it.`,
    },
    other: (note) => `The service says: ${note}`,
  },
};

function needsWords(engine: string): string {
  return `${engine} didn't speak: it must know what is said in the recording.`;
}
