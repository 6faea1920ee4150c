/**
 * A visitor's own reference recording (section 2.4): the service takes no uploads, so the playground's server keeps the
 * recording for an hour at an address that the service fetches it from. Page and server share its one form here.
 */
export const ownRecording = {
  mediaType: "audio/wav",
  /** Hertz; one channel of 16-bit samples. */
  sampleRate: 24_000,
  /** Seconds. */
  shortest: 5,
  /** Seconds. */
  longest: 30,
} as const;

/** The path below which the recordings are, beside the playground's samples. */
export const referencesPath = "/references/";

/** The length of the one header that is accepted, in bytes. */
const ownRecordingHeaderBytes = 44;
const bytesPerSecond = ownRecording.sampleRate * 2;

/** The most bytes of a recording with its header. */
export const ownRecordingMostBytes = ownRecordingHeaderBytes + ownRecording.longest * bytesPerSecond;

/** How many seconds `samples` of a recording last. */
export function ownRecordingSeconds(samples: number): number {
  return samples / ownRecording.sampleRate;
}

/** Why bytes aren't a recording of this form. */
export type OwnRecordingFault = "not_this_form" | "too_short" | "too_long";

/**
 * Says what is wrong with a recording; undefined where nothing is. The header must be the one that the page writes, to
 * the byte, and the samples all the rest: nothing else travels with them.
 */
export function faultOfOwnRecording(bytes: Uint8Array): OwnRecordingFault | undefined {
  const dataBytes = bytes.length - ownRecordingHeaderBytes;
  if (dataBytes < 0 || dataBytes % 2 !== 0) return "not_this_form";
  const view = new DataView(bytes.buffer, bytes.byteOffset, ownRecordingHeaderBytes);
  const isText = (offset: number, text: string) =>
    [...text].every((character, index) => bytes[offset + index] === character.charCodeAt(0));
  const isForm =
    isText(0, "RIFF") &&
    view.getUint32(4, true) === bytes.length - 8 &&
    isText(8, "WAVEfmt ") &&
    view.getUint32(16, true) === 16 &&
    view.getUint16(20, true) === 1 &&
    view.getUint16(22, true) === 1 &&
    view.getUint32(24, true) === ownRecording.sampleRate &&
    view.getUint32(28, true) === bytesPerSecond &&
    view.getUint16(32, true) === 2 &&
    view.getUint16(34, true) === 16 &&
    isText(36, "data") &&
    view.getUint32(40, true) === dataBytes;
  if (!isForm) return "not_this_form";
  if (dataBytes < ownRecording.shortest * bytesPerSecond) return "too_short";
  return dataBytes > ownRecording.longest * bytesPerSecond ? "too_long" : undefined;
}

/** The file name of a recording that ends at `end` (Unix seconds); `secret` is what nobody can guess. */
export function ownRecordingName(end: number, secret: string): string {
  return `own-${end}-${secret}.wav`;
}

/** When the recording at an address ends, in Unix milliseconds; undefined where it isn't one's own recording. */
export function ownRecordingEnd(address: string): number | undefined {
  // An export has taken out what can't be guessed.
  const [, end] = /\/references\/own-(\d{1,11})-(?:[\w-]{32}|\[removed\])\.wav$/.exec(address) ?? [];
  return end === undefined ? undefined : Number(end) * 1_000;
}

/** The same address without what opens it. */
export function withoutOwnRecordings(text: string, removed: string): string {
  return text.replace(/\b(own-\d{1,11}-)[\w-]{32}(?=\.wav\b)/g, `$1${removed}`);
}
