import { type AudioFormat, bytesPerSampleOf, isRaw, type RawFormat } from "../base/format.ts";

/** WAVE_FORMAT_PCM, WAVE_FORMAT_MULAW. */
const tags = { pcm_s16le: 1, pcm_mulaw: 7 } as const;

/**
 * The RIFF header that makes a WAV file of `dataBytes` bytes of headerless samples: 44 bytes for PCM. What isn't PCM
 * has a longer format and its number of samples in a chunk `fact`, as the format's definition asks: 58 bytes for
 * mu-law.
 */
export function wavHeader(format: RawFormat, dataBytes: number): Uint8Array<ArrayBuffer> {
  const isPcm = format.codec === "pcm_s16le";
  const bytesPerSample = bytesPerSampleOf(format);
  const blockAlign = format.channels * bytesPerSample;
  const formatLength = isPcm ? 16 : 18;
  const dataChunk = 20 + formatLength + (isPcm ? 0 : 12);
  const header = new Uint8Array(dataChunk + 8);
  const view = new DataView(header.buffer);
  const write = (offset: number, text: string): void => {
    for (let index = 0; index < text.length; index += 1) header[offset + index] = text.charCodeAt(index);
  };
  write(0, "RIFF");
  view.setUint32(4, header.length - 8 + dataBytes + (dataBytes % 2), true);
  write(8, "WAVEfmt ");
  view.setUint32(16, formatLength, true);
  view.setUint16(20, tags[format.codec], true);
  view.setUint16(22, format.channels, true);
  view.setUint32(24, format.sampleRate, true);
  view.setUint32(28, format.sampleRate * blockAlign, true);
  view.setUint16(32, blockAlign, true);
  view.setUint16(34, bytesPerSample * 8, true);
  if (!isPcm) {
    write(38, "fact");
    view.setUint32(42, 4, true);
    view.setUint32(46, Math.floor(dataBytes / blockAlign), true);
  }
  write(dataChunk, "data");
  view.setUint32(dataChunk + 4, dataBytes, true);
  return header;
}

/**
 * Headerless samples as a WAV file that any player opens, the samples unchanged. A half sample at the end of a sound
 * that broke off stays out: it is none.
 */
function wavFileOf(format: RawFormat, samples: Blob): Blob {
  const whole = samples.size - (samples.size % (format.channels * bytesPerSampleOf(format)));
  // A chunk of odd length is filled up to an even one.
  const parts = [wavHeader(format, whole), samples.slice(0, whole), new Uint8Array(whole % 2)];
  return new Blob(parts, { type: "audio/wav" });
}

/** A sound as a file that any player opens: samples without a header get one, all else is as it came. */
export function playableFileOf(format: AudioFormat, sound: Blob): Blob {
  return isRaw(format) ? wavFileOf(format, sound) : sound;
}
